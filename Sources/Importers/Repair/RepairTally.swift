/// Counts of the changes to the rows of a stream.
struct RepairTally: Hashable, Sendable {
  /// Rows that came after a later one and were sorted in before it.
  var sortedRows = Places()
  /// Rows that were left out, since the row before has their timestamp.
  var duplicates = Places()
  /// How many of these had other values than the row that was kept.
  var differingDuplicates = 0
  /// Gaps that were filled, by the timestamp before each.
  var filledGaps = Places()
  /// How many rows were put into gaps.
  var filledRows = 0
  /// Gaps below the time limit that were not filled, since too many rows are missing.
  var tooLongGaps = Places()

  /// The most timestamps that are kept of each kind of change.
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

  /// Whether no row was changed.
  var isEmpty: Bool { sortedRows.count == 0 && duplicates.count == 0 && filledRows == 0 }
}
