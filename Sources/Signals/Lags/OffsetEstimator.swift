/// How late the timestamps of one stream are against those of another, and how sure that is.
public struct OffsetEstimate: Sendable, Hashable {
  /// How late the timestamps are, in s: to be subtracted from them. Negative where they are early.
  public var seconds: Double
  /// Correlation of the two streams once that is done, up to 1.
  public var correlation: Double
  /// Standard deviation of what single stretches give, from their median absolute deviation, in s; nil of a single one.
  public var spread: Double?

  /// An estimate of the given figures.
  public init(seconds: Double, correlation: Double, spread: Double? = nil) {
    self.seconds = seconds
    self.correlation = correlation
    self.spread = spread
  }

  /// Whether it is good enough to act on: a correlation of 0.9 or more, and stretches that agree within 3 ms.
  ///
  /// Streams of one sensor correlate at 0.99 and more; clipped at 8 g, strokes of 30 g still do at 0.91, and the offset
  /// is right to 0.5 ms.
  public var isReliable: Bool { correlation >= 0.9 && (spread ?? 0) <= 0.003 }
}

/// Estimates the constant offset between the timestamps of two streams that measure one vector.
///
/// Both are read as smooth functions of time (under 19 Hz, where sensor fusion leaves a movement as it is) on a grid of
/// 10 ms, and correlated over all three axes together at every shift up to `maxOffsetS`; the vertex of the parabola
/// through the best shift and its neighbours is the offset. A few stretches of vigorous motion are enough, so the cost
/// does not grow with the recording. Stretches with gaps are passed over; lost samples and jitter do no harm.
///
/// Where the offset is known, the estimate lies within 0.1 ms of it in simulated recordings and within 0.8 ms in
/// composed ones, whose contacts only one of the streams has. Three recordings of real watches at 50 Hz give 4.9, 5.0
/// and 9.9 ms.
public struct OffsetEstimator: Sendable, Hashable {
  /// The largest offset that is found, in s, either way.
  public var maxOffsetS = 0.2
  /// The length of a stretch, in s; a shorter recording is one stretch.
  public var stretchS = 3.0
  /// How many stretches, evenly spaced over the recording, are looked at.
  public var candidateCount = 24
  /// How many of them, the most vigorous, are correlated.
  public var stretchCount = 6
  /// The smallest standard deviation of a stretch, over its axes, in the signals' unit: less is rest.
  public var minDeviation = 0.05

  /// The step of the grid, in s.
  static let stepS = 0.01
  private static let shortestS = 0.75

  /// An estimator for accelerations in g.
  public init() {}

  /// How late the timestamps of `delayed` are against those of `reference`, which measures the same vector in the same
  /// unit.
  ///
  /// - Returns: nil where it cannot be told: rates under 40 Hz, under 1.3 s in common, no motion, gaps everywhere, or
  ///   an offset beyond the largest.
  /// - Throws: what reading the signals throws.
  public func offset(of delayed: Triaxial, against reference: Triaxial) throws -> OffsetEstimate? {
    let (starts, length) = stretches(of: delayed, against: reference)
    var stretches = OffsetStretches(self, startsS: starts, lengthS: length)
    try stretches.measure(upTo: .infinity, delayed: delayed, reference: reference)
    return stretches.estimate
  }

  /// Where evenly spaced stretches of the time that both streams cover begin, and how long each is, in s; none where
  /// they cannot be compared.
  func stretches(of delayed: Triaxial, against reference: Triaxial) -> (startsS: [Double], lengthS: Double) {
    stretches(
      delayed: (delayed.timeBase.rate, delayed.timeBase.span),
      reference: (reference.timeBase.rate, reference.timeBase.span))
  }

  /// The same of streams of which rates, in Hz, and spans, in s, are known.
  func stretches(
    delayed: (rateHz: Double, spanS: ClosedRange<Double>?), reference: (rateHz: Double, spanS: ClosedRange<Double>?)
  ) -> (startsS: [Double], lengthS: Double) {
    guard delayed.rateHz >= SmoothSampling.minRate, reference.rateHz >= SmoothSampling.minRate else { return ([], 0) }
    let margin = SmoothSampling.reachS + maxOffsetS
    guard let common = delayed.spanS?.common(with: reference.spanS) else { return ([], 0) }
    let (first, last) = (common.lowerBound + margin, common.upperBound - margin)
    // Timestamps from one end of all numbers to the other span no number.
    guard last - first >= Self.shortestS, (last - first).isFinite else { return ([], 0) }
    let length = min(stretchS, last - first)
    let count = max(1, min(candidateCount, Int(clamping: (last - first) / length)))
    let starts = (0..<count).map { number in
      first + (last - first - length) * (count > 1 ? Double(number) / Double(count - 1) : 0)
    }
    return (starts, length)
  }

  var largestShift: Int { Int((maxOffsetS / Self.stepS).rounded()) }
}

extension ClosedRange<Double> {
  fileprivate func common(with other: Self?) -> Self? { other.flatMap { overlaps($0) ? clamped(to: $0) : nil } }
}
