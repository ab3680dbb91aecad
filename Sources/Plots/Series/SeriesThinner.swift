import SPSignals

/// Makes a series for a picture of any stretch of a recording, from blocks that are read one after another.
///
/// For each column of time it keeps the first, lowest, highest and last sample. So memory is bounded by the number of
/// columns, and peaks of a single sample survive. Source: Jugel et al., "M4: a visualization-oriented time series data
/// aggregation", PVLDB 7 (2014) 797. A gap that reaches from a column into another column breaks the line.
package struct SeriesThinner: Sendable {
  fileprivate struct Sample {
    var index: Int
    var time: Double
    var value: Float
  }

  /// The kept samples of a column, among those read so far.
  fileprivate struct Column {
    var number: Int
    var first, lowest, highest, last: Sample
    /// Whether samples are missing before the first sample.
    var isBroken: Bool
  }

  /// The kept samples of a block. Blocks may be thinned in any order, and by several tasks at once.
  package struct Block: Sendable {
    fileprivate var columns: [Column] = []
    fileprivate var count: Int
    /// Whether samples are missing after the last column.
    fileprivate var isBroken = false
  }

  private let columns: TimeColumns
  private let longestStep: Double
  private var times: [Double] = []
  private var values: [Float] = []
  private var column: Column?
  private var count = 0
  private var isBroken = false

  /// Prepares for samples of a stretch of time.
  ///
  /// - Parameters:
  ///   - span: The stretch, in s.
  ///   - columns: The number of columns, preferably more than the picture's width in pixels.
  ///   - medianInterval: The median sampling interval, in s. An interval of more than 3.05 times as much is a gap. 0
  ///     for no gaps.
  package init(over span: ClosedRange<Double>, columns: Int, medianInterval: Double) {
    self.columns = TimeColumns(over: span, count: columns)
    longestStep = medianInterval > 0 ? medianInterval * GapLimit.medians : .infinity
  }

  /// Appends the next samples: times in s, and as many values.
  package mutating func append(times: [Double], values: [Float]) {
    for block in blocks(times: times, [values]) { append(block) }
  }

  /// The kept samples of blocks with the same times, one block for each signal. The thinner itself is unchanged.
  ///
  /// - Parameters:
  ///   - times: The times of the samples, in s.
  ///   - signals: The values of each signal, as many as times.
  package func blocks(times: [Double], _ signals: [[Float]]) -> [Block] {
    let runs = columns.runs(of: times)
    return signals.map { values in
      precondition(values.count == times.count, "\(values.count) values at \(times.count) times")
      return Self.block(runs, times, values)
    }
  }

  /// Appends the next block.
  package mutating func append(_ block: Block) {
    for var next in block.columns {
      next.first.index += count
      next.lowest.index += count
      next.highest.index += count
      next.last.index += count
      next.isBroken = next.isBroken || isBroken
      isBroken = false
      add(next)
    }
    count += block.count
    isBroken = isBroken || block.isBroken
  }

  /// The series so far: lines connect its samples, except across gaps.
  package func series() -> TimeSeries {
    var copy = self
    copy.flush()
    return TimeSeries(thinnedTimes: copy.times, copy.values)
  }

  private static func block(_ runs: [TimeColumns.Run], _ times: [Double], _ values: [Float]) -> Block {
    var block = Block(count: times.count)
    block.columns.reserveCapacity(runs.count)
    var end = 0
    for run in runs {
      // Samples between runs have no finite time.
      if run.samples.lowerBound > end { block.isBroken = true }
      end = run.samples.upperBound
      if let extremes = ValueExtremes(values[run.samples]) {
        func sample(_ index: Int) -> Sample { Sample(index: index, time: times[index], value: values[index]) }
        block.columns.append(
          Column(
            number: run.number, first: sample(run.samples.lowerBound), lowest: sample(extremes.lowest),
            highest: sample(extremes.highest), last: sample(end - 1), isBroken: block.isBroken))
        block.isBroken = false
      } else {
        addByOne(run, times, values, to: &block)
      }
    }
    if end < times.count { block.isBroken = true }
    return block
  }

  /// Adds a run in which values are missing.
  private static func addByOne(_ run: TimeColumns.Run, _ times: [Double], _ values: [Float], to block: inout Block) {
    var column: Column?
    for index in run.samples {
      guard values[index].isFinite else {
        block.isBroken = true
        continue
      }
      let sample = Sample(index: index, time: times[index], value: values[index])
      if let current = column {
        if sample.value < current.lowest.value { column?.lowest = sample }
        if sample.value > current.highest.value { column?.highest = sample }
        column?.last = sample
      } else {
        column = Column(
          number: run.number, first: sample, lowest: sample, highest: sample, last: sample, isBroken: block.isBroken)
      }
      block.isBroken = false
    }
    if let column { block.columns.append(column) }
  }

  private mutating func add(_ next: Column) {
    guard let current = column else { return column = next }
    let step = next.first.time - current.last.time
    guard next.number == current.number, step >= 0 else {
      flush()
      if next.isBroken || step < 0 || step > longestStep { breakLine(at: (current.last.time + next.first.time) / 2) }
      return column = next
    }
    if next.lowest.value < current.lowest.value { column?.lowest = next.lowest }
    if next.highest.value > current.highest.value { column?.highest = next.highest }
    column?.last = next.last
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
