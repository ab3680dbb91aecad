/// The amount read from one dataset of a recording.
package struct DatasetReads: Hashable, Sendable {
  /// The number of rows in the dataset.
  package var rowCount = 0
  /// The number of rows decoded, counting repeats.
  package var rows = 0
  /// The size of the decoded values, in bytes.
  package var bytes = 0

  /// How often the whole dataset was read, computed from these rows.
  var passes: Double { Double(rows) / Double(max(1, rowCount)) }

  /// Adds a block, or the reads of another stage from the same dataset.
  mutating func add(_ other: Self) {
    rowCount = max(rowCount, other.rowCount)
    rows += other.rows
    bytes += other.bytes
  }
}
