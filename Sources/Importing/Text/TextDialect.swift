/// How the fields of a text table are written.
struct TextDialect: Hashable, Sendable {
  /// The separator of a line's fields.
  var separator: UInt8
  /// The decimal point of numbers.
  var point: UInt8

  /// A dialect; by default commas between fields and points in numbers.
  init(separator: UInt8 = UInt8(ascii: ","), point: UInt8 = UInt8(ascii: ".")) {
    self.separator = separator
    self.point = point
  }

  /// The separators that are recognised. If a line has equally many of several separators, the first in this list
  /// counts.
  static let separators = [",", "|", ";", "\t"].map { UInt8(ascii: $0) }

  /// A separator as messages name it.
  static func name(_ separator: UInt8) -> String {
    separator == UInt8(ascii: "\t") ? "a tab" : "\"\(Unicode.Scalar(separator))\""
  }

  /// The separator that occurs most often in a header, outside of quotes; nil if the header has no separator.
  static func separator(of header: some StringProtocol) -> UInt8? {
    let counts = separators.map { separator in
      (separator, Self.fields(of: header, separator: separator).count)
    }
    let most = counts.max { $0.1 < $1.1 }
    guard let most, most.1 > 1 else { return nil }
    return counts.first { $0.1 == most.1 }?.0
  }

  /// The fields of a line, without quotes and without the white space around them.
  static func fields(of line: some StringProtocol, separator: UInt8) -> [String] {
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    for byte in line.utf8 {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case separator where !isQuoted:
        fields.append(trimmed(field))
        field = []
      default: field.append(byte)
      }
    }
    fields.append(trimmed(field))
    return fields
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    let isBlank = { (byte: UInt8) in
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
    }
    let rest = bytes.drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
