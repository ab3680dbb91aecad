/// A fault of a Parquet file, before the file and column are known.
struct ParquetFault: Error {
  /// The column concerned, if any.
  var column: String?
  /// The row concerned, from 0, if any.
  var row: Int?
  /// The fault and the expected content.
  var message: String

  init(_ message: String, column: String? = nil, row: Int? = nil) {
    self.message = message
    self.column = column
    self.row = row
  }

  /// The fault of a file that no writer would write.
  static func damaged(_ detail: String) -> Self {
    ParquetFault("is damaged: \(detail); write it again, or copy it again from its source")
  }
}
