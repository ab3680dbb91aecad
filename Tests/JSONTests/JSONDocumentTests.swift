import Testing

@testable import SPBasics

/// JSON with places.
struct JSONDocumentTests {
  private func faults(_ text: String) -> [String] {
    JSONDocument.parse(text, file: "a.json").faults.map { fault in
      "\(fault.location): \(fault.message)" + (fault.suggestion.map { " (\($0))" } ?? "")
    }
  }

  private func value(_ text: String) throws -> JSONNode.Value {
    let document = JSONDocument.parse(text, file: "a.json")
    #expect(document.faults.isEmpty)
    return try #require(document.root).value
  }

  @Test("Keys and values know their places, columns counted in scalars, whatever ends the lines")
  func places() throws {
    let text = "\u{FEFF}{ // é comment\r\n  \"e\u{301}\": 1, /* two\nlines */ \"b\": [true,\r  null,],\n}"
    let members = try #require(JSONDocument.parse(text, file: "a.json").root?.members)
    #expect(members.map(\.key) == ["e\u{301}", "b"])
    #expect(members.map(\.keyLocation.description) == ["a.json:2:3", "a.json:3:10"])
    // The accent is a scalar of its own, so the value begins one column later than it seems to.
    #expect(members[0].node.location.description == "a.json:2:9")
    let elements = try #require(members[1].node.elements)
    #expect(elements.map(\.location.description) == ["a.json:3:16", "a.json:4:3"])
    #expect(elements.map(\.value) == [.boolean(true), .null])
  }

  @Test("A byte order mark is no column")
  func byteOrderMark() throws {
    #expect(JSONDocument.parse("\u{FEFF}1", file: "a.json").root?.location.description == "a.json:1:1")
  }

  @Test("Escapes are resolved, surrogate pairs joined")
  func escapes() throws {
    #expect(try value(#""a\"\\\/\b\f\n\r\tA\u00e9\ud83c\udfd3""#) == .string("a\"\\/\u{8}\u{C}\n\r\tAé🏓"))
  }

