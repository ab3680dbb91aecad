/// A table whose columns say what they hold: type, unit and meaning.
public struct FeatureTable: Hashable, Sendable {
  /// One column and its values.
  public struct Column: Hashable, Sendable {
    /// What the column holds.
    public var description: ColumnDescription
    /// The values, one a row.
    public var values: ColumnValues

    /// Makes a column.
    public init(description: ColumnDescription, values: ColumnValues) {
      self.description = description
      self.values = values
    }
  }

  /// The columns, in order, all with `rowCount` values.
  public private(set) var columns: [Column]
  /// Number of rows.
  public private(set) var rowCount: Int

  /// Makes a table of rows by asking every column's definition for each row's value.
  public init<Row>(rows: [Row], columns definitions: [ColumnDefinition<Row>]) {
    rowCount = rows.count
    columns = definitions.map { Column(description: $0.description, values: $0.values(rows)) }
  }

  /// What the columns hold, in order.
  public var schema: [ColumnDescription] { columns.map(\.description) }

  /// The column of that name, if there is one.
  public subscript(name: String) -> Column? { columns.first { $0.description.name == name } }
}

/// What a column holds.
public struct ColumnDescription: Hashable, Sendable, Codable {
  /// snake_case name with its unit at the end, as in `time_to_contact_s`.
  public var name: String
  /// Type of the values.
  public var type: ColumnType
  /// Unit of the values; nil for text, truth values and indices, "1" for ratios.
  public var unit: String?
  /// What the values mean, in a sentence.
  public var description: String

  /// Makes a description.
  public init(name: String, type: ColumnType, unit: String?, description: String) {
    self.name = name
    self.type = type
    self.unit = unit
    self.description = description
  }
}

/// The type of a column's values; every value may be missing.
public enum ColumnType: String, Hashable, Sendable, Codable, CaseIterable {
  /// True or false.
  case boolean
  /// 64-bit integers.
  case int64
  /// Single precision, for what was measured in single precision.
  case float32
  /// Double precision, for times.
  case float64
  /// UTF-8 text.
  case string
}

/// The values of a column; nil where one is missing. Numbers are finite.
public enum ColumnValues: Hashable, Sendable {
  /// True or false.
  case boolean([Bool?])
  /// 64-bit integers.
  case int64([Int64?])
  /// Single precision.
  case float32([Float?])
  /// Double precision.
  case float64([Double?])
  /// Text.
  case string([String?])

  /// The number of values.
  public var count: Int {
    switch self {
    case .boolean(let values): values.count
    case .int64(let values): values.count
    case .float32(let values): values.count
    case .float64(let values): values.count
    case .string(let values): values.count
    }
  }

  /// The value of a row as text: numbers in the shortest form that reads back to the same value; nil if missing.
  public func text(at row: Int) -> String? {
    switch self {
    case .boolean(let values): values[row].map { $0 ? "true" : "false" }
    case .int64(let values): values[row].map(\.description)
    case .float32(let values): values[row].map(\.description)
    case .float64(let values): values[row].map(\.description)
    case .string(let values): values[row]
    }
  }
}
