/// Values that may be missing: `null`, so that programs find every key.
extension JSONValue {
  /// A number, or `null` for none or one that JSON has no spelling for.
  public static func optional(_ number: Double?) -> JSONValue {
    number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
  }

  /// A whole number, or `null` for none.
  public static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }

  /// A text, or `null` for none.
  public static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
