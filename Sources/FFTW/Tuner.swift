/// A transform that was planned by measurement, and what that gained.
public struct TunedTransform: Hashable, Sendable {
  /// The direction of a transform.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// From the samples of two signals to a spectrum.
    case forward
    /// From a spectrum to the samples of two signals.
    case inverse
  }

  /// The number of samples of each signal.
  public let length: Int
  /// The direction of the transform.
  public let direction: Direction
  /// The median time with the estimated plan, in s.
  public let estimatedSeconds: Double
  /// The median time with the measured plan, in s.
  public let measuredSeconds: Double

  /// How many times faster the measured plan is.
  public var gain: Double { estimatedSeconds / measuredSeconds }
}

/// Plans transforms by measurement, which adds to the process's ``Wisdom``, and compares them with estimated ones.
public struct Tuner {
  /// How often each plan is timed; odd, so that the median is one of the times.
  private static let rounds = 51
  /// About how many samples are transformed per timing. That takes half a millisecond, far more than the clock's
  /// resolution.
  private static let samplesAtOnce = 1 << 18

  private let estimated: [Int: PairTransform]

  /// Forgets the process's plans and wisdom, and makes estimated plans for some lengths.
  ///
  /// All are made before the first measurement, as FFTW uses what it measured for one length to estimate plans for
  /// others.
  /// - Throws: `FFTWError`.
  public init(lengths: [Int]) throws(FFTWError) {
    removeCachedPlans()
    Wisdom.forget()
    var estimated: [Int: PairTransform] = [:]
    for length in lengths { estimated[length] = try PairTransform(length: length) }
    self.estimated = estimated
  }

  /// The transform lengths that filters of up to 8,192 taps use.
  public static let filterLengths = [512, 1024, 2048, 4096, 8192, 16_384, 32_768]

  /// Measures transforms of some lengths in both directions, which takes some 5 to 30 s for ``filterLengths``.
  ///
  /// The process's earlier plans and wisdom are forgotten.
  /// - Parameters:
  ///   - lengths: the numbers of samples of each signal.
  ///   - told: called with each transform after it was measured.
  /// - Returns: the wisdom to store in a ``WisdomFile``.
  /// - Throws: `FFTWError`.
  public static func measure(
    _ lengths: [Int] = filterLengths, told: (TunedTransform) -> Void = { _ in }
  ) throws(FFTWError) -> Wisdom {
    let tuner = try Tuner(lengths: lengths)
    for length in lengths {
      for direction in TunedTransform.Direction.allCases { told(try tuner.tune(length, direction)) }
    }
    return try Wisdom.current()
  }

  /// Plans one transform by measurement, which can take seconds, and compares it with its estimated plan.
  /// - Throws: `FFTWError`: `.invalidLength` for a length that this tuner was not made for.
  public func tune(_ length: Int, _ direction: TunedTransform.Direction) throws(FFTWError) -> TunedTransform {
    guard let estimated = estimated[length] else { throw .invalidLength(length) }
    // Zeros stay zeros, and take as long as any other numbers except subnormal ones.
    var samples = try AlignedBuffer(count: 2 * length)
    var spectrum = try AlignedBuffer(count: 2 * length)
    let measured = try PairTransform(length: length, effort: .measure)
    let seconds = try Self.compare(length: length) { (isMeasured) throws(FFTWError) in
      let transform = isMeasured ? measured : estimated
      switch direction {
      case .forward: try transform.forward(samples, into: &spectrum)
      case .inverse: try transform.inverse(spectrum, into: &samples)
      }
    }
    return TunedTransform(
      length: length, direction: direction, estimatedSeconds: seconds.0, measuredSeconds: seconds.1)
  }

  /// The median times of both plans, in s. The plans are timed in turns, so that a processor that slows down slows
  /// both.
  private static func compare(
    length: Int, _ execute: (_ isMeasured: Bool) throws(FFTWError) -> Void
  ) throws(FFTWError) -> (estimated: Double, measured: Double) {
    let repeats = max(1, samplesAtOnce / length)
    func time(_ isMeasured: Bool) throws(FFTWError) -> Double {
      let start = ContinuousClock.now
      for _ in 0..<repeats { try execute(isMeasured) }
      return (ContinuousClock.now - start) / .seconds(1) / Double(repeats)
    }
    var estimated: [Double] = []
    var measured: [Double] = []
    for _ in 0..<rounds {
      estimated.append(try time(false))
      measured.append(try time(true))
    }
    return (estimated.sorted()[rounds / 2], measured.sorted()[rounds / 2])
  }
}
