/// Makes a series for a picture of any stretch of a recording, from blocks that are read one after another.
///
/// Of each column of time it keeps the first, lowest, highest and last sample, so that what it holds is bounded by the
/// columns, and peaks of a single sample survive. Source: Jugel et al., "M4: a visualization-oriented time series data
/// aggregation", PVLDB 7 (2014) 797. A gap that reaches from one column into another one breaks the line.
public struct SeriesThinner: Sendable {
  private struct Sample {
    var index: Int
    var time: Double
    var value: Float
  }

  /// The samples of the column under way that are kept.
  private struct Column {
    var number: Int
    var first, lowest, highest, last: Sample
  }

  private let start: Double
  private let columnsPerSecond: Double
  private let longestStep: Double
  private var times: [Double] = []
  private var values: [Float] = []
  private var column: Column?
  private var count = 0
  private var isBroken = false

  /// Prepares for samples of a stretch of time.
  ///
  /// - Parameters:
  ///   - span: the stretch, in s.
  ///   - columns: into how many columns it is divided, best more than the picture has pixels across.
  ///   - medianStep: the usual step between samples, in s: one of more than 3.05 times as much is a gap. 0 for no gaps.
  public init(over span: ClosedRange<Double>, columns: Int, medianStep: Double) {
    start = span.lowerBound
    let width = span.upperBound - span.lowerBound
    columnsPerSecond = width > 0 ? Double(max(1, columns)) / width : 0
    longestStep = medianStep > 0 ? medianStep * TimeSeries.gapFactor : .infinity
  }

  /// Takes the samples that follow those it has, as many times as values.
  public mutating func append(times: [Double], values: [Float]) {
    for (time, value) in zip(times, values) {
      guard time.isFinite, value.isFinite else {
        isBroken = true
        continue
      }
      let sample = Sample(index: count, time: time, value: value)
      count += 1
      add(sample, at: number(of: time))
    }
  }

  /// The series so far: what is between two of its samples is a line, but for gaps.
  public func series() -> TimeSeries {
    var copy = self
    copy.flush()
    return TimeSeries(thinnedTimes: copy.times, copy.values)
  }

  private func number(of time: Double) -> Int {
    let place = (time - start) * columnsPerSecond
    return Int(max(-1e15, min(1e15, place.rounded(.down))))
  }

  private mutating func add(_ sample: Sample, at number: Int) {
    guard var current = column else {
      return column = Column(number: number, first: sample, lowest: sample, highest: sample, last: sample)
    }
    let step = sample.time - current.last.time
    guard number == current.number, step >= 0 else {
      flush()
      if isBroken || step < 0 || step > longestStep { breakLine(at: (current.last.time + sample.time) / 2) }
      isBroken = false
      return column = Column(number: number, first: sample, lowest: sample, highest: sample, last: sample)
    }
    isBroken = false
    if sample.value < current.lowest.value { current.lowest = sample }
    if sample.value > current.highest.value { current.highest = sample }
    current.last = sample
    column = current
  }

  private mutating func flush() {
    guard let column else { return }
    var previous = -1
    for sample in [column.first, column.lowest, column.highest, column.last].sorted(by: { $0.index < $1.index })
    where sample.index != previous {
      times.append(sample.time)
      values.append(sample.value)
      previous = sample.index
    }
  }

  private mutating func breakLine(at time: Double) {
    times.append(time)
    values.append(.nan)
  }
}
