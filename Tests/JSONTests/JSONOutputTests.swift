import FoundationEssentials
import TestSupport
import Testing

@testable import SPBasics

/// Text is held against that of Foundation's encoder, which is not used where text is written for speed alone.
struct JSONOutputTests {
  struct Everything: Encodable {
    enum Word: String, Codable { case here, there }
    struct Inner: Encodable {
      var texts = ["", "a/b", "\"\\\u{8}\u{9}\u{A}\u{C}\u{D}\u{0}\u{1F}", "é e\u{301} 😀\u{FFFF}"]
      var none: Int?
      var nested: [[Int]] = [[], [1], [-2, 3]]
      var empty: [String: Int] = [:]
    }
    var keys = [
      "a": 1, "B": 2, "a10": 3, "a9": 4, "ä": 5, "z": 6, "_x": 7, "aB": 9, "e\u{301}x": 2, "😀": 3, "\u{ffff}": 4,
    ]
    var numbers = [0, -0.0, 1, 1.5, 0.1, 1e21, 1e16, 1e15, 123_456_789_012_345_680, .leastNonzeroMagnitude, -1e-7]
    var floats: [Float] = [0.1, 1e10, -3, .greatestFiniteMagnitude]
    var bytes: [UInt8] = [0, 255]
    var large = UInt64.max
    var small = Int64.min
    var words: [Word] = [.here, .there]
    var byWord: [Word: Int] = [.here: 1]
    var optional: [Int?] = [1, nil]
    var flag = true
    var inner = Inner()
    var many = [Inner(), Inner()]
    var when = Date(timeIntervalSinceReferenceDate: 12.5)
  }

  /// Writes its members in several ways, one after another.
  struct Nested: Encodable {
    enum Key: String, CodingKey { case list, object, base, twice }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      var list = members.nestedUnkeyedContainer(forKey: .list)
      var object = members.nestedContainer(keyedBy: Key.self, forKey: .object)
      try members.encode(1, forKey: .twice)
      try [1, 2].encode(to: members.superEncoder(forKey: .base))
      try list.encodeNil()
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode(["late"], forKey: .list)
      var last = list.nestedUnkeyedContainer()
      try last.encode(2.5)
      try object.encodeNil(forKey: .list)
      try "text".encode(to: list.superEncoder())
      var again = encoder.container(keyedBy: Key.self)
      try again.encode("last", forKey: .twice)
    }
  }

  struct Measured: Encodable { var rateHz: Double }

  func expected(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func textsAreThoseOfFoundationsEncoder() throws {
    #expect(try JSONOutput.text(Everything()) == expected(Everything(), .prettyPrinted) + "\n")
    #expect(try JSONOutput.line(Everything()) == expected(Everything()))
    #expect(try JSONOutput.text(Nested()) == expected(Nested(), .prettyPrinted) + "\n")
    #expect(try JSONOutput.line([Nested(), Nested()]) == expected([Nested(), Nested()]))
    #expect(try JSONOutput.line(["a", "b"]) == #"["a","b"]"#)
    #expect(try JSONOutput.line("a") == #""a""#)
    #expect(try JSONOutput.text([Int]()) == "[\n\n]\n")
    #expect(
      try JSONOutput.line(JSONValue.object([.init(key: "b", value: 1), .init(key: "a", value: [])]))
        == #"{"a":[],"b":1}"#)
  }

  @Test func randomNumbersAreThoseOfFoundationsEncoder() throws {
    var random = SeededGenerator(seed: 1)
    let numbers = (0..<10_000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    let floats = (0..<10_000).map { _ in Float(bitPattern: random.next()) }.filter(\.isFinite)
    #expect(try JSONOutput.line(numbers) == expected(numbers))
    #expect(try JSONOutput.line(floats) == expected(floats))
  }

  @Test func numbersWithoutASpellingAreTextsOrRefused() throws {
    #expect(
      try JSONOutput.text([Double.infinity, -.infinity, .nan]) == "[\n  \"Infinity\",\n  \"-Infinity\",\n  \"NaN\"\n]\n"
    )
    #expect(throws: EncodingError.self) { try JSONOutput.line(["a": [Float.nan]]) }
    let refused = #expect(throws: EncodingError.self) { try JSONOutput.line(Measured(rateHz: .infinity)) }
    guard case .invalidValue(_, let context) = refused else {
      Issue.record("expected an invalid value, found \(String(describing: refused))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["rateHz"])
  }

  @Test func whatATerminalObeysIsEscaped() throws {
    let text =
      "\u{7F}\u{80}\u{9F}\u{A0}\u{61C}\u{200E}\u{200F}\u{2028}\u{2029}\u{202A}\u{202E}\u{2066}\u{2069}\u{206A}âÂØ"
    let escaped =
      #""\u007f\u0080\u009f\#u{A0}\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\#u{206A}âÂØ""#
    #expect(try JSONOutput.line(text) == escaped)
    #expect(JSONValue.quoted(text) == escaped)
    #expect(try JSONDecoder().decode(String.self, from: Data(escaped.utf8)) == text)
  }

  @Test func listsOfTextsAreAsOneText() throws {
    let texts = try [["a": 1], ["b": 2]].map { try JSONOutput.text($0) }
    #expect(try JSONOutput.list(texts) == JSONOutput.text([["a": 1], ["b": 2]]))
    #expect(try JSONOutput.list([]) == JSONOutput.text([Int]()))
  }
}
