/// The name of a kind of stage in two parts: `filters.high_pass`.
public struct StageType: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The whole name.
  public let rawValue: String

  /// The part before the dot: `filters`.
  public var family: String { String(rawValue.prefix { $0 != "." }) }

  /// The part after the dot: `high_pass`.
  public var name: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

  /// Makes a type from two snake_case parts with a dot between; nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ Self.isSnakeCase($0) }) else { return nil }
    rawValue = text
  }

  /// Whether a text consists of small letters, digits and _ and begins with a letter. Both parts of a type do.
  package static func isSnakeCase(_ text: some StringProtocol) -> Bool {
    // By bytes: a run checks many types before its first recording, and regular expressions are parsed at each use.
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard let first = text.utf8.first, letters.contains(first) else { return false }
    return text.utf8.allSatisfy { letters.contains($0) || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
  }

  /// Takes a literal, which must be two snake_case parts with a dot between.
  public init(stringLiteral value: String) {
    guard let type = StageType(value) else {
      preconditionFailure("\"\(value)\" is no stage type; expected \"family.name\" in snake_case")
    }
    self = type
  }

  /// The whole name.
  public var description: String { rawValue }

  /// The family of the stages that open a recording; a pipeline begins with such a stage.
  package static let readerFamily = "readers"

  /// The family of the stages that write files; no stage needs to read their outputs.
  package static let writerFamily = "writers"
}

extension UInt8 {
  /// Whether this is the byte of a digit.
  package var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// Whether this is the byte of a letter without accents.
  package var isASCIILetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
}
