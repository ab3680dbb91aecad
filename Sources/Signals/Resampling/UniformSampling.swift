/// Signals resampled at a constant sampling interval from timestamps at any intervals.
///
/// The value at a time is found from the position of that time between its two neighbouring timestamps, by band-limited
/// interpolation over 16 samples on each side; at a sample's own timestamp it is the sample's value. Each segment is
/// interpolated on its own, as if its first and last value continued. Where there are no samples (before the first,
/// after the last and in gaps) the value is 0, and so it is where more than two samples in a row are missing (not
/// finite in any of the signals); one or two missing samples are interpolated linearly.
///
/// If the clock goes back, a time can lie in several segments: then the first of them counts, as in a search.
public struct UniformSampling: Sendable {
  /// The time of the first point, in s.
  public let start: Double
  /// Points per second.
  public let rateHz: Double
  /// The number of points: from the first timestamp to the last.
  public let count: Int

  /// The most consecutive samples that may be missing: the resulting interval is not a gap.
  private static let mostFilled = Int(GapLimit.medians) - 1

  /// A time this close to a timestamp counts as the timestamp, as a fraction of an interval, since times are
  /// rounded.
  private static let slack = 1e-6

  private let signals: [any Signal]
  private let timeBase: TimeBase

  /// Prepares signals that share a time base; at least one.
  ///
  /// - Parameters:
  ///   - signals: the signals.
  ///   - rateHz: points per second, best no lower than the signals' rate: frequencies above half of it are
  ///     not removed.
  /// - Throws: ``TimeBaseError/empty`` without samples.
  public init(_ signals: [any Signal], rateHz: Double) throws {
    precondition(rateHz > 0 && rateHz.isFinite, "\(rateHz) points a second")
    guard let timeBase = signals.first?.timeBase, let span = timeBase.span else { throw TimeBaseError.empty }
    self.signals = signals
    self.timeBase = timeBase
    self.rateHz = rateHz
    start = span.lowerBound
    let steps = ((span.upperBound - span.lowerBound) * rateHz + Self.slack).rounded(.down)
    count = Int(min(steps, 1e15)) + 1
  }

  /// The values at a range of points, one array per signal; the same however ranges are cut.
  /// - Throws: `SignalError` for a range that does not fit, and what reading the signals throws.
  public func values(_ points: Range<Int>) throws -> [[Float]] {
    try SignalError.check(points, count: count)
    var values = signals.map { _ in [Float](repeating: 0, count: points.count) }
    var isSet = [Bool](repeating: false, count: points.count)
    guard !points.isEmpty else { return values }
    let slack = Self.slack / rateHz
    let interval = moment(points.lowerBound) - slack...moment(points.upperBound - 1) + slack
    for segment in segments(in: interval) {
      for stretch in try stretches(of: segment, in: interval) { fill(&values, &isSet, points, from: stretch) }
    }
    return values
  }

  private func moment(_ point: Int) -> Double { start + Double(point) / rateHz }

  private func segments(in interval: ClosedRange<Double>) -> [TimeBase.Segment] {
    let all = timeBase.segments
    guard timeBase.isOrdered else {
      return all.filter { $0.startTime <= interval.upperBound && $0.endTime >= interval.lowerBound }
    }
    let first = partitionPoint(0..<all.count) { all[$0].endTime < interval.lowerBound }
    let end = partitionPoint(first..<all.count) { all[$0].startTime <= interval.upperBound }
    return Array(all[first..<end])
  }

  /// Consecutive samples of which none is missing, padded with copies of the first and last as far as the kernel
  /// reaches.
  private struct Stretch {
    var times: ArraySlice<Double>
    /// For each signal `SincKernel.reach` more values at both ends than there are times.
    var values: [[Float]]
  }

  /// The samples of a segment needed for points in an interval.
  private func stretches(of segment: TimeBase.Segment, in interval: ClosedRange<Double>) throws -> [Stretch] {
    // Far enough that missing samples are filled in the same way whatever the interval.
    let margin = SincKernel.reach + Self.mostFilled + 2
    let first = try timeBase.firstIndex(atOrAfter: interval.lowerBound, in: segment)
    let after = try timeBase.firstIndex(atOrAfter: interval.upperBound, in: segment)
    let range =
      max(first - margin, segment.samples.lowerBound)..<min(after + margin, segment.samples.upperBound)
    let times = try timeBase.times(range)
    var values = try signals.map { try $0.samples(range) }
    return Self.filled(&values, count: times.count).map { rows in
      Stretch(times: times[rows], values: values.map { Self.extended($0[rows]) })
    }
  }

  private static func extended(_ values: ArraySlice<Float>) -> [Float] {
    guard let first = values.first, let last = values.last else { return [] }
    return Array(repeating: first, count: SincKernel.reach) + values + Array(repeating: last, count: SincKernel.reach)
  }

  /// Fills short runs of missing values.
  /// - Returns: the rows that now have values, in unbroken ranges.
  private static func filled(_ values: inout [[Float]], count: Int) -> [Range<Int>] {
    if !values.contains(where: { Statistics.hasMissing($0.span) }) { return [0..<count] }
    var stretches: [Range<Int>] = []
    for row in 0..<count where values.allSatisfy({ $0[row].isFinite }) {
      guard let last = stretches.last, row - last.upperBound <= mostFilled else {
        stretches.append(row..<row + 1)
        continue
      }
      let (before, steps) = (last.upperBound - 1, Float(row - last.upperBound + 1))
      for signal in values.indices {
        let rise = (values[signal][row] - values[signal][before]) / steps
        for place in last.upperBound..<row {
          values[signal][place] = values[signal][before] + rise * Float(place - before)
        }
      }
      stretches[stretches.count - 1] = last.lowerBound..<row + 1
    }
    return stretches
  }

  /// Sets the points between the first and the last sample of a stretch that no earlier stretch has set.
  private func fill(
    _ values: inout [[Float]], _ isSet: inout [Bool], _ points: Range<Int>, from stretch: Stretch
  ) {
    let times = stretch.times
    guard let first = times.first, let last = times.last else { return }
    let from = max(points.lowerBound, Int(((first - start) * rateHz - Self.slack).rounded(.up)))
    let through = min(points.upperBound - 1, Int(((last - start) * rateHz + Self.slack).rounded(.down)))
    guard from <= through else { return }
    var sample = times.startIndex
    for point in from...through where !isSet[point - points.lowerBound] {
      let moment = moment(point)
      while sample + 1 < times.endIndex, times[sample + 1] <= moment { sample += 1 }
      let step = sample + 1 < times.endIndex ? times[sample + 1] - times[sample] : 0
      let fraction = step > 0 ? min(max((moment - times[sample]) / step, 0), 1) : 0
      let weights = SincKernel.weights(behind: fraction)
      // Among the extended values, sample `n` is at `n + reach`.
      let place = sample - times.startIndex + 1
      for signal in values.indices {
        values[signal][point - points.lowerBound] = weights.sum(of: stretch.values[signal], from: place)
      }
      isSet[point - points.lowerBound] = true
    }
  }
}
