import SPSignals

/// A convention for attitude and gravity: the layout's, or a convention of other programs.
///
/// In the layout gravity equals the attitude's inverse applied to (0, 0, -1), with the attitude's components in the
/// order w x y z.
package struct GravityConvention: Hashable, Sendable, Encodable, CaseIterable {
  /// Whether the attitude is the inverse of the layout's: it takes vectors from the world's frame to the device's.
  package var isAttitudeConjugated = false
  /// Whether the attitude's components come in the order x y z w.
  package var isScalarLast = false
  /// Whether gravity points up, opposite to the layout's.
  package var isGravityOpposite = false

  /// The layout's convention.
  package static let layout = Self()

  /// All conventions, the layout's first.
  package static let allCases = [false, true].flatMap { isScalarLast in
    [false, true].flatMap { isConjugated in
      [false, true].map {
        Self(isAttitudeConjugated: isConjugated, isScalarLast: isScalarLast, isGravityOpposite: $0)
      }
    }
  }

  /// The name in JSON: `layout`, or the differences from it, as in `attitude_conjugated+gravity_opposite`.
  package var name: String { self == .layout ? "layout" : differences.map(\.name).joined(separator: "+") }

  /// The differences from the layout, as a clause: `the attitude is conjugated and gravity has the opposite sign`.
  package var explanation: String {
    self == .layout ? "as in the layout" : differences.map(\.clause).joined(separator: " and ")
  }

  private var differences: [(name: String, clause: String)] {
    [
      (isAttitudeConjugated, "attitude_conjugated", "the attitude is conjugated"),
      (isScalarLast, "components_xyzw", "its components come in the order x y z w"),
      (isGravityOpposite, "gravity_opposite", "gravity has the opposite sign"),
    ].filter(\.0).map { ($0.1, $0.2) }
  }

  /// Encodes the name.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// How gravity and attitude of a stream agree, over all rows that have both.
package struct GravityAgreement: Hashable, Sendable, Encodable {
  /// How far gravity is from the value that a convention computes from the attitude.
  package struct Residual: Hashable, Sendable, Encodable {
    /// The convention.
    package var convention: GravityConvention
    /// Root mean square of the magnitude of the difference vector, in g. Both vectors are taken as unit vectors, so
    /// that a wrong unit does not hide the right direction. Unrelated directions give 1.41.
    package var rmsG: Double

    private enum CodingKeys: String, CodingKey {
      case convention
      case rmsG = "rms_residual_g"
    }
  }

  /// A convention fits up to this residual, in g. On real watches and headphones, recorded gravity agrees with the
  /// attitude to 0.0001 g. By any other convention, it differs by 0.4 g and more in a minute of ordinary motion.
  package static let toleranceG = 0.05
  /// How far the median magnitude of gravity may be from 1 g, as a fraction.
  package static let normTolerance = 0.02

  /// The number of rows compared.
  package var rows: Int
  /// The residual of every convention, beginning with the layout's.
  package var residuals: [Residual]
  /// The median magnitude of gravity, in the recording's g, over up to 65,536 evenly spaced rows.
  package var gravityNormMedianG: Double
  /// The median norm of the attitude over the same rows.
  package var attitudeNormMedian: Double

  /// The convention that fits: the layout's if it fits, else the best convention that fits; nil if no convention fits.
  package var convention: GravityConvention? {
    let fitting = residuals.filter { $0.rmsG <= Self.toleranceG }
    if fitting.contains(where: { $0.convention == .layout }) { return .layout }
    return fitting.min { $0.rmsG < $1.rmsG }?.convention
  }

  /// Whether gravity has a magnitude of 1 g.
  package var isUnitGravity: Bool { abs(gravityNormMedianG - 1) <= Self.normTolerance }
  /// Whether the attitude is a unit quaternion.
  package var isUnitAttitude: Bool { abs(attitudeNormMedian - 1) <= Self.normTolerance }
  /// The residual of the layout's convention, in g.
  package var layoutResidualG: Double { residuals.first { $0.convention == .layout }?.rmsG ?? .nan }

  /// The result in plain sentences.
  package var finding: String {
    var norms: [String] = []
    if !isUnitGravity {
      let unit = abs(gravityNormMedianG - 9.8) < 0.1 ? ", so it seems to be in m/s^2" : ""
      norms.append("gravity has a norm of \(Self.figure(gravityNormMedianG)) g, not 1\(unit)")
    }
    if !isUnitAttitude { norms.append("the attitude has a norm of \(Self.figure(attitudeNormMedian)), not 1") }
    // Faults come first.
    let clauses = convention == .layout ? norms + [directions] : [directions] + norms
    return clauses.joined(separator: "; ")
  }

  /// The findings on the directions of the vectors.
  private var directions: String {
    let layout = Self.figure(layoutResidualG)
    switch convention {
    case .layout?: return "gravity is the attitude's inverse applied to (0, 0, -1), residual \(layout) g rms"
    case let other?:
      let residual = Self.figure(residuals.first { $0.convention == other }?.rmsG ?? .nan)
      return "not the layout's convention (residual \(layout) g rms): \(other.explanation) (\(residual) g)"
    case nil:
      return "gravity and attitude do not belong together by any usual convention (residual by the layout's "
        + "\(layout) g rms)"
    }
  }

  /// A number with up to four digits after the decimal point.
  static func figure(_ value: Double) -> String { short(value, digits: 4) }

  /// Encodes the metrics, the convention that fits, and the finding.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rows, forKey: .rows)
    try container.encode(convention, forKey: .convention)
    try container.encode(finding, forKey: .finding)
    try container.encode(residuals, forKey: .residuals)
    try container.encode(gravityNormMedianG, forKey: .gravityNormMedianG)
    try container.encode(attitudeNormMedian, forKey: .attitudeNormMedian)
  }

  private enum CodingKeys: String, CodingKey {
    case rows, convention, finding, residuals
    case gravityNormMedianG = "gravity_norm_median_g"
    case attitudeNormMedian = "attitude_norm_median"
  }
}

