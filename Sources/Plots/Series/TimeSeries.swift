import SPSignals

/// Values over time, which may have gaps.
public struct TimeSeries: Hashable, Sendable {
  /// The time of each value in seconds, ascending.
  public let times: [Double]
  /// The values.
  public let values: [Float]
  /// Whether samples were omitted. Long intervals are then not gaps; only values that are not finite are.
  private let isThinned: Bool

  /// Pairs times with values.
  /// - Throws: ``PlotError/unequalCounts(times:values:)``.
  public init(times: [Double], values: [Float]) throws(PlotError) {
    guard times.count == values.count else {
      throw .unequalCounts(times: times.count, values: values.count)
    }
    self.init(unchecked: times, values)
  }

  /// A series without samples.
  package static let empty = TimeSeries(unchecked: [], [])

  /// The same values with times counted from `moment`, in units of `unitS` seconds.
  package func relative(to moment: Double, unitS: Double = 1) -> TimeSeries {
    TimeSeries(unchecked: times.map { ($0 - moment) / unitS }, values, isThinned: isThinned)
  }

  /// The same series with every value multiplied.
  package func scaled(by factor: Float) -> TimeSeries {
    TimeSeries(unchecked: times, values.map { $0 * factor }, isThinned: isThinned)
  }

  /// A value that holds for some time.
  package typealias Held = (value: Float, from: Double, until: Double)

  /// Values that each hold for some time. A long time does not break the line; only values that are not finite do.
  package static func holding(_ held: [Held]) -> TimeSeries {
    var (times, values): ([Double], [Float]) = ([], [])
    for (value, from, until) in held {
      times += from == until ? [from] : [from, until]
      values += from == until ? [value] : [value, value]
    }
    return TimeSeries(thinnedTimes: times, values)
  }

  /// The values as steps: each value holds until the next value, however long that takes.
  public var stepped: TimeSeries {
    .holding(zip(values, zip(times, times.dropFirst() + times.suffix(1))).map { (value: $0, from: $1.0, until: $1.1) })
  }

  /// Makes a series from which samples were omitted, with a value that is not finite in each gap.
  init(thinnedTimes times: [Double], _ values: [Float]) {
    self.init(unchecked: times, values, isThinned: true)
  }

  private init(unchecked times: [Double], _ values: [Float], isThinned: Bool = false) {
    self.times = times
    self.values = values
    self.isThinned = isThinned
  }

  /// The index of the sample nearest to a moment; the first sample if several are equally near. Nil if the moment is
  /// before the first or after the last finite sample.
  ///
  /// Samples that are not finite are ignored.
  package func nearest(to moment: Double) -> Int? {
    let finite = times.indices.filter { times[$0].isFinite && values[$0].isFinite }
    guard let first = finite.first, let last = finite.last, moment >= times[first], moment <= times[last] else {
      return nil
    }
    return finite.min { abs(times[$0] - moment) < abs(times[$1] - moment) }
  }

  /// The stretches to draw as unbroken lines.
  ///
  /// A stretch ends at a value or time that is not finite, and at a point where time goes back. It also ends at an
  /// interval of more than 3.05 times the median sampling interval, except in a thinned series.
  public var runs: [Range<Int>] {
    let longest = isThinned ? .infinity : medianInterval * GapLimit.medians
    var runs: [Range<Int>] = []
    var start: Int?
    for index in times.indices {
      let isDrawn = times[index].isFinite && values[index].isFinite
      if let first = start {
        let step = times[index] - times[index - 1]
        guard !isDrawn || step < 0 || step > longest else { continue }
        runs.append(first..<index)
        start = nil
      }
      if isDrawn { start = index }
    }
    if let first = start { runs.append(first..<times.count) }
    return runs
  }

  /// The median of the positive sampling intervals; infinity without such intervals, so that no interval is a gap.
  private var medianInterval: Double {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 && $0.isFinite }.sorted()
    return steps.isEmpty ? .infinity : steps[steps.count / 2]
  }
}
