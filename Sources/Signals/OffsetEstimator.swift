/// How late the stamps of one stream are against those of another, and how sure that is.
public struct OffsetEstimate: Sendable, Hashable {
  /// How late the stamps are, in s: to be subtracted from them. Negative where they are early.
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

/// Estimates the constant offset between the stamps of two streams that measure one vector.
///
/// Both are read as smooth functions of time (under 19 Hz, where sensor fusion leaves a movement as it is) on a grid of
/// 10 ms, and correlated over all three axes together at every shift up to `maxOffsetS`; the vertex of the parabola
/// through the best shift and its neighbours is the offset. A few stretches of vigorous motion are enough, so the cost
/// does not grow with the recording. Stretches with gaps are passed over; lost samples and jitter do no harm.
///
/// Where the offset is known, the estimate lies within 0.1 ms of it in simulated recordings and within 0.8 ms in composed
/// ones, whose contacts only one of the streams has. Three recordings of real watches at 50 Hz give 4.9, 5.0 and 9.9 ms.
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

  /// How late the stamps of `delayed` are against those of `reference`, which measures the same vector in the same unit.
  ///
  /// - Returns: nil where it cannot be told: rates under 40 Hz, under 1.3 s in common, no motion, gaps everywhere, or an
  ///   offset beyond the largest.
  /// - Throws: what reading the signals throws.
  public func offset(of delayed: Triaxial, against reference: Triaxial) throws -> OffsetEstimate? {
    var sums: Correlation?
    var offsets: [Double] = []
    for stretch in try vigorousStretches(of: delayed, against: reference) {
      guard let correlation = try correlation(of: stretch, with: reference) else { continue }
      if let peak = correlation.peak { offsets.append((peak.shift - Double(largestShift)) * Self.stepS) }
      sums = sums.map { $0 + correlation } ?? correlation
    }
    guard let peak = sums?.peak else { return nil }
    return OffsetEstimate(
      seconds: (peak.shift - Double(largestShift)) * Self.stepS, correlation: min(1, peak.value),
      spread: offsets.count < 2 ? nil : Statistics.madSigma(offsets))
  }

  /// Where evenly spaced stretches of the time that both streams cover begin, and how long each is, in s; none where they
  /// cannot be compared.
  func stretches(of delayed: Triaxial, against reference: Triaxial) -> (startsS: [Double], lengthS: Double) {
    guard delayed.timeBase.rate >= SmoothSampling.minRate, reference.timeBase.rate >= SmoothSampling.minRate else {
      return ([], 0)
    }
    let margin = SmoothSampling.reachS + maxOffsetS
    guard let common = delayed.timeBase.span?.common(with: reference.timeBase.span) else { return ([], 0) }
    let (first, last) = (common.lowerBound + margin, common.upperBound - margin)
    // Stamps from one end of all numbers to the other span no number.
    guard last - first >= Self.shortestS, (last - first).isFinite else { return ([], 0) }
    let length = min(stretchS, last - first)
    let count = max(1, min(candidateCount, Int(clamping: (last - first) / length)))
    let starts = (0..<count).map { number in
      first + (last - first - length) * (count > 1 ? Double(number) / Double(count - 1) : 0)
    }
    return (starts, length)
  }

  private struct Stretch {
    var startS: Double
    /// Smooth values about their mean.
    var values: [SIMD3<Double>]
    var energy: Double
  }

  private var largestShift: Int { Int((maxOffsetS / Self.stepS).rounded()) }

  /// The most vigorous of the candidates, in the order of time.
  private func vigorousStretches(of delayed: Triaxial, against reference: Triaxial) throws -> [Stretch] {
    let (starts, length) = stretches(of: delayed, against: reference)
    let points = Int(clamping: length / Self.stepS)
    let stretches = try starts.compactMap { start -> Stretch? in
      guard let sampling = try SmoothSampling(delayed, start...(start + length)) else { return nil }
      let values = sampling.values(from: start, step: Self.stepS, count: points)[...].aboutMean
      let energy = values.reduce(0) { $0 + ($1 * $1).sum() }
      guard energy >= 3 * Double(points) * minDeviation * minDeviation else { return nil }
      return Stretch(startS: start, values: values, energy: energy)
    }
    // Sorted by energy, then by time, so that equal ones leave no choice.
    let strongest = stretches.sorted { ($1.energy, $0.startS) < ($0.energy, $1.startS) }.prefix(stretchCount)
    return strongest.sorted { $0.startS < $1.startS }
  }

  private func correlation(of stretch: Stretch, with reference: Triaxial) throws -> Correlation? {
    let start = stretch.startS - Double(largestShift) * Self.stepS
    let count = stretch.values.count + 2 * largestShift
    let interval = start...start + Double(count) * Self.stepS
    guard let sampling = try SmoothSampling(reference, interval) else { return nil }
    let values = sampling.values(from: start, step: Self.stepS, count: count)
    var correlation = Correlation(energy: stretch.energy)
    // A stream that is late by `shift` steps shows now what the other showed that long before.
    for shift in 0...2 * largestShift {
      let other = values[(2 * largestShift - shift)..<(2 * largestShift - shift + stretch.values.count)].aboutMean
      correlation.products.append(zip(stretch.values, other).reduce(0) { $0 + ($1.0 * $1.1).sum() })
      correlation.energies.append(other.reduce(0) { $0 + ($1 * $1).sum() })
    }
    return correlation
  }
}

/// Sums over one stretch or several from which the correlation at every shift follows.
private struct Correlation {
  /// Of the delayed stream.
  var energy: Double
  /// Of both, for every shift.
  var products: [Double] = []
  /// Of the reference, for every shift.
  var energies: [Double] = []

  static func + (left: Self, right: Self) -> Self {
    Correlation(
      energy: left.energy + right.energy, products: zip(left.products, right.products).map { $0 + $1 },
      energies: zip(left.energies, right.energies).map { $0 + $1 })
  }

  /// The place of the largest correlation, between the shifts, and its height; nil at the ends, where it may lie beyond.
  var peak: (shift: Double, value: Double)? {
    let values = zip(products, energies).map { $1 > 0 ? $0 / ($1 * energy).squareRoot() : 0 }
    guard let best = values.indices.max(by: { values[$0] < values[$1] }), best > 0, best + 1 < values.count,
      values[best] > 0
    else { return nil }
    let vertex = Statistics.parabolaVertex(values[best - 1], values[best], values[best + 1])
    return (Double(best) + vertex.offset, vertex.value)
  }
}

extension ArraySlice<SIMD3<Double>> {
  /// The vectors less their mean.
  fileprivate var aboutMean: [SIMD3<Double>] {
    let mean = reduce(.zero, +) / Double(count)
    return map { $0 - mean }
  }
}

extension ClosedRange<Double> {
  fileprivate func common(with other: Self?) -> Self? { other.flatMap { overlaps($0) ? clamped(to: $0) : nil } }
}
