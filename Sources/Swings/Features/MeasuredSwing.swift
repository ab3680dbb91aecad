import Motion
import Parallel
import Signals

/// A labelled swing with all its features.
public struct MeasuredSwing: Hashable, Sendable {
  /// The swing and the decision about it.
  public var labelled: LabelledSwing
  /// Position among the recording's swings, from 0.
  public var index: Int
  /// Further times of the swing; nil without device motion.
  public var timing: TimingFeatures? { features.timing }
  /// Rotation and speed; nil without device motion.
  public var rotation: RotationFeatures? { features.rotation }
  /// The features of the impact; nil for a miss.
  public var burst: MeasuredImpact? { features.burst }

  private let features: SwingFeatures

  /// A labelled swing at a position in its recording, with its features.
  init(labelled: LabelledSwing, index: Int, _ features: SwingFeatures) {
    self.labelled = labelled
    self.index = index
    self.features = features
  }

  /// Reasons to trust the row less: values of ``Flag``, joined by `;`.
  public var flags: String {
    var flags: [Flag] = []
    if labelled.swing.impact?.isSaturated == true { flags.append(.saturated) }
    if let timing, timing.tempoRatio == nil { flags.append(.noReversal) }
    if let rotation, rotation.isRateTooLow { flags.append(.lowMotionRate) }
    if let compared = labelled.swing.comparedWith, compared != .hits { flags.append(.noLikeHits) }
    return flags.map(\.rawValue).joined(separator: ";")
  }

  /// A short name for a reason to trust a row less.
  public enum Flag: String, Hashable, Sendable, CaseIterable {
    /// The raw acceleration is at the sensor's limit.
    case saturated
    /// No whole backswing was found.
    case noReversal = "no_reversal"
    /// The rate of the device motion is too low for the angular acceleration.
    case lowMotionRate = "low_motion_rate"
    /// No hit turns in the same direction for comparison.
    case noLikeHits = "no_like_hits"

    /// An explanation in a few words.
    public var meaning: String {
      switch self {
      case .saturated: "the sensor's limit was reached"
      case .noReversal: "no whole backswing was found"
      case .lowMotionRate: "device motion too slow for the angular acceleration"
      case .noLikeHits: "no hit that turns the same way to compare the swing with; see compared_with"
      }
    }
  }
}

extension LabelledSwing {
  /// Whether its features were measured during the pass.
  package var hasFeatures: Bool { swing.facts.measures?.features(as: label) != nil }
}

/// An impact with the strength, shape, spectrum and context of its burst; a class, since it is passed to each of many
/// columns.
public final class MeasuredImpact: Sendable {
  /// The impact.
  public var impact: Impact { shared.value }
  /// Strength and shape.
  public let burst: BurstFeatures
  /// Frequencies and axes; nil for a burst without energy.
  public let spectrum: SpectrumFeatures?
  /// The acceleration before it.
  public let context: ContextFeatures
  private let shared: SharedValue<Impact>

  /// Measures an impact.
  /// - Throws: errors from reading the signals.
  public convenience init(_ impact: Impact, in signals: SwingSignals) throws {
    try self.init(SharedValue(impact), in: signals)
  }

  init(_ shared: SharedValue<Impact>, in signals: SwingSignals) throws {
    self.shared = shared
    let impact = shared.value
    burst = try BurstFeatures(of: impact, in: signals)
    spectrum = try SpectrumFeatures(of: impact, in: signals.filtered)
    context = try ContextFeatures(before: impact, in: signals.filtered[impact.axis])
  }
}

extension MeasuredImpact: Hashable {
  /// Whether two impacts have the same measurements.
  ///
  /// - Parameters:
  ///   - first: an impact.
  ///   - second: another impact.
  public static func == (first: MeasuredImpact, second: MeasuredImpact) -> Bool {
    first.impact == second.impact && first.burst == second.burst && first.spectrum == second.spectrum
      && first.context == second.context
  }

