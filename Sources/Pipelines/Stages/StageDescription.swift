import SPBasics

/// The description of a kind of stage as plain data. Help, schema and reference are made from it.
public struct StageDescription: Hashable, Sendable {
  /// The stage's name in pipeline files.
  public let type: StageType
  /// A one-line summary.
  public let summary: String
  /// Prose in Markdown.
  public let details: String
  /// The stage's slots with all options at their defaults.
  public let ports: Ports
  /// The stage's option table.
  public let options: [OptionDescription]
  /// The defaults for each value of options that set defaults.
  public let presets: [OptionPreset]

  /// Describes a stage.
  public init<S: Stage>(of stage: S.Type) {
    type = S.type
    summary = S.summary
    details = S.details
    ports = S.ports(S.Options())
    options = S.Options.descriptions
    presets = S.Options.presets
  }

  /// A stage of a pipeline file with all options written out, except options that are `null`.
  public var example: JSONValue {
    let shown = options.filter { $0.example != .null }
    let head = [JSONValue.Member(key: "type", value: .string(type.rawValue))]
    return .object(head + shown.map { .init(key: $0.name, value: $0.example) })
  }
}

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
