extension JSONParser {
  // MARK: Space and comments

  mutating func skipTrivia() throws(Stop) {
    while let scalar = peek {
      if scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" {
        advance()
      } else if scalar == "/", next == "/" {
        while let scalar = peek, scalar != "\n", scalar != "\r" { advance() }
      } else if scalar == "/", next == "*" {
        try skipBlockComment()
      } else {
        return
      }
    }
  }

  private var next: Unicode.Scalar? {
    index + 1 < scalars.count ? scalars[index + 1] : nil
  }

  private mutating func skipBlockComment() throws(Stop) {
    let start = here
    advance()
    advance()
    while peek != nil {
      if peek == "*", next == "/" {
        advance()
        advance()
        return
      }
      advance()
    }
    fault("expected \"*/\" to close this comment, found the end of the file", at: start)
    throw Stop()
  }

  // MARK: Words and numbers

  mutating func readWord() -> String {
    var word = String.UnicodeScalarView()
    while let scalar = peek, scalar.isWordPart {
      word.append(scalar)
      advance()
    }
    return String(word)
  }

  mutating func parseWord() -> JSONNode.Value {
    let start = index
    let location = here
    let word = readWord()
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    default:
      let suggestion = word == "None" || word == "nil" ? "null" : NearestName.find(word, in: ["true", "false", "null"])
      let end = index
      index = start
      fault("expected a value, found \"\(word)\"", suggestion: suggestion, at: location)
      index = end
      return .invalid
    }
  }

  /// Reads everything that could belong to a number, and checks it against the grammar of RFC 8259.
  mutating func parseNumber() -> JSONNode.Value {
    let start = index
    let location = here
    while let scalar = peek, scalar.isWordPart || scalar == "." || scalar == "+" || scalar == "-" { advance() }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<index])
    let number = String(text)
    if JSONNumber.isWellFormed(number) { return .number(JSONNumber(text: number)) }
    let end = index
    index = start
    fault("expected a number such as -1, 0.5 or 2e-3, found \"\(number)\"", at: location)
    index = end
    return .invalid
  }

  // MARK: Strings

  /// Reads a string with its quotes. If the string is not closed on its line, reading stops, since the meaning of the
  /// rest could only be guessed.
  mutating func parseString() throws(Stop) -> String {
    let start = here
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = peek, scalar != "\n", scalar != "\r" {
      switch scalar {
      case "\"":
        advance()
        return String(text)
      case "\\":
        parseEscape(into: &text)
      default:
        if scalar.value < 0x20 { fault("expected an escape such as \\t in place of a control character") }
        text.append(scalar)
        advance()
      }
    }
    fault("expected \"\\\"\" to close this string before the end of the line", at: start)
    throw Stop()
  }

  private mutating func parseEscape(into text: inout String.UnicodeScalarView) {
    let start = here
    advance()
    guard let letter = peek else { return }
    if letter == "u" {
      advance()
      parseUnicodeEscape(startingAt: start, into: &text)
      return
    }
    let escapes: [Unicode.Scalar: Unicode.Scalar] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]
    guard let scalar = escapes[letter] else {
      fault("expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u, found \"\\\(letter)\"", at: start)
      return
    }
    text.append(scalar)
    advance()
  }

  private mutating func parseUnicodeEscape(
    startingAt start: SourcePlace, into text: inout String.UnicodeScalarView
  ) {
    guard let unit = readFourHexDigits() else {
      fault("expected four hexadecimal digits after \\u", at: start)
      return
    }
    if let scalar = Unicode.Scalar(UInt32(unit)) {
      text.append(scalar)
      return
    }
    // Scalars beyond U+FFFF are written as a leading and a trailing surrogate.
    if UTF16.isLeadSurrogate(unit), peek == "\\", next == "u" {
      advance()
      advance()
      if let trail = readFourHexDigits(), UTF16.isTrailSurrogate(trail) {
        let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
        if let scalar = Unicode.Scalar(value) {
          text.append(scalar)
          return
        }
      }
    }
    fault("expected a pair of \\u escapes for a character beyond U+FFFF", at: start)
  }

  private mutating func readFourHexDigits() -> UInt16? {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let scalar = peek, let digit = Character(scalar).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
      advance()
    }
    return value
  }

  // MARK: Messages

  /// The text at the current position, for messages.
  func found() -> String {
    guard let scalar = peek else { return "the end of the file" }
    var text = String.UnicodeScalarView()
    if scalar == "\"" {
      text.append(contentsOf: scalars[(index + 1)...].prefix(30).prefix { $0 != "\"" && $0 != "\n" && $0 != "\r" })
      return "the string \"\(String(text))\""
    }
    text.append(contentsOf: scalars[index...].prefix(30).prefix { $0.isWordPart })
    return text.isEmpty ? "\"\(scalar)\"" : "\"\(String(text))\""
  }
}

extension Unicode.Scalar {
  var isDigit: Bool { self >= "0" && self <= "9" }

  var isWordStart: Bool { properties.isAlphabetic || self == "_" || self == "$" }

  var isWordPart: Bool { isWordStart || isDigit }
}