/// One pass over attitude and gravity.
///
/// For unit vectors u (measured gravity) and p (gravity computed from the attitude), |u - p|^2 = 2 - 2 u·p. One dot
/// product per row and reading of the attitude therefore gives the residuals of both signs of gravity.
struct GravityScan {
  /// Norms are taken of at most this many evenly spaced rows.
  private static let normLimit = 65_536
  /// The readings of the attitude: its conventions, regardless of gravity's sign.
  private static let readings = GravityConvention.allCases.filter { !$0.isGravityOpposite }

  private let normStep: Int
  private var rows = 0
  /// Sums of 1 - u·p, ordered as `readings`. They are small for the convention that fits, so no digits of its residual
  /// are lost by cancellation.
  private var distances = SIMD4<Double>.zero
  private var gravityNorms: [Float] = []
  private var attitudeNorms: [Float] = []

  /// - Parameter count: the number of rows to come.
  init(count: Int) { normStep = max(1, (count + Self.normLimit - 1) / Self.normLimit) }

  /// Scans the next rows: the attitude's four components and gravity's three, as recorded.
  mutating func add(attitude: [[Float]], gravity: [[Float]]) {
    let (first, second, third, fourth) = (attitude[0], attitude[1], attitude[2], attitude[3])
    let (x, y, z) = (gravity[0], gravity[1], gravity[2])
    for index in x.indices {
      add(
        SIMD4(Double(first[index]), Double(second[index]), Double(third[index]), Double(fourth[index])),
        SIMD3(Double(x[index]), Double(y[index]), Double(z[index])))
    }
  }

  @inline(__always)
  private mutating func add(_ attitude: SIMD4<Double>, _ gravity: SIMD3<Double>) {
    let gravityNorm = (gravity * gravity).sum().squareRoot()
    let square = (attitude * attitude).sum()
    // Comparisons with NaN are false. Zeros mark missing values.
    guard gravityNorm > 0, gravityNorm.isFinite, square > 0, square.isFinite else { return }
    if rows.isMultiple(of: normStep) {
      gravityNorms.append(Float(gravityNorm))
      attitudeNorms.append(Float(square.squareRoot()))
    }
    rows += 1
    let unit = gravity / gravityNorm
    let scalarFirst = Self.products(of: unit, attitude, square: square)
    let scalarLast = Self.products(
      of: unit, SIMD4(attitude[3], attitude[0], attitude[1], attitude[2]), square: square)
    distances +=
      1 - SIMD4(scalarFirst.direct, scalarFirst.conjugated, scalarLast.direct, scalarLast.conjugated)
  }

  /// The products of a unit vector with (0, 0, -1) rotated by the attitude's inverse, and by the attitude.
  @inline(__always)
  private static func products(
    of unit: SIMD3<Double>, _ attitude: SIMD4<Double>, square: Double
  ) -> (direct: Double, conjugated: Double) {
    let (w, x, y, z) = (attitude[0], attitude[1], attitude[2], attitude[3])
    let vertical = unit.z * (2 * (x * x + y * y) / square - 1)
    // Conjugation changes the sign of the terms that contain w.
    let even = 2 * (-x * z * unit.x - y * z * unit.y) / square + vertical
    let odd = 2 * (w * y * unit.x - w * x * unit.y) / square
    return (even + odd, even - odd)
  }

  /// The result; nil if no row has both vectors.
  var agreement: GravityAgreement? {
    guard rows > 0 else { return nil }
    var residuals: [GravityAgreement.Residual] = []
    for (index, reading) in Self.readings.enumerated() {
      let mean = distances[index] / Double(rows)
      var opposite = reading
      opposite.isGravityOpposite = true
      residuals.append(.init(convention: reading, rmsG: max(0, 2 * mean).squareRoot()))
      residuals.append(.init(convention: opposite, rmsG: max(0, 4 - 2 * mean).squareRoot()))
    }
    return GravityAgreement(
      rows: rows, residuals: residuals, gravityNormMedianG: Double(Statistics.median(gravityNorms)),
      attitudeNormMedian: Double(Statistics.median(attitudeNorms)))
  }
}
