/// The value that is stored for a missing value in a column of an HDF5 table.
enum HDF5MissingValue: Hashable, Sendable {
  /// No such value: tables of other programs do not define it.
  case none
  /// Not a number.
  case nan
  /// A number that the column does not contain.
  case integer(Int64)
  /// A text that the column does not contain.
  case text(String)

  /// The value as text, as in attributes of files.
  var label: String {
    switch self {
    case .none: ""
    case .nan: "NaN"
    case .integer(let number): number.description
    case .text(let text): text
    }
  }

  /// Reads the value for a column of a type from an attribute; nil if the text does not fit the type.
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

  /// The number, in the column's type; 0 if the value is not an integer.
  func number<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer {
    guard case .integer(let number) = self else { return 0 }
    return Integer(clamping: number)
  }
}
