/// How late the timestamps of one stream are compared with those of another, and how certain this is.
public struct OffsetEstimate: Sendable, Hashable {
  /// How late the timestamps are, in s: subtract it from them. Negative if they are early.
  public var seconds: Double
  /// Correlation of the two streams after this correction, up to 1.
  public var correlation: Double
  /// Standard deviation of the offsets of single stretches, from their median absolute deviation, in s; nil for one
  /// stretch.
  public var spread: Double?

  /// Makes an estimate.
  public init(seconds: Double, correlation: Double, spread: Double? = nil) {
    self.seconds = seconds
    self.correlation = correlation
    self.spread = spread
  }

  /// Whether the estimate is good enough to use: a correlation of 0.9 or more, and stretches that agree
  /// within 3 ms.
  ///
  /// Streams of one sensor correlate at 0.99 and more; with strokes of 30 g clipped at 8 g they still correlate at
  /// 0.91, and the offset is right to 0.5 ms.
  public var isReliable: Bool { correlation >= 0.9 && (spread ?? 0) <= 0.003 }
}

/// Estimates the constant offset between the timestamps of two streams that measure one vector.
///
/// Both are read as smooth functions of time (below 19 Hz, where sensor fusion leaves a movement as it is) on a grid of
/// 10 ms, and correlated over all three axes together at every shift up to `maxOffsetS`; the vertex of the parabola
/// through the best shift and its neighbours is the offset. A few stretches of vigorous motion are enough, so the cost
/// does not grow with the recording. Stretches with gaps are skipped; lost samples and jitter do no harm.
///
/// Where the offset is known, the error is within 0.1 ms in simulated recordings and within 0.8 ms in composed ones,
/// whose contacts are in only one of the streams. Three recordings of real watches at 50 Hz give 4.9, 5.0 and 9.9 ms.
package struct OffsetEstimator: Sendable, Hashable {
  /// The largest offset that is found, in s, in both directions.
  package var maxOffsetS = 0.2
  /// The length of a stretch, in s; a shorter recording is one stretch.
  package var stretchS = 3.0
  /// How many stretches, evenly spaced over the recording, are examined.
  package var candidateCount = 24
  /// How many of them, the most vigorous, are correlated.
  package var stretchCount = 6
  /// The smallest standard deviation of a stretch, over its axes, in the signals' unit: a smaller one counts
  /// as rest.
  package var minDeviation = 0.05

  /// The step of the grid, in s.
  static let stepS = 0.01
  private static let shortestS = 0.75

  package init() {}

  /// How late the timestamps of `delayed` are compared with those of `reference`, which measures the same vector in
  /// the same unit.
  ///
  /// - Returns: nil if unknown: rates below 40 Hz, less than 1.3 s in common, no motion, gaps everywhere, or an
  ///   offset beyond the largest.
  /// - Throws: what reading the signals throws.
  package func offset(of delayed: Triaxial, against reference: Triaxial) throws -> OffsetEstimate? {
    let (starts, length) = stretches(of: delayed, against: reference)
    var stretches = OffsetStretches(self, startsS: starts, lengthS: length)
    try stretches.measure(upTo: .infinity, delayed: delayed, reference: reference)
    return stretches.estimate
  }

  /// How far two streams that measure one vector differ once one of them is shifted by its offset.
  ///
  /// Both are read as smooth functions of time (below 19 Hz) at the same times, in the evenly spaced stretches that
  /// `offset(of:against:)` examines, whether they hold motion or not; means are not subtracted. Stretches with gaps
  /// are skipped.
  ///
  /// - Parameters:
  ///   - delayed: the stream whose timestamps are late.
  ///   - reference: the other one, in the same unit.
  ///   - seconds: how late they are; negative where they are early.
  /// - Returns: the root mean square of the magnitude of the vectors' difference, in the signals' unit; nil if nothing
  ///   can be compared: rates below 40 Hz, less than 1.3 s in common, gaps everywhere.
  /// - Throws: what reading the signals throws.
  package func residual(
    of delayed: Triaxial, against reference: Triaxial, offsetByS seconds: Double
  ) throws -> Double? {
    var squares = 0.0
    var count = 0
    let (starts, length) = stretches(of: delayed, against: reference)
    let points = Int(clamping: length / Self.stepS)
    for start in starts {
      let moved = start + seconds
      guard let first = try SmoothSampling(delayed, moved...moved + length),
        let second = try SmoothSampling(reference, start...start + length)
      else { continue }
      let pairs = zip(
        first.values(from: moved, step: Self.stepS, count: points),
        second.values(from: start, step: Self.stepS, count: points))
      for (left, right) in pairs {
        let difference = left - right
        squares += (difference * difference).sum()
        count += 1
      }
    }
    return count > 0 ? (squares / Double(count)).squareRoot() : nil
  }

  /// The starts of evenly spaced stretches in the time that both streams cover, and the length of each, in s; none
  /// if the streams cannot be compared.
  func stretches(of delayed: Triaxial, against reference: Triaxial) -> (startsS: [Double], lengthS: Double) {
    stretches(
      delayed: (delayed.timeBase.rate, delayed.timeBase.span),
      reference: (reference.timeBase.rate, reference.timeBase.span))
  }

  /// The same for streams with known rates, in Hz, and spans, in s.
  func stretches(
    delayed: (rateHz: Double, spanS: ClosedRange<Double>?), reference: (rateHz: Double, spanS: ClosedRange<Double>?)
  ) -> (startsS: [Double], lengthS: Double) {
    guard delayed.rateHz >= SmoothSampling.minRate, reference.rateHz >= SmoothSampling.minRate else { return ([], 0) }
    let margin = SmoothSampling.reachS + maxOffsetS
    guard let common = delayed.spanS?.common(with: reference.spanS) else { return ([], 0) }
    let (first, last) = (common.lowerBound + margin, common.upperBound - margin)
    // The span of extreme timestamps may not be a finite number.
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
