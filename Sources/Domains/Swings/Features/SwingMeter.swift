import SPSignals

/// The features of one swing.
///
/// Each part declares its own: ``TimingFeatures``, ``RotationFeatures``, and for an impact ``BurstFeatures``,
/// ``SpectrumFeatures`` and ``ContextFeatures``. `SwingMeter` measures them, and `SwingColumns` and `ImpactColumns`
/// give each feature its name, unit and definition.
public struct SwingFeatures: Hashable, Sendable {
  /// Further times of the swing; nil without device motion.
  public let timing: TimingFeatures?
  /// Rotation and speed; nil without device motion.
  public let rotation: RotationFeatures?
  /// The features of the impact; nil for a miss.
  public let burst: MeasuredImpact?
}

/// An impact with the strength, shape, spectrum and context of its burst; a class, since it is passed to each of many
/// columns.
public final class MeasuredImpact: Sendable {
  /// The impact.
  public let impact: Impact
  /// Strength and shape.
  public let burst: BurstFeatures
  /// Frequencies and axes; nil for a burst without energy.
  public let spectrum: SpectrumFeatures?
  /// The acceleration before the impact.
  public let context: ContextFeatures

  /// Measures an impact.
  /// - Throws: errors from reading the signals.
  public init(_ impact: Impact, in signals: SwingSignals) throws {
    self.impact = impact
    burst = try BurstFeatures(of: impact, in: signals)
    spectrum = try SpectrumFeatures(of: impact, in: signals.filtered)
    context = try ContextFeatures(before: impact, in: signals.filtered[impact.axis])
  }
}

extension MeasuredImpact: Hashable {
  /// Whether two impacts have the same measurements.
  public static func == (first: MeasuredImpact, second: MeasuredImpact) -> Bool {
    first.impact == second.impact && first.burst == second.burst && first.spectrum == second.spectrum
      && first.context == second.context
  }

  /// Hashes the measurements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(impact)
    hasher.combine(burst)
    hasher.combine(spectrum)
    hasher.combine(context)
  }
}

/// Measures the features of swings, each swing in a window around it. It is a class, since very many swings use its
/// signals.
public final class SwingMeter: Sendable {
  private let signals: SwingSignals
  private let smoothRate: Triaxial?

  /// Cut-off of the low-pass applied before the angular acceleration, in Hz: between its pass and stop band.
  package static let smoothingHz = (pass: 20.0, stop: 40.0)

  /// Prepares to measure a recording's signals.
  /// - Throws: errors from designing the low-pass.
  public convenience init(signals: SwingSignals) throws {
    let rateHz = signals.motion?.rotationRate.timeBase.rate ?? 0
    self.init(signals: signals, smoothing: try Self.smoothing(rateHz))
  }

  /// Prepares to measure with an existing low-pass; nil omits the angular acceleration.
  init(signals: SwingSignals, smoothing: FIRKernel?) {
    self.signals = signals
    smoothRate = smoothing.flatMap { kernel in
      signals.motion.map { motion in
        Triaxial(
          x: DirectlyFilteredSignal(motion.rotationRate.x, kernel: kernel),
          y: DirectlyFilteredSignal(motion.rotationRate.y, kernel: kernel),
          z: DirectlyFilteredSignal(motion.rotationRate.z, kernel: kernel))
      }
    }
  }

  /// The low-pass for the rotation rate at a sampling rate in Hz; nil if the Nyquist frequency is below its stop band.
  /// - Throws: errors from designing the low-pass.
  static func smoothing(_ rateHz: Double) throws -> FIRKernel? {
    guard rateHz / 2 > smoothingHz.stop else { return nil }
    return try KaiserLowPass(passHz: smoothingHz.pass, stopHz: smoothingHz.stop, attenuationDB: 40).kernel(rate: rateHz)
  }

  /// The swings with their features, in the order given.
  /// - Throws: errors from reading the signals.
  package func measure(_ swings: [LabelledSwing]) throws -> [LabelledSwing] {
    try InOrder.map(swings) { [self] _, labelled in
      var labelled = labelled
      labelled.swing.candidate.add(labelled.swing.candidate.contact, labelled.label)
      labelled.swing.candidate.add(try features(of: labelled.swing))
      return labelled
    }
  }

  /// The features of one swing.
  /// - Throws: errors from reading the signals.
  func features(of swing: Swing) throws -> SwingFeatures {
    SwingFeatures(
      timing: try signals.motion.map { try TimingFeatures(of: swing, in: $0) },
      rotation: try signals.motion.flatMap { try RotationFeatures(of: swing, in: $0, smoothRate: smoothRate) },
      burst: try swing.impact.map { try MeasuredImpact($0, in: signals) })
  }
}

/// The signals of one recording for measuring features. All share one clock.
public struct SwingSignals: Sendable {
  /// Acceleration as recorded, in g.
  public var acceleration: Triaxial
  /// Acceleration after the high-pass, in g, on the same samples.
  public var filtered: Triaxial
  /// Device motion; nil if not recorded.
  public var motion: MotionSignals?

  /// Makes the set.
  public init(acceleration: Triaxial, filtered: Triaxial, motion: MotionSignals? = nil) {
    self.acceleration = acceleration
    self.filtered = filtered
    self.motion = motion
  }
}

extension PeakFinder {
  /// Finds all peaks of a rotation of at least a rate in rad/s, whatever the noise.
  init(rotationFrom rate: Double) {
    self.init(level: Float(rate), sigmaMultiple: 0, refractorySeconds: 0)
    measuresNoise = false
  }
}

@inline(__always)
func vector(_ index: Int, _ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>) -> SIMD3<Double> {
  SIMD3(Double(x[index]), Double(y[index]), Double(z[index]))
}

/// The largest magnitude among the vectors without a missing component; NaN without such a vector.
func largestLength(_ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>) -> Double {
  var largest = -1.0
  for index in x.indices {
    let vector = vector(index, x, y, z)
    let square = (vector * vector).sum()
    if square.isFinite, square > largest { largest = square }
  }
  return largest < 0 ? .nan : largest.squareRoot()
}

extension SIMD3<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}
