import SPBasics

/// The types of columns as pandas needs them. Without these types, pandas would convert columns with missing values:
/// truth values to objects, and integers to floating point.
///
/// The form follows pandas' developer guide, "Storing pandas DataFrame objects in Apache Parquet format".
struct PandasTypes: Encodable {
  /// The key in the file's metadata.
  static let key = "pandas"

  private struct Column: Encodable {
    var name: String
    var fieldName: String
    var pandasType: String
    var numpyType: String
    var metadata: [String: String]?

    enum CodingKeys: String, CodingKey {
      case name, metadata
      case fieldName = "field_name"
      case pandasType = "pandas_type"
      case numpyType = "numpy_type"
    }
  }
  private struct Creator: Encodable {
    let library = "swingpipe"
    let version = ParquetFormat.writerVersion
  }

  private let indexColumns: [String] = []
  private let columnIndexes: [String] = []
  private let columns: [Column]
  private let creator = Creator()
  private let pandasVersion = "1.0.0"

  private enum CodingKeys: String, CodingKey {
    case columns, creator
    case indexColumns = "index_columns"
    case columnIndexes = "column_indexes"
    case pandasVersion = "pandas_version"
  }

  init(_ columns: [ColumnDescription]) {
    self.columns = columns.compactMap { column in
      column.type.pandasTypes.map {
        Column(
          name: column.name, fieldName: column.name, pandasType: $0.kept, numpyType: $0.nullable, metadata: $0.metadata)
      }
    }
  }

  /// As JSON, with sorted keys.
  func json() throws -> String { try JSONOutput.line(self) }
}

extension ColumnType {
  /// The type as pandas writes it to files, and pandas' type that allows missing values; nil if the plain type allows
  /// them. Instants are included because fastparquet needs their type as soon as a file describes any type.
  fileprivate var pandasTypes: (kept: String, nullable: String, metadata: [String: String]?)? {
    switch self {
    case .boolean: ("bool", "boolean", nil)
    case .int32: ("int32", "Int32", nil)
    case .int64: ("int64", "Int64", nil)
    case .timestamp: ("datetimetz", "datetime64[us]", ["timezone": "UTC"])
    case .float32, .float64, .string: nil
    }
  }
}
