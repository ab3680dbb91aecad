/// What a column of an HDF5 table stores where a value is missing.
enum HDF5MissingValue: Hashable, Sendable {
  /// Nothing: tables of other makers say of no number or text that it means that.
  case none
  /// Not a number.
  case nan
  /// A number that the column is free of.
  case integer(Int64)
  /// A text that the column is free of.
  case text(String)

  /// The value as the files' attributes have it.
  var label: String {
    switch self {
    case .none: ""
    case .nan: "NaN"
    case .integer(let number): number.description
    case .text(let text): text
    }
  }

  /// The value of a column of a type out of an attribute; nil where it is none of that type's.
  init?(label: String, of type: ColumnType) {
    switch type {
    case .float32, .float64:
      guard label == "NaN" else { return nil }
      self = .nan
    case .string: self = .text(label)
    case .boolean: self.init(Int8(label).map(Int64.init))
    case .int32: self.init(Int32(label).map(Int64.init))
    case .int64, .timestamp: self.init(Int64(label))
    }
  }

  private init?(_ number: Int64?) {
    guard let number else { return nil }
    self = .integer(number)
  }

  /// The number, as one of the column's own; 0 where there is none.
  func number<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer {
    guard case .integer(let number) = self else { return 0 }
    return Integer(clamping: number)
  }
}
