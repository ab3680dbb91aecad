import Plots
import Signals

/// Signals as series for a picture, read in blocks: what is held is bounded by the picture, not by the stretch.
struct SignalTraces {
  /// The series, one a signal.
  let series: [TimeSeries]
  /// Stretches in which any of the signals lies at the limit.
  let clipped: [ClosedRange<Double>]

  /// As many stamps as a time base keeps at a time.
  private static let blockLength = 8192

  /// Reads signals that share a time base.
  ///
  /// - Parameters:
  ///   - signals: the signals; none give no series.
  ///   - span: the stretch, in s; one sample on each side of it is read, too, so that lines reach the edges.
  ///   - columns: how finely peaks are to be told apart.
  ///   - factor: of how many samples one is kept.
  ///   - limit: the size from which a value counts as clipped.
  /// - Throws: what reading the signals throws.
  init(
    _ signals: [any Signal], over span: ClosedRange<Double>, columns: Int, keepingEach factor: Int = 1,
    limit: Float? = nil
  ) throws {
    guard let timeBase = signals.first?.timeBase else {
      series = []
      clipped = []
      return
    }
    let range = try Self.range(of: timeBase, over: span)
    let step = timeBase.medianStep * Double(factor)
    var thinners = signals.map { _ in SeriesThinner(over: span, columns: columns, medianStep: step) }
    var stretches = Stretches(joiningWithin: max(4 * step, (span.upperBound - span.lowerBound) / Double(columns)))
    var start = range.lowerBound
    while start < range.upperBound {
      let block = start..<min(start + Self.blockLength, range.upperBound)
      let stamps = try timeBase.times(block)
      let kept = factor == 1 ? nil : block.indices.filter { $0.isMultiple(of: factor) }.map { $0 - start }
      let times = kept?.map { stamps[$0] } ?? stamps
      for index in signals.indices {
        let values = try signals[index].samples(block)
        if let limit {
          for sample in values.indices where abs(values[sample]) >= limit { stretches.add(stamps[sample]) }
        }
        thinners[index].append(times: times, values: kept?.map { values[$0] } ?? values)
      }
      start = block.upperBound
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

  /// Where there are no samples, within a stretch of time: gaps that lie closer than a column of pixels count as one.
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
    let slack = max(column, 4 * timeBase.medianStep)
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

    /// Adds a moment; of several signals the moments come a block at a time, so that some lie before the last one.
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
