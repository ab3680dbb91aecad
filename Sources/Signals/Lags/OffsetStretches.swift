/// Stretches of two streams that `OffsetEstimator` compares. Each stretch is measured after it has passed.
///
/// Comparing with the reference takes most of the time, so only the most vigorous stretches so far are compared. If the
/// whole recording is available, only the stretches that determine the estimate are compared.
package struct OffsetStretches: Sendable {
  private struct Stretch {
    var startS: Double
    /// Smooth values minus their mean.
    var values: [SIMD3<Double>]
    var energy: Double
    /// The correlation with the reference; nil if the reference has gaps there.
    var correlation: Correlation?
    var isCompared = false
  }

  private let estimator: OffsetEstimator
  private let startsS: [Double]
  private let lengthS: Double
  private var next = 0
  /// The most vigorous stretches so far, the strongest first.
  private var strongest: [Stretch] = []

  /// Stretches of streams in progress with known spans; nil if the streams cannot be compared.
  package init?(_ estimator: OffsetEstimator, delayed: Prologue, reference: Prologue) {
    let (starts, length) = estimator.stretches(
      delayed: (delayed.rateHz, delayed.spanS), reference: (reference.rateHz, reference.spanS))
    guard !starts.isEmpty else { return nil }
    self.init(estimator, startsS: starts, lengthS: length)
  }

  init(_ estimator: OffsetEstimator, startsS: [Double], lengthS: Double) {
    self.estimator = estimator
    self.startsS = startsS
    self.lengthS = lengthS
  }

  private var reachS: Double { estimator.maxOffsetS + SmoothSampling.reachS + 4 * OffsetEstimator.stepS }

  /// The time from which samples are still needed, in s; nil if no more samples are needed.
  package var neededFrom: Double? { next < startsS.count ? startsS[next] - reachS : nil }

  /// Whether the next stretch is wholly before a time.
  package func hasPassed(_ time: Double) -> Bool {
    next < startsS.count && (time == .infinity || startsS[next] + lengthS + reachS < time)
  }

  /// The interval of both streams needed for the next stretch, in s; nil if none is left.
  package var nextInterval: ClosedRange<Double>? {
    neededFrom.map { $0...startsS[next] + lengthS + reachS }
  }

  /// Skips the next stretch.
  package mutating func skip() { next += 1 }

  /// Measures the stretches that are wholly before a time.
  ///
  /// - Throws: the errors of reading the signals.
  package mutating func measure(upTo time: Double, delayed: Triaxial, reference: Triaxial) throws {
    while hasPassed(time) { try add(delayed) }
    try compare(reference)
  }

  /// Measures only the next stretch.
  ///
  /// - Throws: the errors of reading the signals.
  package mutating func measureNext(delayed: Triaxial, reference: Triaxial) throws {
    try add(delayed)
    try compare(reference)
  }

  private mutating func add(_ delayed: Triaxial) throws {
    if let stretch = try stretch(from: startsS[next], delayed) {
      strongest.append(stretch)
      // Sorted by energy, then by time, so that ties are resolved.
      strongest.sort { ($1.energy, $0.startS) < ($0.energy, $1.startS) }
      strongest = Array(strongest.prefix(estimator.stretchCount))
    }
    next += 1
  }

  private mutating func compare(_ reference: Triaxial) throws {
    for place in strongest.indices where !strongest[place].isCompared {
      strongest[place].correlation = try correlation(of: strongest[place], with: reference)
      strongest[place].isCompared = true
    }
  }

  private func stretch(from start: Double, _ delayed: Triaxial) throws -> Stretch? {
    let points = Int(clamping: lengthS / OffsetEstimator.stepS)
    guard let sampling = try SmoothSampling(delayed, start...(start + lengthS)) else { return nil }
    let values = sampling.values(from: start, step: OffsetEstimator.stepS, count: points)[...].aboutMean
    let energy = values.reduce(0) { $0 + ($1 * $1).sum() }
    guard energy >= 3 * Double(points) * estimator.minDeviation * estimator.minDeviation else { return nil }
    if strongest.count == estimator.stretchCount, let last = strongest.last, energy <= last.energy { return nil }
    return Stretch(startS: start, values: values, energy: energy)
  }

  private func correlation(of stretch: Stretch, with reference: Triaxial) throws -> Correlation? {
    let largestShift = estimator.largestShift
    let start = stretch.startS - Double(largestShift) * OffsetEstimator.stepS
    let count = stretch.values.count + 2 * largestShift
    let interval = start...start + Double(count) * OffsetEstimator.stepS
    guard let sampling = try SmoothSampling(reference, interval) else { return nil }
    let values = sampling.values(from: start, step: OffsetEstimator.stepS, count: count)
    var correlation = Correlation(energy: stretch.energy)
    // A stream that is late by n steps shows the movement that the reference showed n steps earlier. Here n is `shift`
    // minus `largestShift`.
    for shift in 0...2 * largestShift {
      let other = values[(2 * largestShift - shift)..<(2 * largestShift - shift + stretch.values.count)].aboutMean
      correlation.products.append(zip(stretch.values, other).reduce(0) { $0 + ($1.0 * $1.1).sum() })
      correlation.energies.append(other.reduce(0) { $0 + ($1 * $1).sum() })
    }
    return correlation
  }

  /// The offset from all stretches; nil if they do not determine it.
  package var estimate: OffsetEstimate? {
    func seconds(_ shift: Double) -> Double { (shift - Double(estimator.largestShift)) * OffsetEstimator.stepS }
    // In the order of time, as rounding depends on the order.
    let correlations = strongest.sorted { $0.startS < $1.startS }.compactMap(\.correlation)
    guard let first = correlations.first, let peak = correlations.dropFirst().reduce(first, +).peak else { return nil }
    let offsets = correlations.compactMap { $0.peak.map { seconds($0.shift) } }
    return OffsetEstimate(
      seconds: seconds(peak.shift), correlation: min(1, peak.value),
      spread: offsets.count < 2 ? nil : Statistics.madSigma(offsets))
  }
}

/// Sums over one or more stretches, which give the correlation at every shift.
private struct Correlation {
  /// The energy of the delayed stream.
  var energy: Double
  /// The products of the two streams, for every shift.
  var products: [Double] = []
  /// The energies of the reference, for every shift.
  var energies: [Double] = []

  static func + (left: Self, right: Self) -> Self {
    Correlation(
      energy: left.energy + right.energy, products: zip(left.products, right.products).map { $0 + $1 },
      energies: zip(left.energies, right.energies).map { $0 + $1 })
  }

  /// The largest correlation, and its position between the shifts; nil at the first and last shift, as the true peak
  /// may be beyond.
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
  /// The vectors minus their mean.
  fileprivate var aboutMean: [SIMD3<Double>] {
    let mean = reduce(.zero, +) / Double(count)
    return map { $0 - mean }
  }
}
