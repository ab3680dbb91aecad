import Glibc
import Synchronization

/// A value that many texts contain, such as the pipeline in the statuses of a batch. It is parsed in the first text; in
/// later texts only its bytes are compared.
package final class RepeatedJSON: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  package init() {}

  /// The last text of the value, which is valid JSON; empty before the first text.
  fileprivate var last: [UInt8] {
    get { bytes.withLock { $0 } }
    set { bytes.withLock { $0 = newValue } }
  }
}

/// Reads JSON from front to back without a tree or a table of members. It is for files of which a batch has one per
/// recording, since decoding these files takes longer than all other work.
///
/// Text is UTF-8 and follows RFC 8259. The reader skips members and elements that the caller does not read. A reader
/// points into the text, so it must not be used after the call of ``value(of:in:_:)`` that made it.
package struct JSONReader {
  /// An error for text that is not JSON, or not of the expected type.
  package struct Fault: Error, CustomStringConvertible {
    /// The position in bytes.
    package let offset: Int
    /// The expected text or value.
    package let expected: String

    package var description: String { "byte \(offset): expected \(expected)" }
  }

  /// The name of a member, which is compared with literals without becoming a `String`.
  package struct Key {
    fileprivate let bytes: UnsafeBufferPointer<UInt8>
    /// The decoded name; nil if the name is plain: ASCII without escapes.
    fileprivate let unescaped: String?

    /// The name.
    package var text: String { unescaped ?? String(decoding: bytes, as: UTF8.self) }

    package static func ~= (name: StaticString, key: Key) -> Bool {
      let literal = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      if let unescaped = key.unescaped { return unescaped.utf8.elementsEqual(literal) }
      guard literal.count == key.bytes.count else { return false }
      for index in 0..<literal.count where literal[index] != key.bytes[index] { return false }
      return true
    }
  }

  private static let maximumDepth = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index: Int
  private var depth = 0

  private var end: Int { bytes.count }

  /// Begins with the first value of a text.
  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Reads a whole text.
  /// - Parameter range: The range of the text in the bytes; nil for all bytes.
  /// - Throws: `Fault`, also if anything but white space follows the value; errors of `read`.
  package static func value<Value>(
    of bytes: [UInt8], in range: Range<Int>? = nil, _ read: (inout JSONReader) throws -> Value
  ) throws -> Value {
    try bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(UnsafeBufferPointer(rebasing: bytes[range ?? bytes.indices]))
      let value = try read(&reader)
      guard reader.next == nil else { throw reader.fault("the end of the text") }
      return value
    }
  }

  // MARK: Objects and arrays

  /// Reads an object, member by member.
  package mutating func members(_ take: (_ key: Key, _ value: inout JSONReader) throws -> Void) throws {
    try list("{", "}", "an object") { reader in
      let name = try reader.text()
      let key = Key(
        bytes: UnsafeBufferPointer(rebasing: reader.bytes[name.range]),
        unescaped: name.isPlain ? nil : try reader.unescaped(name.range))
      try reader.require(":")
      try reader.passing { try take(key, &$0) }
    }
  }

  /// Reads an array, element by element.
  package mutating func elements(_ take: (_ element: inout JSONReader) throws -> Void) throws {
    try list("[", "]", "an array") { reader in try reader.passing(take) }
  }

  /// Reads an array of strings.
  package mutating func strings() throws -> [String] {
    var strings: [String] = []
    try elements { strings.append(try $0.string()) }
    return strings
  }

  /// Reads a value with `take`, or skips the value if `take` reads nothing.
  private mutating func passing(_ take: (inout JSONReader) throws -> Void) throws {
    skipSpace()
    let start = index
    try take(&self)
    if index == start { try skip() }
  }

  private mutating func list(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ name: String, _ item: (inout JSONReader) throws -> Void
  ) throws {
    guard next == UInt8(ascii: open) else { throw fault(name) }
    guard depth < Self.maximumDepth else { throw fault("at most \(Self.maximumDepth) levels of nesting") }
    depth += 1
    defer { depth -= 1 }
    index += 1
    if next == UInt8(ascii: close) {
      index += 1
      return
    }
    while true {
      skipSpace()
      try item(&self)
      switch next {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: close):
        index += 1
        return
      default: throw fault("\",\" or \"\(close)\"")
      }
    }
  }

  /// Skips an object or an array that other texts contain, too.
  package mutating func skip(_ repeated: RepeatedJSON) throws {
    skipSpace()
    let known = repeated.last
    // The closing bracket ends the value, whatever follows.
    if isAt(known) {
      index += known.count
      return
    }
    let start = index
    let isInBrackets = next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
    try skip()
    if isInBrackets { repeated.last = Array(bytes[start..<index]) }
  }

  /// Skips a value.
  package mutating func skip() throws {
    switch next {
    case UInt8(ascii: "{"):
      try list("{", "}", "an object") { reader in
        _ = try reader.text()
        try reader.require(":")
        try reader.skip()
      }
    case UInt8(ascii: "["): try list("[", "]", "an array") { try $0.skip() }
    case UInt8(ascii: "\""): _ = try text()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try boolean()
    case UInt8(ascii: "n"): guard isNull() else { throw fault("null") }
    default: _ = try digits()
    }
  }

  // MARK: Single values

  /// Reads a string.
  package mutating func string() throws -> String {
    let text = try text()
    if text.isPlain { return String(decoding: bytes[text.range], as: UTF8.self) }
    return try unescaped(text.range)
  }

  /// Reads a string, or `null` as nil.
  package mutating func optionalString() throws -> String? { isNull() ? nil : try string() }

  /// Reads a whole number, such as 3 or 3.0.
  package mutating func integer() throws -> Int {
    let range = try digits()
    if let (digits, decimals) = plainNumber(range), decimals == 0 { return digits }
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard let number = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) }) else {
      throw fault("a whole number", at: range.lowerBound)
    }
    return number
  }

  /// Reads a whole number of 64 bits without a sign, or `null` as nil.
  package mutating func optionalUnsigned() throws -> UInt64? {
    if isNull() { return nil }
    let range = try digits()
    guard let number = UInt64(String(decoding: bytes[range], as: UTF8.self)) else {
      throw fault("a whole number from 0", at: range.lowerBound)
    }
    return number
  }

  /// Reads a whole number, or `null` as nil.
  package mutating func optionalInteger() throws -> Int? { isNull() ? nil : try integer() }

  /// Reads a number. `Infinity`, `-Infinity` and `NaN` are strings, as `JSONOutput.text(_:)` writes them.
  package mutating func double() throws -> Double {
    let start = index
    if next == UInt8(ascii: "\"") {
      switch try string() {
      case "Infinity": return .infinity
      case "-Infinity": return -.infinity
      case "NaN": return .nan
      default: throw fault("a number", at: start)
      }
    }
    let range = try digits()
    // The digits and the power of ten are exact, so their quotient is the number nearest to the text.
    if let (digits, decimals) = plainNumber(range), digits != 0 { return Double(digits) / Self.powersOfTen[decimals] }
    guard let number = Double(String(decoding: bytes[range], as: UTF8.self)), number.isFinite else {
      throw fault("a number", at: start)
    }
    return number
  }

  /// Reads a number, or `null` as nil.
  package mutating func optionalDouble() throws -> Double? { isNull() ? nil : try double() }

  /// Reads `true` or `false`.
  package mutating func boolean() throws -> Bool {
    if word("true") { return true }
    if word("false") { return false }
    throw fault("true or false")
  }

  /// Reads `null` if it comes next.
  package mutating func isNull() -> Bool { word("null") }

  /// The error for a missing or wrong value.
  package func fault(_ expected: String) -> Fault { fault(expected, at: index) }

  // MARK: Bytes

  /// The next byte that is not white space. The reader stays before this byte.
  private var next: UInt8? {
    mutating get {
      skipSpace()
      return index < end ? bytes[index] : nil
    }
  }

  private mutating func skipSpace() {
    while index < end {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  private mutating func require(_ scalar: Unicode.Scalar) throws {
    guard next == UInt8(ascii: scalar) else { throw fault("\"\(scalar)\"") }
    index += 1
  }

  private mutating func word(_ word: StaticString) -> Bool {
    skipSpace()
    let count = word.utf8CodeUnitCount
    guard end - index >= count,
      bytes[index..<index + count].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: count))
    else { return false }
    index += count
    return true
  }

  /// The bytes of a number.
  private mutating func digits() throws -> Range<Int> {
    skipSpace()
    let start = index
    if isAt("-") { index += 1 }
    let isZero = isAt("0")
    let whole = skipDigits()
    guard whole == 1 || whole > 1 && !isZero else { throw fault("a value", at: start) }
    if isAt(".") {
      index += 1
      guard skipDigits() > 0 else { throw fault("a number", at: start) }
    }
    if isAt("e") || isAt("E") {
      index += 1
      if isAt("+") || isAt("-") { index += 1 }
      guard skipDigits() > 0 else { throw fault("a number", at: start) }
    }
    return start..<index
  }

  /// The digits of a short number without an exponent, as a whole number, and how many of the digits are decimals.
  private func plainNumber(_ range: Range<Int>) -> (digits: Int, decimals: Int)? {
    // 15 digits, a sign and a point: a `Double` stores whole numbers of 15 digits exactly.
    guard range.count <= 17 else { return nil }
    var (number, count, decimals) = (0, 0, 0)
    var isNegative = false
    var isPastPoint = false
    for position in range {
      switch bytes[position] {
      case let byte where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte:
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        count += 1
        if isPastPoint { decimals += 1 }
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isPastPoint = true
      default: return nil
      }
    }
    guard count <= 15 else { return nil }
    return (isNegative ? -number : number, decimals)
  }

  private static let powersOfTen: [Double] = (1...15).reduce(into: [1]) { powers, power in
    powers.append(powers[power - 1] * 10)
  }

  private func isAt(_ scalar: Unicode.Scalar) -> Bool { index < end && bytes[index] == UInt8(ascii: scalar) }

  private func isAt(_ text: [UInt8]) -> Bool {
    guard let start = bytes.baseAddress, !text.isEmpty, end - index >= text.count else { return false }
    return memcmp(start + index, text, text.count) == 0
  }

  /// Skips digits, and counts them.
  private mutating func skipDigits() -> Int {
    let start = index
    while index < end, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] { index += 1 }
    return index - start
  }

  /// The bytes of a string, between its quotes, and whether it is plain: ASCII without escapes.
  private mutating func text() throws -> (range: Range<Int>, isPlain: Bool) {
    guard next == UInt8(ascii: "\"") else { throw fault("a string") }
    index += 1
    let start = index
    var isPlain = true
    while index < end {
      guard let special = bytes[index..<end].firstIndex(where: Self.isSpecial) else { break }
      index = special
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return (start..<index - 1, isPlain)
      case UInt8(ascii: "\\"):
        isPlain = false
        index += 2
      case 0..<0x20: throw fault("no control character")
      default:
        isPlain = false
        index += 1
      }
    }
    index = end
    throw fault("the end of the string")
  }

  /// Whether a byte ends a string, or is not a plain character.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private func unescaped(_ range: Range<Int>) throws -> String {
    var text: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      guard bytes[position] == UInt8(ascii: "\\") else {
        text.append(bytes[position])
        position += 1
        continue
      }
      let escape = bytes[position + 1]
      position += 2
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"): text += String(Character(try scalar(&position, before: range.upperBound))).utf8
      default: throw fault("an escape", at: position - 1)
      }
    }
    guard let string = String(validating: text, as: UTF8.self) else { throw fault("UTF-8", at: range.lowerBound) }
    return string
  }

  /// Reads a character written as `\u` and four digits. The position is the first digit. Characters beyond U+FFFF are
  /// written as two such escapes.
  private func scalar(_ position: inout Int, before end: Int) throws -> Unicode.Scalar {
    let start = position
    func unit() throws -> UInt16 {
      guard position + 4 <= end,
        bytes[position..<position + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
      else { throw fault("four hexadecimal digits", at: position) }
      position += 4
      return unit
    }
    let first = try unit()
    if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
    guard UTF16.isLeadSurrogate(first), position + 2 <= end, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw fault("a pair of surrogates", at: start) }
    position += 2
    let second = try unit()
    guard UTF16.isTrailSurrogate(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw fault("a pair of surrogates", at: start) }
    return scalar
  }

  private func fault(_ expected: String, at position: Int) -> Fault {
    Fault(offset: position, expected: expected)
  }
}
