import SPSignals

/// A sign convention for gravity and user acceleration: the layout's, or a convention with other signs.
///
/// In the layout the accelerometer reads gravity plus user acceleration.
package enum AccelerationConvention: String, Hashable, Sendable, Encodable, CaseIterable {
  /// Gravity plus user acceleration.
  case layout
  /// Gravity minus user acceleration.
  case userAccelerationNegated = "user_acceleration_negated"
  /// User acceleration minus gravity.
  case gravityNegated = "gravity_negated"
  /// Both with the opposite sign: a sensor that reads +1 g upward at rest.
  case bothNegated = "both_negated"

  /// The accelerometer's reading in this convention, as text.
  package var explanation: String {
    switch self {
    case .layout: "gravity plus user acceleration"
    case .userAccelerationNegated: "gravity less user acceleration"
    case .gravityNegated: "user acceleration less gravity"
    case .bothNegated: "the negative of gravity plus user acceleration"
    }
  }

  /// The signs of gravity and of user acceleration.
  var signs: (gravity: Float, user: Float) {
    switch self {
    case .layout: (1, 1)
    case .userAccelerationNegated: (1, -1)
    case .gravityNegated: (-1, 1)
    case .bothNegated: (-1, -1)
    }
  }
}

/// How the accelerometer agrees with gravity plus user acceleration of the device motion.
///
/// Both are compared below 19 Hz, where a shock that only one stream is fast enough to record hardly counts:
/// see `OffsetEstimator`.
package struct AccelerationAgreement: Hashable, Sendable, Encodable {
  /// How far the streams differ in a convention, at the timestamp offset that suits the convention best.
  package struct Residual: Hashable, Sendable, Encodable {
    /// The convention.
    package var convention: AccelerationConvention
    /// Root mean square of the magnitude of the difference vector, in g.
    package var rmsG: Double
    /// How late the timestamps of the device motion are; nil if unknown, in which case 0 was used.
    package var offset: OffsetEstimate?

    /// Encodes the metrics, with the offset in ms.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(convention, forKey: .convention)
      try container.encode(rmsG, forKey: .rmsG)
      try container.encodeIfPresent(offset.map { 1000 * $0.seconds }, forKey: .offsetMs)
    }

    private enum CodingKeys: String, CodingKey {
      case convention
      case rmsG = "rms_residual_g"
      case offsetMs = "offset_ms"
    }
  }

  /// Another convention is chosen only if its residual is below this fraction of the layout's.
  package static let clearFraction = 0.5
  /// The largest residual of a convention that fits, in g. A wrong sign of gravity alone gives 2 g; the streams of one
  /// sensor differ by less than this limit, even in vigorous strokes.
  package static let toleranceG = 1.0

  /// The residual of every convention, beginning with the layout's.
  package var residuals: [Residual]

  /// How late the timestamps of the device motion are in the layout's convention; nil if unknown.
  package var motionOffset: OffsetEstimate? { residuals.first?.offset }

  /// The convention that fits: the layout's unless another convention is clearly closer; nil if no convention fits.
  package var convention: AccelerationConvention? {
    guard let layout = residuals.first, let best = residuals.min(by: { $0.rmsG < $1.rmsG }) else { return nil }
    let chosen = best.rmsG < Self.clearFraction * layout.rmsG ? best : layout
    return chosen.rmsG <= Self.toleranceG ? chosen.convention : nil
  }

  /// The result as a plain sentence.
  package var finding: String {
    guard let layout = residuals.first else { return "" }
    let figure = GravityAgreement.figure(layout.rmsG)
    switch convention {
    case .layout?: return "the accelerometer reads gravity plus user acceleration, residual \(figure) g rms"
    case let other?:
      let residual = residuals.first { $0.convention == other }?.rmsG ?? .nan
      return "not the layout's convention (residual \(figure) g rms): the accelerometer reads \(other.explanation) "
        + "(\(GravityAgreement.figure(residual)) g)"
    case nil:
      return "accelerometer and device motion do not belong together by any usual signs (residual by the layout's "
        + "\(figure) g rms)"
    }
  }

  /// Encodes the residuals, the convention that fits, and the finding.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(convention, forKey: .convention)
    try container.encode(finding, forKey: .finding)
    try container.encode(residuals, forKey: .residuals)
  }

  private enum CodingKeys: String, CodingKey {
    case convention, finding, residuals
  }
}

extension Recording {
  /// How the accelerometer agrees with gravity plus user acceleration, with the layout's and with other
  /// signs.
  ///
  /// - Returns: nil if a stream, gravity or user acceleration is missing, or no residual can be computed. Unlike
  ///   ``motionOffset()``, this needs no motion.
  /// - Throws: `RecordingError` or `HDF5Error` if the streams cannot be read.
  package func accelerationAgreement() throws -> AccelerationAgreement? {
    guard let streams = try accelerationStreams() else { return nil }
    let estimator = OffsetEstimator()
    let residuals = try AccelerationConvention.allCases.compactMap { convention -> AccelerationAgreement.Residual? in
      let motion = try streams.motion(convention)
      let offset = try estimator.offset(of: motion, against: streams.acceleration)
      let rms = try estimator.residual(
        of: motion, against: streams.acceleration, offsetByS: offset?.seconds ?? 0)
      return rms.map { .init(convention: convention, rmsG: $0, offset: offset) }
    }
    return residuals.count == AccelerationConvention.allCases.count ? AccelerationAgreement(residuals: residuals) : nil
  }
}
