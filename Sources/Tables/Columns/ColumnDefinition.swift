/// A column's description, and the function that gets the column's value from a row.
///
/// Tables, their dictionaries and their documentation are all made from lists of column definitions. Values that are
/// not finite become missing values, so no NaN reaches a table.
public struct ColumnDefinition<Row>: Sendable {
  /// The description of the column.
  public let description: ColumnDescription
  /// The function that gets a value from a row.
  private let value: Value

  private enum Value: Sendable {
    case double(@Sendable (Row) -> Double?)
    case float(@Sendable (Row) -> Double?)
    case integer(@Sendable (Row) -> Int?)
    case count(@Sendable (Row) -> Int?)
    case boolean(@Sendable (Row) -> Bool?)
    case string(@Sendable (Row) -> String?)
    case timestamp(@Sendable (Row) -> Timestamp?)
  }

  private init(_ description: ColumnDescription, _ value: Value) {
    self.description = description
    self.value = value
  }

  /// The values of a list of rows.
  func values(_ rows: [Row]) -> ColumnValues {
    // The rows are read in place: a row of a generic type would be copied, with all that it refers to, for each column.
    func each<Result>(_ value: (Row) -> Result) -> [Result] {
      rows.withUnsafeBufferPointer { rows in
        var values: [Result] = []
        values.reserveCapacity(rows.count)
        for place in rows.indices { values.append(value(rows[place])) }
        return values
      }
    }
    return switch value {
    case .double(let value): .float64(each { value($0).flatMap { $0.isFinite ? $0 : nil } })
    case .float(let value): .float32(each { value($0).map(Float.init).flatMap { $0.isFinite ? $0 : nil } })
    case .integer(let value): .int64(each { value($0).map(Int64.init) })
    case .count(let value): .int32(each { value($0).flatMap(Int32.init(exactly:)) })
    case .boolean(let value): .boolean(each(value))
    case .string(let value): .string(each(value))
    case .timestamp(let value): .timestamp(each(value))
    }
  }

  /// A column of times or other values that need double precision.
  public static func double(
    _ name: String, unit: String?, _ description: String, formula: String? = nil, source: String? = nil,
    range: ColumnRange? = nil, _ value: @escaping @Sendable (Row) -> Double?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .float64, unit: unit, description: description, formula: formula, source: source, range: range
      ),
      .double(value))
  }

  /// A column of measured values, kept in single precision.
  public static func float(
    _ name: String, unit: String, _ description: String, formula: String? = nil, source: String? = nil,
    range: ColumnRange? = nil, _ value: @escaping @Sendable (Row) -> Double?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .float32, unit: unit, description: description, formula: formula, source: source, range: range
      ),
      .float(value))
  }

  /// A column of whole numbers.
  public static func integer(
    _ name: String, unit: String? = nil, _ description: String, formula: String? = nil, source: String? = nil,
    range: ColumnRange? = nil, _ value: @escaping @Sendable (Row) -> Int?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .int64, unit: unit, description: description, formula: formula, source: source, range: range),
      .integer(value))
  }

  /// A column of counts or positions of 32 bits; values that do not fit are missing.
  public static func count(
    _ name: String, _ description: String, formula: String? = nil, source: String? = nil,
    range: ColumnRange? = .atLeast(0), _ value: @escaping @Sendable (Row) -> Int?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .int32, unit: nil, description: description, formula: formula, source: source, range: range),
      .count(value))
  }

  /// A column of truth values.
  package static func boolean(
    _ name: String, _ description: String, formula: String? = nil, source: String? = nil,
    _ value: @escaping @Sendable (Row) -> Bool?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .boolean, unit: nil, description: description, formula: formula, source: source),
      .boolean(value))
  }

  /// A column of text.
  public static func string(
    _ name: String, _ description: String, formula: String? = nil, source: String? = nil, range: ColumnRange? = nil,
    _ value: @escaping @Sendable (Row) -> String?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .string, unit: nil, description: description, formula: formula, source: source, range: range),
      .string(value))
  }

  /// A column of instants.
  public static func timestamp(
    _ name: String, _ description: String, formula: String? = nil, source: String? = nil,
    _ value: @escaping @Sendable (Row) -> Timestamp?
  ) -> Self {
    Self(
      ColumnDescription(
        name: name, type: .timestamp, unit: nil, description: description, formula: formula, source: source),
      .timestamp(value))
  }

  /// This column of times, counted from a recording's start; nil if the column was not made by `double`.
  fileprivate func fromStart(_ start: @escaping @Sendable (Row) -> Double?) -> Self? {
    guard case .double(let time) = value else { return nil }
    return .double(
      StartColumn.name, unit: "s",
      "Time since the recording's start, as a video that was started with it shows it: `+12.5` of plot and explain.",
      formula:
        "the column before it - first timestamp of acceleration and device motion, or of what there is without; of a session, of the reference device's"
    ) { row in
      guard let time = time(row), let start = start(row) else { return nil }
      return time - start
    }
  }

  /// The same column for another kind of row.
  /// - Parameter row: returns the row of this kind for a row of another kind.
  public func map<Other>(_ row: @escaping @Sendable (Other) -> Row) -> ColumnDefinition<Other> {
    let mapped: ColumnDefinition<Other>.Value =
      switch value {
      case .double(let value): .double { value(row($0)) }
      case .float(let value): .float { value(row($0)) }
      case .integer(let value): .integer { value(row($0)) }
      case .count(let value): .count { value(row($0)) }
      case .boolean(let value): .boolean { value(row($0)) }
      case .string(let value): .string { value(row($0)) }
      case .timestamp(let value): .timestamp { value(row($0)) }
      }
    return ColumnDefinition<Other>(description, mapped)
  }
}

// MARK: Time from the start

/// The column that counts from a recording's start, which every table of events has.
package enum StartColumn {
  /// The name of the column.
  package static let name = "time_from_start_s"
}

extension Array {
  /// These columns, with `time_from_start_s` after the column of times from which it is computed. Columns without such
  /// a column of times are unchanged.
  ///
  /// - Parameters:
  ///   - timeColumn: name of a column of times in s on a recording's clock.
  ///   - start: the recording's start on that clock, in s; nil if unknown.
  package func withTimeFromStart<Row>(
    after timeColumn: String?, _ start: @escaping @Sendable (Row) -> Double?
  ) -> Self where Element == ColumnDefinition<Row> {
    guard let place = firstIndex(where: { $0.description.name == timeColumn }) else { return self }
    var columns = self
    if let column = self[place].fromStart(start) { columns.insert(column, at: place + 1) }
    return columns
  }
}
