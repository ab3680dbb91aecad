import Foundation

/// A file's information about types for pandas: for those that it would otherwise convert if values are missing,
/// truth values to objects and integers to fractions.
///
/// The form is that of pandas' developer guide, "Storing pandas DataFrame objects in Apache Parquet format".
struct PandasTypes: Encodable {
  /// The key under which it is kept.
  static let key = "pandas"

  private struct Column: Encodable {
    var name: String
    var fieldName: String
    var pandasType: String
    var numpyType: String
    var metadata: [String: String]?
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

  init(_ columns: [ColumnDescription]) {
    self.columns = columns.compactMap { column in
      column.type.pandasTypes.map {
        Column(
          name: column.name, fieldName: column.name, pandasType: $0.kept, numpyType: $0.nullable, metadata: $0.metadata)
      }
    }
  }

  /// As JSON, with sorted keys.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension ColumnType {
  /// The type as pandas keeps it in files, and its type whose values may be missing; nil where any value may. Instants
  /// are there as fastparquet asks for them once the file says anything of types.
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
