/// A JSON value to be written: options, schemas, references and plans.
public indirect enum JSONValue: Hashable, Sendable {
  /// One member of an object.
  public struct Member: Hashable, Sendable {
    /// The key.
    public let key: String
    /// The value.
    public let value: JSONValue

    /// Makes a member.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// A finite number.
  case number(Double)
  /// A string.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members, written in this order.
  case object([Member])

  /// The value of a member of an object, or nothing.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object whose members keep their order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
}

extension JSONValue {
  /// The value as text on one line: `{ "a": 1, "b": [2, 3] }`.
  public var inline: String {
    render(inline: true, indent: 0)
  }

  /// The value as indented text, without a line end at its end.
  public var pretty: String {
    render(inline: false, indent: 0)
  }

  /// The one canonical spelling: no spaces, keys in the order of their UTF-8 bytes, shortest exact numbers.
  ///
  /// Equal values have equal spellings, so it can be hashed. RFC 8785 in spirit; keys are ordered by UTF-8 here.
  public var canonical: String {
    switch self {
    case .array(let elements):
      return "[" + elements.map(\.canonical).joined(separator: ",") + "]"
    case .object(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return "{" + sorted.map { Self.quoted($0.key) + ":" + $0.value.canonical }.joined(separator: ",") + "}"
    default:
      return scalarText
    }
  }

  private var scalarText: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): Self.text(of: number)
    case .string(let text): Self.quoted(text)
    case .array, .object: ""
    }
  }

  private func render(inline: Bool, indent: Int) -> String {
    let parts: [String]
    let brackets: (open: String, close: String)
    switch self {
    case .array(let elements):
      parts = elements.map { $0.render(inline: inline, indent: indent + 2) }
      brackets = ("[", "]")
    case .object(let members):
      parts = members.map { Self.quoted($0.key) + ": " + $0.value.render(inline: inline, indent: indent + 2) }
      brackets = ("{", "}")
    default:
      return scalarText
    }
    guard !parts.isEmpty else { return brackets.open + brackets.close }
    if inline {
      let space = brackets.open == "{" ? " " : ""
      return brackets.open + space + parts.joined(separator: ", ") + space + brackets.close
    }
    let margin = String(repeating: " ", count: indent)
    return brackets.open + "\n" + parts.map { margin + "  " + $0 }.joined(separator: ",\n") + "\n" + margin
      + brackets.close
  }

  /// A text as a JSON string, in quotes.
  ///
  /// Control characters, characters that some programs take for the end of a line, and marks that change the direction
  /// of writing are escaped.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONEscapes.appendQuoted(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The shortest digits that read back as the same double; whole numbers below 2^53 in magnitude have no fraction.
  ///
  /// The number must be finite.
  public static func text(of number: Double) -> String {
    precondition(number.isFinite, "JSON has no spelling for \(number)")
    // Whole numbers below 2^53 are exact; a negative zero would lose its sign.
    if number == number.rounded(), abs(number) < 0x1p53, !(number == 0 && number.sign == .minus) {
      return String(Int(number))
    }
    return "\(number)"
  }
}

extension JSONValue: Encodable {
  /// Writes the value through any encoder; the encoder decides the order of keys.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var values = encoder.unkeyedContainer()
      for element in elements { try values.encode(element) }
    case .object(let members):
      var values = encoder.container(keyedBy: AnyKey.self)
      for member in members { try values.encode(member.value, forKey: AnyKey(stringValue: member.key)) }
    default:
      var value = encoder.singleValueContainer()
      switch self {
      case .boolean(let flag): try value.encode(flag)
      case .integer(let number): try value.encode(number)
      case .number(let number): try value.encode(number)
      case .string(let text): try value.encode(text)
      default: try value.encodeNil()
      }
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Values that may be missing: `null`, so that programs find every key.
extension JSONValue {
  /// A number, or `null` for nil and for a number that JSON cannot write.
  package static func optional(_ number: Double?) -> JSONValue {
    number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
  }

  /// A whole number, or `null` for none.
  package static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }

  /// A text, or `null` for none.
  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
