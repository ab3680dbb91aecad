/// Rows of a stream in memory.
struct StreamRows: Hashable, Sendable {
  /// The timestamps, in s.
  var times: [Double] = []
  /// For each dataset its rows one after another, each row with all its components.
  var datasets: [[Float]]

  var count: Int { times.count }

  /// Adds rows at the end.
  mutating func append(_ other: StreamRows) {
    times += other.times
    for index in datasets.indices { datasets[index] += other.datasets[index] }
  }

  /// Some rows, in a given order.
  func rows(_ order: [Int], widths: [Int]) -> StreamRows {
    StreamRows(
      times: order.map { times[$0] },
      datasets: zip(datasets, widths).map { values, width in
        order.flatMap { values[($0 * width)..<(($0 + 1) * width)] }
      })
  }

  /// Removes rows from the front and returns them.
  mutating func removeFirst(_ count: Int, widths: [Int]) -> StreamRows {
    var first = StreamRows(times: Array(times[..<count]), datasets: [])
    times.removeFirst(count)
    for (index, width) in widths.enumerated() {
      first.datasets.append(Array(datasets[index][..<(count * width)]))
      datasets[index].removeFirst(count * width)
    }
    return first
  }

  /// The median of the times between rows, in s; nil if no time passes.
  var usualStepS: Double? {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? nil : steps[steps.count / 2]
  }

  /// Consecutive rows.
  func part(_ range: Range<Int>, widths: [Int]) -> StreamRows {
    StreamRows(
      times: Array(times[range]),
      datasets: zip(datasets, widths).map { Array($0[(range.lowerBound * $1)..<(range.upperBound * $1)]) })
  }

  /// The finite magnitudes of the rows of a dataset of three axes, in ascending order.
  func sortedNorms(ofDataset index: Int) -> [Double] {
    let values = datasets[index]
    return stride(from: 0, to: values.count - 2, by: 3).map { row in
      (0..<3).reduce(0.0) { $0 + Double(values[row + $1]) * Double(values[row + $1]) }.squareRoot()
    }.filter { $0.isFinite }.sorted()
  }
}

/// The content of a block of lines of a text table, stream by stream.
struct ParsedBlock: Sendable {
  /// The rows of each stream of the plan, in the table's order.
  var streams: [StreamRows]
  /// How many lines the block has, including empty lines.
  var lineCount = 0
  /// The first few lines that could not be read. If no line may be left out, reading ends at the first such line.
  var faults: [LineFault] = []
  /// How many lines could not be read.
  var faultCount = 0

  /// The most faults that are kept of a block.
  static let keptFaults = 16
}

/// A line that cannot be read.
struct LineFault: Hashable, Sendable {
  /// Its number. In a `ParsedBlock`, the block's first line has the number 0. `TableReader` turns it into the number in
  /// the file, from 1.
  var line: Int
  /// The fault and the expected content.
  var message: String
}
