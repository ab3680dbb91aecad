/// A column's description together with how its value comes from a row.
///
/// Tables, their dictionaries and their documentation are all made from lists of these. Values that are not finite are
/// missing: no NaN reaches a table.
public struct ColumnDefinition<Row>: Sendable {
  /// What the column holds.
  public let description: ColumnDescription
  /// The values of a list of rows.
  let values: @Sendable ([Row]) -> ColumnValues

  private init(
    _ name: String, _ type: ColumnType, _ unit: String?, _ description: String,
    _ values: @escaping @Sendable ([Row]) -> ColumnValues
  ) {
    self.description = ColumnDescription(name: name, type: type, unit: unit, description: description)
    self.values = values
  }

  /// A column of times or other values that need double precision.
  public static func double(
    _ name: String, unit: String?, _ description: String, _ value: @escaping @Sendable (Row) -> Double?
  ) -> Self {
    Self(name, .float64, unit, description) { .float64($0.map { value($0).flatMap { $0.isFinite ? $0 : nil } }) }
  }

  /// A column of measured values, kept in single precision.
  public static func float(
    _ name: String, unit: String, _ description: String, _ value: @escaping @Sendable (Row) -> Double?
  ) -> Self {
    Self(name, .float32, unit, description) {
      .float32($0.map { value($0).map(Float.init).flatMap { $0.isFinite ? $0 : nil } })
    }
  }

  /// A column of whole numbers.
  public static func integer(
    _ name: String, unit: String? = nil, _ description: String, _ value: @escaping @Sendable (Row) -> Int?
  ) -> Self {
    Self(name, .int64, unit, description) { .int64($0.map { value($0).map(Int64.init) }) }
  }

  /// A column of truth values.
  public static func boolean(
    _ name: String, _ description: String, _ value: @escaping @Sendable (Row) -> Bool?
  ) -> Self {
    Self(name, .boolean, nil, description) { .boolean($0.map(value)) }
  }

  /// A column of text.
  public static func string(
    _ name: String, _ description: String, _ value: @escaping @Sendable (Row) -> String?
  ) -> Self {
    Self(name, .string, nil, description) { .string($0.map(value)) }
  }

  /// The same column of another kind of row, found from it.
  public func map<Other>(_ row: @escaping @Sendable (Other) -> Row) -> ColumnDefinition<Other> {
    let values = values
    return ColumnDefinition<Other>(
      description.name, description.type, description.unit, description.description
    ) { values($0.map(row)) }
  }
}
