/// Counts of the changes to the rows of a stream.
struct RepairTally: Hashable, Sendable {
  /// Rows that came behind a later one and were put before it.
  var sortedRows = Places()
  /// Rows that were left out, as one with their timestamp came before.
  var duplicates = Places()
  /// How many of these held other values.
  var differingDuplicates = 0
  /// Rows that were made up, by the steps that they are in.
  var filledGaps = Places()
  /// How many rows were made up.
  var filledRows = 0
  /// Gaps under the limit that were left as they are, since too many rows are missing.
  var tooLongGaps = Places()

  /// How many places are kept of each kind.
  static let keptPlaces = 16

  /// How often something was done, and where first.
  struct Places: Hashable, Sendable {
    /// How often.
    var count = 0
    /// The first few timestamps, in s.
    var firstTimes: [Double] = []

    mutating func add(_ time: Double) {
      count += 1
      if firstTimes.count < RepairTally.keptPlaces { firstTimes.append(time) }
    }
  }

  /// Whether nothing was changed.
  var isEmpty: Bool { sortedRows.count == 0 && duplicates.count == 0 && filledRows == 0 }
}
