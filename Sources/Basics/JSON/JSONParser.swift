/// A recursive-descent parser that keeps the place of every key and value, and goes on after faults.
///
/// The grammar is RFC 8259 with comments and trailing commas.
struct JSONParser {
  /// Thrown when nothing sensible can be read any more; the fault has been recorded.
  struct Stop: Error {}

  static let maximumDepth = 64

  let scalars: [Unicode.Scalar]
  let locate: (_ line: Int, _ column: Int) -> SourcePlace
  var index = 0
  var line = 1
  var lineStart = 0
  private var faults: [JSONDocument.Fault] = []
  private var lastFaultIndex = -1
  private var openArrays = 0
  private var openObjects = 0

  init(_ text: String, locate: @escaping (_ line: Int, _ column: Int) -> SourcePlace) {
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars.first == "\u{FEFF}" ? Array(scalars.dropFirst()) : scalars
    self.locate = locate
  }

  var peek: Unicode.Scalar? {
    index < scalars.count ? scalars[index] : nil
  }

  var here: SourcePlace {
    locate(line, index - lineStart + 1)
  }

  mutating func advance() {
    let scalar = scalars[index]
    index += 1
    // A line ends with "\n", "\r\n" or a lone "\r".
    if scalar == "\n" || (scalar == "\r" && peek != "\n") {
      line += 1
      lineStart = index
    }
  }

  /// Records a fault; a second one at the same place is dropped, as it would only repeat the first.
  mutating func fault(_ message: String, suggestion: String? = nil, at location: SourcePlace? = nil) {
    guard lastFaultIndex != index else { return }
    lastFaultIndex = index
    faults.append(.init(location: location ?? here, message: message, suggestion: suggestion))
  }

  mutating func parseDocument() -> JSONDocument {
    do {
      let root = try parseValue()
      try skipTrivia()
      if peek != nil {
        fault("expected the end of the file after the value, found \(found())")
      }
      return JSONDocument(root: root, faults: faults)
    } catch {
      return JSONDocument(root: nil, faults: faults)
    }
  }

  // MARK: Values

  private mutating func parseValue() throws(Stop) -> JSONNode {
    try skipTrivia()
    let start = here
    switch peek {
    case nil:
      fault("expected a value, found the end of the file")
      throw Stop()
    case "{":
      return JSONNode(.object(try parseObject()), at: start)
    case "[":
      return JSONNode(.array(try parseArray()), at: start)
    case "\"":
      return JSONNode(.string(try parseString()), at: start)
    case let scalar? where scalar == "-" || scalar == "+" || scalar == "." || scalar.isDigit:
      return JSONNode(parseNumber(), at: start)
    case let scalar? where scalar.isWordStart:
      return JSONNode(parseWord(), at: start)
    case ",", "}", "]", ":":
      fault("expected a value, found \(found())")
      return JSONNode(.invalid, at: start)
    default:
      fault("expected a value, found \(found())")
      try skipToSeparator()
      return JSONNode(.invalid, at: start)
    }
  }

  private mutating func enter() throws(Stop) {
    if openArrays + openObjects >= Self.maximumDepth {
      fault("expected at most \(Self.maximumDepth) levels of nesting")
      throw Stop()
    }
    advance()
  }

  private mutating func parseArray() throws(Stop) -> [JSONNode] {
    let start = here
    try enter()
    openArrays += 1
    defer { openArrays -= 1 }
    var elements: [JSONNode] = []
    while true {
      try skipTrivia()
      if try closes("]", "list", openedAt: start, otherwise: openObjects) { return elements }
      elements.append(try parseValue())
      try skipTrivia()
      if peek == "," {
        advance()
      } else if peek != "]", peek != nil {
        fault("expected \",\" or \"]\" after an element of the list, found \(found())")
        try skipUnlessValueFollows()
      }
    }
  }

  private mutating func parseObject() throws(Stop) -> [JSONMember] {
    let start = here
    try enter()
    openObjects += 1
    defer { openObjects -= 1 }
    var members: [JSONMember] = []
    var lines: [String: SourcePlace] = [:]
    while true {
      try skipTrivia()
      if try closes("}", "object", openedAt: start, otherwise: openArrays) { return members }
      let keyLocation = here
      guard let key = try parseKey() else { continue }
      let node = try parseMemberValue(of: key)
      if let first = lines[key] {
        faults.append(
          .init(location: keyLocation, message: "duplicate key \"\(key)\"; first given at \(first)", suggestion: nil))
      } else {
        lines[key] = keyLocation
        members.append(JSONMember(key, at: keyLocation, node))
      }
      try skipTrivia()
      if peek == "," {
        advance()
      } else if peek != "}", peek != nil {
        fault("expected \",\" or \"}\" after the value of \"\(key)\", found \(found())")
        if peek != "\"" { try skipToSeparator(consumingComma: true) }
      }
    }
  }

