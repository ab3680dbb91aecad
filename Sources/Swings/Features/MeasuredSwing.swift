import Parallel
import Signals

/// A labelled swing with all that was measured on it.
public struct MeasuredSwing: Hashable, Sendable {
  /// The swing and the decision about it.
  public var labelled: LabelledSwing
  /// Position among the recording's swings, from 0.
  public var index: Int
  /// Times beside start and impact; nil without device motion.
  public var timing: TimingFeatures?
  /// Rotation and speed; nil without device motion.
  public var rotation: RotationFeatures?
  /// What was measured on the impact; nil for a miss.
  public var burst: MeasuredImpact?

  /// What limits trust in the row: words of ``Flag``, joined by `;`.
  public var flags: String {
    var flags: [Flag] = []
    if labelled.swing.impact?.isSaturated == true { flags.append(.saturated) }
    if let timing, timing.tempoRatio == nil { flags.append(.noReversal) }
    if let rotation, rotation.peakAngularAcceleration == nil { flags.append(.lowMotionRate) }
    return flags.map(\.rawValue).joined(separator: ";")
  }

  /// A short word for something that limits trust in a row.
  public enum Flag: String, Hashable, Sendable, CaseIterable {
    /// The raw acceleration sits at the sensor's limit.
    case saturated
    /// No backswing was found.
    case noReversal = "no_reversal"
    /// The device motion is too slow for the angular acceleration.
    case lowMotionRate = "low_motion_rate"

    /// What it says, in a few words.
    public var meaning: String {
      switch self {
      case .saturated: "the sensor's limit was reached"
      case .noReversal: "no backswing was found"
      case .lowMotionRate: "device motion too slow for the angular acceleration"
      }
    }
  }
}

/// An impact with the strength, shape, spectrum and context of its burst; a class, since each of many columns is handed
/// every one.
public final class MeasuredImpact: Sendable {
  /// The impact.
  public let impact: Impact
  /// Strength and shape.
  public let burst: BurstFeatures
  /// Frequencies and axes; nil for a burst without energy.
  public let spectrum: SpectrumFeatures?
  /// What lay before.
  public let context: ContextFeatures

  /// Measures an impact.
  /// - Throws: whatever reading the signals throws.
  public init(_ impact: Impact, in signals: SwingSignals) throws {
    self.impact = impact
    burst = try BurstFeatures(of: impact, in: signals)
    spectrum = try SpectrumFeatures(of: impact, in: signals.filtered)
    context = try ContextFeatures(before: impact, in: signals.filtered[impact.axis])
  }
}

extension MeasuredImpact: Hashable {
  /// Whether two impacts were measured to be the same.
  ///
  /// - Parameters:
  ///   - first: one.
  ///   - second: the other.
  public static func == (first: MeasuredImpact, second: MeasuredImpact) -> Bool {
    first.impact == second.impact && first.burst == second.burst && first.spectrum == second.spectrum
      && first.context == second.context
  }

  /// Hashes what was measured.
  ///
  /// - Parameter hasher: takes it in.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(impact)
    hasher.combine(burst)
    hasher.combine(spectrum)
    hasher.combine(context)
  }
}

/// Measures the features of swings, each in a window around it.
public struct SwingMeter: Sendable {
  private let signals: SwingSignals
  private let smoothRate: Triaxial?

  /// Cut-off of the low-pass ahead of the angular acceleration, in Hz: between its pass and stop band.
  public static let smoothingHz = (pass: 20.0, stop: 40.0)

  /// Prepares to measure on a recording's signals.
  /// - Throws: whatever designing the low-pass throws.
  public init(signals: SwingSignals) throws {
    self.signals = signals
    smoothRate = try signals.motion.flatMap { try Self.smoothed($0.rotationRate) }
  }

  /// The swings in time order with their features.
  /// - Throws: whatever reading the signals throws.
  public func measure(_ swings: [LabelledSwing]) throws -> [MeasuredSwing] {
    let ordered = swings.sorted { $0.swing.anchorTime < $1.swing.anchorTime }
    return try InOrder.map(ordered) { index, labelled in
      let swing = labelled.swing
      return MeasuredSwing(
        labelled: labelled, index: index,
        timing: try signals.motion.map { try TimingFeatures(of: swing, in: $0) },
        rotation: try signals.motion.flatMap { try RotationFeatures(of: swing, in: $0, smoothRate: smoothRate) },
        burst: try swing.impact.map { try MeasuredImpact($0, in: signals) })
    }
  }

  /// The rotation rate after the low-pass; nil where the Nyquist frequency lies under its stop band.
  private static func smoothed(_ rate: Triaxial) throws -> Triaxial? {
    guard rate.timeBase.rate / 2 > smoothingHz.stop else { return nil }
    let kernel = try KaiserLowPass(passHz: smoothingHz.pass, stopHz: smoothingHz.stop, attenuationDB: 40)
      .kernel(rate: rate.timeBase.rate)
    return Triaxial(
      x: try FilteredSignal(rate.x, kernel: kernel), y: try FilteredSignal(rate.y, kernel: kernel),
      z: try FilteredSignal(rate.z, kernel: kernel))
  }
}