  /// Hashes the measurements.
  ///
  /// - Parameter hasher: the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(impact)
    hasher.combine(burst)
    hasher.combine(spectrum)
    hasher.combine(context)
  }
}

/// Measures the features of swings, each in a window around it.
public final class SwingMeter: Sendable {
  private let signals: SwingSignals
  private let motion: MotionMeter?

  /// Cut-off of the low-pass applied before the angular acceleration, in Hz: between its pass and stop band.
  public static let smoothingHz = (pass: 20.0, stop: 40.0)

  /// Prepares to measure a recording's signals.
  /// - Throws: errors from designing the low-pass.
  public convenience init(signals: SwingSignals) throws {
    let rateHz = signals.motion?.rotationRate.timeBase.rate ?? 0
    self.init(signals: signals, smoothing: try Self.smoothing(rateHz))
  }

  /// Prepares to measure with a low-pass designed before; nil leaves the angular acceleration out.
  init(signals: SwingSignals, smoothing: FIRKernel?) {
    self.signals = signals
    motion = signals.motion.map { MotionMeter($0, smoothing) }
  }

  /// The low-pass for the rotation rate at a sampling rate in Hz; nil if the Nyquist frequency is below its stop band.
  /// - Throws: errors from designing the low-pass.
  static func smoothing(_ rateHz: Double) throws -> FIRKernel? {
    guard rateHz / 2 > smoothingHz.stop else { return nil }
    return try KaiserLowPass(passHz: smoothingHz.pass, stopHz: smoothingHz.stop, attenuationDB: 40).kernel(rate: rateHz)
  }

  /// The swings in time order with their features, which were measured during the pass or are measured now.
  /// - Throws: errors from reading the signals.
  public func measure(_ swings: [LabelledSwing]) throws -> [MeasuredSwing] {
    let ordered = swings.sorted { $0.swing.anchorTime < $1.swing.anchorTime }
    return try InOrder.map(ordered) { [self] index, labelled in try measure(labelled, at: index) }
  }

  /// One swing with its features.
  ///
  /// - Parameters:
  ///   - labelled: the swing.
  ///   - index: its position among the recording's swings, from 0.
  /// - Throws: errors from reading the signals.
  public func measure(_ labelled: LabelledSwing, at index: Int) throws -> MeasuredSwing {
    let features = try labelled.swing.facts.measures?.features(as: labelled.label) ?? features(of: labelled.swing)
    return MeasuredSwing(labelled: labelled, index: index, features)
  }

  /// The features of one swing.
  /// - Throws: errors from reading the signals.
  func features(of swing: Swing) throws -> SwingFeatures {
    SwingFeatures(
      timing: try motion?.timing(of: swing), rotation: try motion?.rotation(of: swing),
      burst: try swing.facts.impact.map { try MeasuredImpact($0, in: signals) })
  }
}

/// Measures the features of swings in the device motion; a class, since all its signals are used for each of
/// very many swings.
private final class MotionMeter: Sendable {
  private let motion: MotionSignals
  private let smoothRate: Triaxial?

  init(_ motion: MotionSignals, _ smoothing: FIRKernel?) {
    self.motion = motion
    smoothRate = smoothing.map { kernel in
      Triaxial(
        x: DirectlyFilteredSignal(motion.rotationRate.x, kernel: kernel),
        y: DirectlyFilteredSignal(motion.rotationRate.y, kernel: kernel),
        z: DirectlyFilteredSignal(motion.rotationRate.z, kernel: kernel))
    }
  }

  func timing(of swing: Swing) throws -> TimingFeatures { try TimingFeatures(of: swing, in: motion) }

  func rotation(of swing: Swing) throws -> RotationFeatures? {
    try RotationFeatures(of: swing, in: motion, smoothRate: smoothRate)
  }
}

/// The features of one swing.
struct SwingFeatures: Hashable, Sendable {
  /// Further times of the swing; nil without device motion.
  let timing: TimingFeatures?
  /// Rotation and speed; nil without device motion.
  let rotation: RotationFeatures?
  /// The features of the impact; nil for a miss.
  let burst: MeasuredImpact?
}
