import FoundationEssentials
import Testing

@testable import SPBasics

struct JSONReaderTests {
  private func value<Value>(_ text: String, _ read: (inout JSONReader) throws -> Value) throws -> Value {
    try JSONReader.value(of: Array(text.utf8), read)
  }

  /// A value as a tree, for comparing with another decoder.
  private indirect enum Tree: Equatable, Decodable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let flag = try? value.decode(Bool.self) {
        self = .boolean(flag)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .string(text)
      } else if let elements = try? value.decode([Tree].self) {
        self = .array(elements)
      } else {
        self = .object(try value.decode([String: Tree].self))
      }
    }

    init(_ json: inout JSONReader) throws {
      if json.isNull() {
        self = .null
      } else if let flag = try? json.boolean() {
        self = .boolean(flag)
      } else if let text = try? json.string() {
        self = .string(text)
      } else if let number = try? json.double() {
        self = .number(number)
      } else {
        var elements: [Tree] = []
        var members: [String: Tree] = [:]
        if (try? json.elements { elements.append(try Tree(&$0)) }) != nil {
          self = .array(elements)
        } else {
          try json.members { members[$0.text] = try Tree(&$1) }
          self = .object(members)
        }
      }
    }
  }

  @Test(arguments: [
    #"{"a": [1, -2.5e3, 0.1, 1e-300], "b": {"c": null, "d": true, "e": false}, "f": []}"#,
    #"["", "ä", "🏓", "\u00e9\ud83c\udfd3\n\t\"\\\/\b\f\r", "a\u0000b"]"#,
    " \n\t [ 1 , { } , [ [ ] ] ] \r\n", "12", "\"x\"", "{\"\":{\"\":0}}",
  ])
  func readsLikeFoundation(_ text: String) throws {
    #expect(try value(text) { try Tree(&$0) } == JSONDecoder().decode(Tree.self, from: Data(text.utf8)))
  }

  @Test func passesOverWhatIsNotRead() throws {
    let text = #"{"skip": {"deep": [1, {"x": "}"}]}, "count": 7, "rest": "a\"b", "last": null}"#
    var count: Int?
    try value(text) { json in
      try json.members { key, member in if case "count" = key { count = try member.integer() } }
    }
    #expect(count == 7)
    // Brackets in strings do not count, nor do quotes behind a backslash.
    try value(#"{"a": {"b": ["}]", "\"]"], "c": -1}, "count": 8}"#) { json in
      try json.members { key, member in if case "count" = key { count = try member.integer() } }
    }
    #expect(count == 8)
    var elements = 0
    try value("[1, [2], {\"a\": 3}]") { try $0.elements { _ in elements += 1 } }
    #expect(elements == 3)
  }

  @Test("A value that texts share is passed over in each of them; what differs is read, and must be JSON")
  func passesOverWhatTextsShare() throws {
    let shared = RepeatedJSON()
    func count(_ text: String) throws -> Int? {
      var count: Int?
      try value(text) { json in
        try json.members { key, member in
          switch key {
          case "shared": try member.skip(shared)
          case "count": count = try member.integer()
          default: break
          }
        }
      }
      return count
    }
    #expect(try count(#"{"shared": {"a": [1, "}"]}, "count": 1}"#) == 1)
    #expect(try count(#"{"shared":  {"a": [1, "}"]}  , "count": 2}"#) == 2)
    #expect(try count(#"{"shared": {"a": [1, "}"], "b": 2}, "count": 3}"#) == 3)
    // The end of a number is not known from its beginning.
    #expect(try count(#"{"shared": 1, "count": 4}"#) == 4)
    #expect(try count(#"{"shared": 12, "count": 5}"#) == 5)
    for text in [
      #"{"shared": {"a": [1, "}"], "b": }, "count": 6}"#, #"{"shared": {"a": [1, "}"], "b": 2}}}"#, #"{"shared": {"#,
    ] {
      #expect(throws: JSONReader.Fault.self) { try count(text) }
    }
  }

  @Test func comparesNamesWithoutEscapes() throws {
    var found: [String] = []
    try value(#"{"\u0061b": 1, "ab": 2, "abc": 3}"#) { json in
      try json.members { key, _ in if case "ab" = key { found.append(key.text) } }
    }
    #expect(found == ["ab", "ab"])
  }

  @Test func wholeNumbersKeepAllTheirDigits() throws {
    #expect(try value("9223372036854775807") { try $0.integer() } == Int.max)
    #expect(try value("3.20e1") { try $0.integer() } == 32)
    #expect(try value("18446744073709551615") { try $0.optionalUnsigned() } == UInt64.max)
    #expect(throws: JSONReader.Fault.self) { try value("-1") { try $0.optionalUnsigned() } }
    #expect(throws: JSONReader.Fault.self) { try value("1.5") { try $0.integer() } }
    #expect(throws: JSONReader.Fault.self) { try value("9223372036854775808") { try $0.integer() } }
  }

  @Test func namesNumbersThatJSONCannotSpell() throws {
    #expect(try value("\"-Infinity\"") { try $0.double() } == -.infinity)
    #expect(try value("\"NaN\"") { try $0.double() }.isNaN)
    #expect(throws: JSONReader.Fault.self) { try value("\"1\"") { try $0.double() } }
  }

  /// Any damage throws or gives another value, and never traps.
  @Test(arguments: [
    "", "{", "[", "[1", "[1,", "{\"a\"", "{\"a\":", "{\"a\":1", "\"abc", "\"\\", "\"\\u12", "\"\\ud83c\"",
    "\"\\ud83c\\u0041\"",
    "nul", "tru", "-", "+1", "01", ".5", "1.", "1e", "1e400", "\"\\u+041\"", "1 2", "[1 2]", "{\"a\" 1}", "{1: 2}", "]",
    "\"\u{01}\"", "--1", "[1,]", "\"\\x\"",
  ])
  func refusesDamage(_ text: String) {
    #expect(throws: JSONReader.Fault.self) {
      try value(text) { json in _ = try Tree(&json) }
    }
  }

  /// What nobody reads has to be JSON all the same, but its escapes and the sizes of its numbers are not looked at.
  @Test(arguments: [
    "{", "[1,]", "{\"a\" 1}", "[1", "{\"a\": \"b}", "{]", "\"abc", "tru", "+1", "01", ".5", "1.", "-", "1-2",
    String(repeating: "[", count: 1000),
  ])
  func refusesDamageThatItPassesOver(_ text: String) {
    #expect(throws: JSONReader.Fault.self) { try value("[" + text + "]") { try $0.elements { _ in } } }
  }

  @Test func passesOverAMarkOfByteOrder() throws {
    #expect(try value("\u{FEFF}7") { try $0.integer() } == 7)
  }

  @Test func refusesTextThatIsNotUTF8() {
    #expect(throws: JSONReader.Fault.self) {
      try JSONReader.value(of: [UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")]) { try $0.string() }
    }
  }
}