  @Test("Numbers keep their spelling; whole ones are integers however written")
  func numbers() throws {
    func number(_ text: String) throws -> JSONNumber {
      let found: JSONNumber? = if case .number(let number) = try value(text) { number } else { nil }
      return try #require(found)
    }
    #expect(try number("-0.25e1").double == -2.5)
    for text in ["0", "-0", "10", "0.0", "0e0", "1E+05", "1.50e-7"] { #expect(try number(text).text == text) }
    #expect(try number("3.0").integer == 3)
    #expect(try number("3e2").integer == 300)
    #expect(try number("2.5").integer == nil)
    #expect(try number("1e999").double == .infinity)
    // Above 2^53 a double would round.
    #expect(try number("9007199254740993").integer == 9_007_199_254_740_993)
  }

  @Test(
    "What is not JSON is told with its place",
    arguments: [
      ("", "a.json:1:1: expected a value, found the end of the file"),
      ("{\"a\": tru}", "a.json:1:7: expected a value, found \"tru\" (true)"),
      ("[None]", "a.json:1:2: expected a value, found \"None\" (null)"),
      ("[01]", "a.json:1:2: expected a number such as -1, 0.5 or 2e-3, found \"01\""),
      ("[.5]", "a.json:1:2: expected a number such as -1, 0.5 or 2e-3, found \".5\""),
      ("[-]", "a.json:1:2: expected a number such as -1, 0.5 or 2e-3, found \"-\""),
      ("[-01]", "a.json:1:2: expected a number such as -1, 0.5 or 2e-3, found \"-01\""),
      ("[1.]", "a.json:1:2: expected a number such as -1, 0.5 or 2e-3, found \"1.\""),
      ("[1.e2]", "a.json:1:2: expected a number such as -1, 0.5 or 2e-3, found \"1.e2\""),
      ("[1e+]", "a.json:1:2: expected a number such as -1, 0.5 or 2e-3, found \"1e+\""),
      ("[1e5.0]", "a.json:1:2: expected a number such as -1, 0.5 or 2e-3, found \"1e5.0\""),
      ("[0x1F]", "a.json:1:2: expected a number such as -1, 0.5 or 2e-3, found \"0x1F\""),
      ("[1,,2]", "a.json:1:4: expected a value, found \",\""),
      ("{\"a\" 1}", "a.json:1:6: expected \":\" after the key \"a\", found \"1\""),
      ("{a: 1}", "a.json:1:2: expected a key in double quotes, found \"a\""),
      ("{\"a\": }", "a.json:1:7: expected a value, found \"}\""),
      ("{\"a\": 1 \"b\": 2}", "a.json:1:9: expected \",\" or \"}\" after the value of \"a\", found the string \"b\""),
      ("[1 2]", "a.json:1:4: expected \",\" or \"]\" after an element of the list, found \"2\""),
      ("{\"a\": [1, 2}", "a.json:1:12: expected \",\" or \"]\" after an element of the list, found \"}\""),
      ("{\"a\": 1", "a.json:1:8: expected \"}\" to close the object opened at a.json:1:1, found the end of the file"),
      ("[\"a]\n", "a.json:1:2: expected \"\\\"\" to close this string before the end of the line"),
      ("[1] 2", "a.json:1:5: expected the end of the file after the value, found \"2\""),
      ("[1 /* x", "a.json:1:4: expected \"*/\" to close this comment, found the end of the file"),
      ("[\"\\x\"]", "a.json:1:3: expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u, found \"\\x\""),
      ("[\"\\u12\"]", "a.json:1:3: expected four hexadecimal digits after \\u"),
      ("[\"\\ud83c\"]", "a.json:1:3: expected a pair of \\u escapes for a character beyond U+FFFF"),
      ("[\"\t\"]", "a.json:1:3: expected an escape such as \\t in place of a control character"),
      ("{\"a\": 1,\n\"a\": 2}", "a.json:2:1: duplicate key \"a\"; first given at a.json:1:2"),
      ("[/]", "a.json:1:2: expected a value, found \"/\""),
    ])
  func fault(text: String, message: String) {
    #expect(faults(text) == [message])
  }

  @Test("Reading goes on behind a fault and finds the next")
  func recovery() throws {
    let text = "{ \"a\": @ { [ \"x,}\" ] }, \"b\": 1\n  \"c\": [1, ?, 3],\n  d: 4, \"e\": 5 }"
    let document = JSONDocument.parse(text, file: "a.json")
    #expect(
      document.faults.map(\.location.description) == ["a.json:1:8", "a.json:2:3", "a.json:2:12", "a.json:3:3"])
    let root = try #require(document.root)
    #expect(root.members?.map(\.key) == ["a", "b", "c", "d", "e"])
    #expect(root.member("a")?.node.isInvalid == true)
    #expect(root.member("c")?.node.elements?.map(\.summary) == ["1", "something unreadable", "3"])
  }

  @Test(
    "Every text ends, with a fault or a value",
    arguments: ["{]}", "[}]", "}", "]", ":", "{:}", "{,}", "[:1]", "{\"a\"::1}", "[/", "\\"])
  func hopeless(text: String) {
    #expect(!faults(text).isEmpty)
  }

  @Test("64 levels are read, 65 are refused")
  func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(faults(nested(64)) == [])
    #expect(faults(nested(65)) == ["a.json:1:65: expected at most 64 levels of nesting"])
  }
}

/// JSON as written.
struct JSONValueTests {
  @Test("The canonical spelling sorts keys and is exact")
  func canonical() throws {
    let value: JSONValue = ["b": [1, 2.5, 40.0, true], "é": "a\n\u{1}\"", "a": .null, "Z": [:]]
    #expect(value.canonical == #"{"Z":{},"a":null,"b":[1,2.5,40,true],"é":"a\n\u0001\""}"#)
    for number in [0.1, -0.0, 1e300, .leastNonzeroMagnitude, 0.1 + 0.2, 0x1p53, 1e22] {
      let read = try #require(Double(JSONValue.number(number).canonical))
      #expect(read.bitPattern == number.bitPattern)
    }
  }

  @Test("Inline and indented spellings keep the order of keys")
  func spelling() {
    let value: JSONValue = ["b": [1, 2], "a": ["c": .null], "d": []]
    #expect(value.inline == #"{ "b": [1, 2], "a": { "c": null }, "d": [] }"#)
    #expect(
      value.pretty == """
        {
          "b": [
            1,
            2
          ],
          "a": {
            "c": null
          },
          "d": []
        }
        """)
  }
}
