/// How much was read of one dataset of a recording.
struct DatasetReads: Hashable, Sendable {
  /// How many rows the dataset has.
  var rowCount = 0
  /// How many rows were decoded, each counted as often as it was.
  var rows = 0
  /// How many bytes the decoded values took.
  var bytes = 0

  /// How often the whole dataset was read, as far as these rows go.
  var passes: Double { Double(rows) / Double(max(1, rowCount)) }

  /// Adds a block, or what another stage read of the same dataset.
  mutating func add(_ other: Self) {
    rowCount = max(rowCount, other.rowCount)
    rows += other.rows
    bytes += other.bytes
  }
}
