import SPPlots
import SPSignals

/// Signals as series for a picture. They are read in blocks, so that memory depends on the picture and not on the
/// stretch.
struct SignalTraces {
  /// The series, one for each signal.
  let series: [TimeSeries]
  /// Intervals in which any of the signals reaches the limit.
  let clipped: [ClosedRange<Double>]

  /// The number of samples read at a time: about two of the blocks in which datasets are decoded.
  private static let blockLength = 16_384

  /// The kept samples of a block.
  private struct Part: Sendable {
    var blocks: [SeriesThinner.Block]
    var clipped: [Double] = []
  }

  /// Reads signals that share a time base. Spare workers of the present task read ahead.
  ///
  /// - Parameters:
  ///   - signals: The signals. An empty list gives an empty list of series.
  ///   - span: The stretch, in s. One sample on each side of the stretch is also read, so that lines reach the edges.
  ///   - columns: The resolution.
  ///   - factor: The decimation factor n: one of every n samples is kept.
  ///   - limit: The magnitude from which a value counts as clipped.
  ///   - breaksAtGaps: Whether lines end at long gaps.
  ///   - joinedIntervalS: Sampling intervals up to this many s are not gaps, whatever the usual interval.
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

  /// The gaps within a stretch of time. Gaps that are closer than a column of pixels are joined.
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
    // The streams of one recording start and end a few samples apart.
    let slack = max(column, 4 * timeBase.medianInterval)
    if whole.lowerBound - span.lowerBound > slack { add(span.lowerBound, whole.lowerBound) }
    for (before, after) in zip(timeBase.segments, timeBase.segments.dropFirst()) {
      add(before.endTime, after.startTime)
    }
    if span.upperBound - whole.upperBound > slack { add(whole.upperBound, span.upperBound) }
    return gaps
  }

  /// Joins moments into intervals.
  private struct Stretches {
    private let reach: Double
    private var found: [ClosedRange<Double>] = []

    init(joiningWithin reach: Double) { self.reach = reach }

    /// Adds a moment. Moments arrive in blocks, and within a block signal by signal, so a moment may be earlier than
    /// the previous moment.
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
