/// The content of a stretch of a text table, stream by stream.
struct ParsedBlock: Sendable {
  /// The rows of each stream of the plan, in the table's order.
  var streams: [StreamRows]
  /// How many lines the stretch has, with empty ones.
  var lineCount = 0
  /// Lines that could not be read: the first few of them; nothing follows the first where none may be left out.
  var faults: [LineFault] = []
  /// How many there are.
  var faultCount = 0

  /// How many faults are kept of a block at most.
  static let keptFaults = 16
}

/// Rows of a stream in memory.
struct StreamRows: Hashable, Sendable {
  /// The timestamps, in s.
  var times: [Double] = []
  /// For each dataset its rows, one after another.
  var datasets: [[Float]]

  var count: Int { times.count }
}

/// A line that cannot be read.
struct LineFault: Hashable, Sendable {
  /// Its number, from 0 at the beginning of the stretch that was read.
  var line: Int
  /// The fault, and what was expected.
  var message: String
}
