/// A number as it was spelled, which can be read as an exact integer or as the nearest double.
public struct JSONNumber: Hashable, Sendable {
  /// The spelling, which follows the JSON grammar.
  public let text: String

  /// The nearest double; infinite when the number is out of a double's range.
  public var double: Double {
    Double(text) ?? .nan
  }

  /// The integer, when the number is one and fits: `3`, `3.0` and `3e2` are integers, as in JSON Schema.
  public var integer: Int? {
    Int(text) ?? Int(exactly: double)
  }
}

extension JSONNumber {
  /// Whether a text is a number by the grammar of RFC 8259: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`.
  static func isWellFormed(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    rest.skip { $0 == UInt8(ascii: "-") }
    let hasLeadingZero = rest.first == UInt8(ascii: "0")
    let digits = rest.skipDigits()
    guard digits == 1 || (digits > 1 && !hasLeadingZero) else { return false }
    if rest.skip({ $0 == UInt8(ascii: ".") }), rest.skipDigits() == 0 { return false }
    if rest.skip({ $0 | 0x20 == UInt8(ascii: "e") }) {
      rest.skip { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      if rest.skipDigits() == 0 { return false }
    }
    return rest.isEmpty
  }
}

extension Substring.UTF8View {
  /// Skips the next byte if it fulfils the condition; returns whether it was skipped.
  @discardableResult
  fileprivate mutating func skip(_ isMeant: (UInt8) -> Bool) -> Bool {
    guard let byte = first, isMeant(byte) else { return false }
    removeFirst()
    return true
  }

  /// Skips digits, and returns their number.
  fileprivate mutating func skipDigits() -> Int {
    var count = 0
    while skip({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { count += 1 }
    return count
  }
}
