/// The value stored for a missing one in a column of an HDF5 table.
enum HDF5MissingValue: Hashable, Sendable {
  /// Nothing: tables of other makers say of no number or text that it means that.
  case none
  /// Not a number.
  case nan
  /// A number that the column is free of.
  case integer(Int64)
  /// A text that the column is free of.
  case text(String)

  /// The value in the form of the files' attributes.
  var label: String {
    switch self {
    case .none: ""
    case .nan: "NaN"
    case .integer(let number): number.description
    case .text(let text): text
    }
  }

  /// The value for a column of a type, from an attribute; nil if it has another type.
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

  /// The number, in the column's type; 0 if there is none.
  func number<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer {
    guard case .integer(let number) = self else { return 0 }
    return Integer(clamping: number)
  }
}
