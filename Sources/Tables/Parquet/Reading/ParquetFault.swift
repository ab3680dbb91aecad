/// What is wrong with a Parquet file, before it is known which file and column it is about.
struct ParquetFault: Error {
  /// The column, where one is at fault.
  var column: String?
  /// The row from 0, where one is at fault.
  var row: Int?
  /// What is wrong and what was expected.
  var message: String

  init(_ message: String, column: String? = nil, row: Int? = nil) {
    self.message = message
    self.column = column
    self.row = row
  }

  /// A file that holds what no writer writes.
  static func damaged(_ detail: String) -> Self {
    ParquetFault("is damaged: \(detail); make it anew, or copy it again from where it came")
  }
}
