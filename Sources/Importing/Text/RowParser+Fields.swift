import SPBasics

/// Reads the value of one field, and skips fields that are not read.
extension RowParser {
  @inline(__always)
  func timestamp(
    _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ format: TimeFormat
  ) -> Double? {
    switch format {
    case .decimal(let exponent): DecimalNumber(at: &cursor, point: plan.dialect.point, shift: exponent)?.value
    case .instant: ClockText.instant(at: &cursor, separator: plan.dialect.separator)
    case .timeOfDay: ClockText.timeOfDay(at: &cursor, separator: plan.dialect.separator)
    case .regular: nil
    }
  }

  /// Words for a missing number, an empty field included.
  private static let missingWords: Set<String> = ["", "nan", "-nan", "na", "null", "none", "-"]

  /// The value of `inf`, with or without a sign and in any case; nil for anything else.
  func infinity(_ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Double? {
    let (word, next) = word(at: cursor, end)
    guard ["inf", "+inf", "-inf"].contains(word.lowercased()) else { return nil }
    cursor = next
    return word.hasPrefix("-") ? -.infinity : .infinity
  }

  func expectation(of use: FieldUse) -> String {
    switch use {
    case .timestamp(_, let format): format.expectation
    case .code(_, _, _, _, let table): "one of \(codeTables[table].keys.sorted().joined(separator: ", "))"
    case .skip, .number, .encoded: "a number"
    }
  }

  func skipMissing(_ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    if cursor >= end || cursor.pointee == plan.dialect.separator { return true }
    let (word, next) = word(at: cursor, end)
    guard Self.missingWords.contains(word.lowercased()) else { return false }
    cursor = next
    return true
  }

  func code(
    _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ codes: [String: Float]
  ) -> Float? {
    let (word, next) = word(at: cursor, end)
    guard let code = codes[word.lowercased()] else { return nil }
    cursor = next
    return code
  }

  /// The text up to the field's end, without trailing spaces and the closing quote.
  func word(
    at cursor: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> (String, UnsafePointer<UInt8>) {
    var place = cursor
    while !Self.isLineEnd(place, end), place.pointee != plan.dialect.separator, place.pointee != UInt8(ascii: "\"") {
      place += 1
    }
    var last = place
    while last > cursor, (last - 1).pointee == UInt8(ascii: " ") || (last - 1).pointee == UInt8(ascii: "\r") {
      last -= 1
    }
    return (String(decoding: UnsafeBufferPointer(start: cursor, count: last - cursor), as: UTF8.self), last)
  }

  @inline(__always)
  func skipField(_ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    let separator = plan.dialect.separator
    while cursor < end {
      let byte = cursor.pointee
      if byte == separator || byte == UInt8(ascii: "\n") { return }
      cursor += 1
      guard byte == UInt8(ascii: "\"") else { continue }
      while cursor < end, cursor.pointee != UInt8(ascii: "\""), cursor.pointee != UInt8(ascii: "\n") { cursor += 1 }
      if cursor < end, cursor.pointee == UInt8(ascii: "\"") { cursor += 1 }
    }
  }

  @inline(__always)
  static func skipBlanks(_ cursor: inout UnsafePointer<UInt8>) {
    while cursor.pointee == UInt8(ascii: " ") || cursor.pointee == UInt8(ascii: "\r") { cursor += 1 }
  }

  @inline(__always)
  static func isLineEnd(_ cursor: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    cursor >= end || cursor.pointee == UInt8(ascii: "\n")
  }

  static func endsInSeparator(_ cursor: UnsafePointer<UInt8>, _ separator: UInt8) -> Bool {
    var place = cursor - 1
    while place.pointee == UInt8(ascii: " ") || place.pointee == UInt8(ascii: "\r") { place -= 1 }
    return place.pointee == separator
  }
}
