/// The content of a block of lines of a text table, stream by stream.
struct ParsedBlock: Sendable {
  /// The rows of each stream of the plan, in the table's order.
  var streams: [StreamRows]
  /// How many lines the block has, empty ones included.
  var lineCount = 0
  /// The first few lines that could not be read. If no line may be left out, reading ends at the first one.
  var faults: [LineFault] = []
  /// How many lines could not be read.
  var faultCount = 0

  /// The most faults that are kept of a block.
  static let keptFaults = 16
}

/// Rows of a stream in memory.
struct StreamRows: Hashable, Sendable {
  /// The timestamps, in s.
  var times: [Double] = []
  /// For each dataset its rows one after another, each with all its components.
  var datasets: [[Float]]

  var count: Int { times.count }
}

/// A line that cannot be read.
struct LineFault: Hashable, Sendable {
  /// Its number: in a ``ParsedBlock`` from 0 at the block's first line, from ``TableReader`` on from 1 in the file.
  var line: Int
  /// The fault, and what was expected.
  var message: String
}
