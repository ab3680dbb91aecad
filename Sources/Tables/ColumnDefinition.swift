/// A column's description together with how its value comes from a row.
///
/// Tables, their dictionaries and their documentation are all made from lists of these. Values that are not finite are
/// missing: no NaN reaches a table.
public struct ColumnDefinition<Row>: Sendable {
  /// What the column holds.
  public let description: ColumnDescription
  /// The values of a list of rows.
  let values: @Sendable ([Row]) -> ColumnValues

  private init(_ description: ColumnDescription, _ values: @escaping @Sendable ([Row]) -> ColumnValues) {
    self.description = description
    self.values = values
  }

  /// A column of times or other values that need double precision.
  public static func double(
    _ name: String, unit: String?, _ description: String, formula: String? = nil, source: String? = nil,
    range: ColumnRange? = nil, _ value: @escaping @Sendable (Row) -> Double?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .float64, unit: unit, description: description, formula: formula, source: source, range: range
      )
    ) { .float64($0.map { value($0).flatMap { $0.isFinite ? $0 : nil } }) }
  }

  /// A column of measured values, kept in single precision.
  public static func float(
    _ name: String, unit: String, _ description: String, formula: String? = nil, source: String? = nil,
    range: ColumnRange? = nil, _ value: @escaping @Sendable (Row) -> Double?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .float32, unit: unit, description: description, formula: formula, source: source, range: range
      )
    ) { .float32($0.map { value($0).map(Float.init).flatMap { $0.isFinite ? $0 : nil } }) }
  }

  /// A column of whole numbers.
  public static func integer(
    _ name: String, unit: String? = nil, _ description: String, formula: String? = nil, source: String? = nil,
    range: ColumnRange? = nil, _ value: @escaping @Sendable (Row) -> Int?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .int64, unit: unit, description: description, formula: formula, source: source, range: range)
    ) { .int64($0.map { value($0).map(Int64.init) }) }
  }

  /// A column of counts or positions, which 32 bits are enough for; missing where they are not.
  public static func count(
    _ name: String, _ description: String, formula: String? = nil, source: String? = nil,
    range: ColumnRange? = .atLeast(0), _ value: @escaping @Sendable (Row) -> Int?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .int32, unit: nil, description: description, formula: formula, source: source, range: range)
    ) { .int32($0.map { value($0).flatMap(Int32.init(exactly:)) }) }
  }

  /// A column of truth values.
  public static func boolean(
    _ name: String, _ description: String, formula: String? = nil, source: String? = nil,
    _ value: @escaping @Sendable (Row) -> Bool?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .boolean, unit: nil, description: description, formula: formula, source: source)
    ) { .boolean($0.map(value)) }
  }

  /// A column of text.
  public static func string(
    _ name: String, _ description: String, formula: String? = nil, source: String? = nil, range: ColumnRange? = nil,
    _ value: @escaping @Sendable (Row) -> String?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .string, unit: nil, description: description, formula: formula, source: source, range: range)
    ) { .string($0.map(value)) }
  }

  /// A column of instants.
  public static func timestamp(
    _ name: String, _ description: String, formula: String? = nil, source: String? = nil,
    _ value: @escaping @Sendable (Row) -> Timestamp?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .timestamp, unit: nil, description: description, formula: formula, source: source)
    ) { .timestamp($0.map(value)) }
  }

  /// The same column of another kind of row, found from it.
  public func map<Other>(_ row: @escaping @Sendable (Other) -> Row) -> ColumnDefinition<Other> {
    let values = values
    return ColumnDefinition<Other>(description) { values($0.map(row)) }
  }
}