  /// Whether a list or object ends here. The wrong kind of closing bracket ends it too, with a fault.
  private mutating func closes(
    _ bracket: Unicode.Scalar, _ kind: String, openedAt start: SourcePlace, otherwise openOthers: Int
  ) throws(Stop) -> Bool {
    guard let scalar = peek else {
      fault("expected \"\(bracket)\" to close the \(kind) opened at \(start), found the end of the file")
      throw Stop()
    }
    if scalar == bracket {
      advance()
      return true
    }
    guard scalar == "]" || scalar == "}" else { return false }
    fault("expected \"\(bracket)\" to close the \(kind) opened at \(start), found \(found())")
    // The bracket belongs to an enclosing value if there is one; otherwise it was typed for this one.
    if openOthers == 0 { advance() }
    return true
  }

  /// Reads a key; without quotes it is a fault, but still a key. Nil if this cannot be a key.
  private mutating func parseKey() throws(Stop) -> String? {
    guard let scalar = peek, scalar != "\"" else { return try parseString() }
    fault("expected a key in double quotes, found \(found())")
    if scalar.isWordStart { return readWord() }
    if scalar == "," {
      advance()
    } else {
      if scalar == ":" { advance() }
      try skipToSeparator(consumingComma: true)
    }
    return nil
  }

  private mutating func parseMemberValue(of key: String) throws(Stop) -> JSONNode {
    try skipTrivia()
    if peek == ":" {
      advance()
      return try parseValue()
    }
    let location = here
    fault("expected \":\" after the key \"\(key)\", found \(found())")
    try skipToSeparator()
    return JSONNode(.invalid, at: location)
  }

  // MARK: Going on after a fault

  private mutating func skipUnlessValueFollows() throws(Stop) {
    guard let scalar = peek else { return }
    let startsValue = scalar == "\"" || scalar == "{" || scalar == "[" || scalar.isDigit || scalar == "-"
    if !startsValue { try skipToSeparator(consumingComma: true) }
  }

  /// Skips to the next comma or closing bracket that belongs to the value being read.
  private mutating func skipToSeparator(consumingComma: Bool = false) throws(Stop) {
    var depth = 0
    let silenced = faults
    while let scalar = peek {
      switch scalar {
      case "\"":
        _ = try parseString()
        faults = silenced
        continue
      case "/":
        try skipTrivia()
        if peek != "/" { continue }
      case "{", "[": depth += 1
      case "}", "]":
        if depth == 0 { return }
        depth -= 1
      case ",":
        if depth == 0 {
          if consumingComma { advance() }
          return
        }
      default: break
      }
      advance()
    }
  }
}

/// A parsed text: its value as far as it could be read, and every syntax fault found.
package struct JSONDocument: Hashable, Sendable {
  /// A place where the text is not JSON.
  package struct Fault: Hashable, Sendable {
    /// The place of the fault.
    package let location: SourcePlace
    /// The expected and the found text.
    package let message: String
    /// The probably intended text.
    package let suggestion: String?
  }

  /// The value, with `JSONNode.Value.invalid` where parts could not be read; nil if reading had to stop.
  package let root: JSONNode?
  /// The faults in the order in which they were found; empty for sound text.
  package let faults: [Fault]

  /// Parses JSON that may hold `//` and `/* */` comments, trailing commas and a leading byte order mark.
  ///
  /// Faults are collected, not thrown. Reading continues after a fault if the meaning of the rest is clear. It stops at
  /// an unclosed string or comment, at the end of the text, and below 64 levels of nesting.
  /// - Parameters:
  ///   - text: The text.
  ///   - file: The name that the places are given in.
  package static func parse(_ text: String, file: String) -> JSONDocument {
    var parser = JSONParser(text) { line, column in .position(file: file, line: line, column: column) }
    return parser.parseDocument()
  }

  /// Parses a text, such as an override, and assigns the same place to all values.
  package static func parse(_ text: String, at location: SourcePlace) -> JSONDocument {
    var parser = JSONParser(text) { _, _ in location }
    return parser.parseDocument()
  }
}
