import SPPlots
import SPSignals

/// Signals as series for a picture, read in blocks: memory is bounded by the picture, not by the stretch.
struct SignalTraces {
  /// The series, one for each signal.
  let series: [TimeSeries]
  /// Stretches in which any of the signals lies at the limit.
  let clipped: [ClosedRange<Double>]

  /// The number of samples read at a time: about two of the blocks in which datasets are decoded.
  private static let blockLength = 16_384

  /// The kept samples of a block.
  private struct Part: Sendable {
    var blocks: [SeriesThinner.Block]
    var clipped: [Double] = []
  }

  /// Reads signals that share a time base; spare workers of the present task read ahead.
  ///
  /// - Parameters:
  ///   - signals: the signals; none give no series.
  ///   - span: the stretch, in s; one sample on each side of it is read, too, so that lines reach the edges.
  ///   - columns: the resolution.
  ///   - factor: the decimation factor: one of so many samples is kept.
  ///   - limit: the magnitude from which a value counts as clipped.
  ///   - breaksAtGaps: whether lines end at long gaps.
  ///   - joinedIntervalS: sampling intervals up to this many s are not gaps, whatever the usual one.
  /// - Throws: the errors of reading the signals.
  init(
    _ signals: [any Signal], over span: ClosedRange<Double>, columns: Int, keepingEach factor: Int = 1,
    limit: Float? = nil, breaksAtGaps: Bool = true, joinedIntervalS: Double = 0
  ) throws {
    guard let timeBase = signals.first?.timeBase else {
      series = []
      clipped = []
      return
    }
    let range = try Self.range(of: timeBase, over: span)
    let interval = timeBase.medianInterval * Double(factor)
    let thinner = SeriesThinner(
      over: span, columns: columns,
      medianInterval: breaksAtGaps ? max(interval, joinedIntervalS / GapLimit.medians) : 0
    )
    var thinners = signals.map { _ in thinner }
    var stretches = Stretches(joiningWithin: max(4 * interval, (span.upperBound - span.lowerBound) / Double(columns)))
    try InOrder.forEach(blocksOf: Self.blockLength, in: range) { block in
      let timestamps = try timeBase.times(block)
      let values = try signals.map { try $0.samples(block) }
      let kept = factor == 1 ? nil : block.filter { $0.isMultiple(of: factor) }.map { $0 - block.lowerBound }
      var part = Part(
        blocks: thinner.blocks(
          times: kept?.map { timestamps[$0] } ?? timestamps, values.map { values in kept?.map { values[$0] } ?? values }
        ))
      if let limit {
        for values in values {
          part.clipped += values.indices.filter { abs(values[$0]) >= limit }.map { timestamps[$0] }
        }
      }
      return part
    } body: { _, part in
      for (index, block) in part.blocks.enumerated() { thinners[index].append(block) }
      for moment in part.clipped { stretches.add(moment) }
    }
    series = thinners.map { $0.series() }
    clipped = stretches.joined
  }

  private static func range(of timeBase: TimeBase, over span: ClosedRange<Double>) throws -> Range<Int> {
    var range = try timeBase.indices(in: span)
    if range.lowerBound > 0, try timeBase.time(at: range.lowerBound - 1) <= span.lowerBound {
      range = range.lowerBound - 1..<range.upperBound
    }
    if range.upperBound < timeBase.count, try timeBase.time(at: range.upperBound) >= span.upperBound {
      range = range.lowerBound..<range.upperBound + 1
    }
    return range
  }

  /// The gaps within a stretch of time: gaps that are closer than a column of pixels count as one.
  static func gaps(of timeBase: TimeBase, over span: ClosedRange<Double>, columns: Int) -> [ClosedRange<Double>] {
    let column = (span.upperBound - span.lowerBound) / Double(columns)
    var gaps: [ClosedRange<Double>] = []
    func add(_ start: Double, _ end: Double) {
      let (start, end) = (max(start, span.lowerBound), min(end, span.upperBound))
      guard start < end else { return }
      if let last = gaps.last, start >= last.lowerBound, start - last.upperBound < column {
        gaps[gaps.count - 1] = last.lowerBound...max(last.upperBound, end)
      } else {
        gaps.append(start...end)
      }
    }
    guard let whole = timeBase.span else { return [span] }
    // Streams start and end a few samples apart.
    let slack = max(column, 4 * timeBase.medianInterval)
    if whole.lowerBound - span.lowerBound > slack { add(span.lowerBound, whole.lowerBound) }
    for (before, after) in zip(timeBase.segments, timeBase.segments.dropFirst()) {
      add(before.endTime, after.startTime)
    }
    if span.upperBound - whole.upperBound > slack { add(whole.upperBound, span.upperBound) }
    return gaps
  }

  /// Moments as the stretches that they lie in.
  private struct Stretches {
    private let reach: Double
    private var found: [ClosedRange<Double>] = []

    init(joiningWithin reach: Double) { self.reach = reach }

    /// Adds a moment. Moments of several signals come one signal after the other in each block, so some are earlier
    /// than the last one.
    mutating func add(_ time: Double) {
      guard let last = found.last, abs(time - last.upperBound) <= reach || last.contains(time) else {
        return found.append(time...time)
      }
      found[found.count - 1] = min(last.lowerBound, time)...max(last.upperBound, time)
    }

    var joined: [ClosedRange<Double>] {
      var joined: [ClosedRange<Double>] = []
      for stretch in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = joined.last, stretch.lowerBound - last.upperBound <= reach {
          joined[joined.count - 1] = last.lowerBound...max(last.upperBound, stretch.upperBound)
        } else {
          joined.append(stretch)
        }
      }
      return joined
    }
  }
}
