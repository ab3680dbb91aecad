/// Strings of JSON in quotes.
///
/// JSON requires some escapes. Further escapes replace characters that control a terminal, that some programs take for
/// the end of a line, or that change the direction of writing. So the JSON can be printed as it is, and any parser
/// reads it.
enum JSONEscapes {
  /// Appends a text as a JSON string.
  static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard !utf8.contains(where: mayNeedEscape) else { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    if !isPlain { text.unicodeScalars.forEach { append($0, to: &bytes) } }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a character that needs an escape may begin with a byte of UTF-8.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: true
    default: false
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes += #"\""#.utf8
    case "\\": bytes += #"\\"#.utf8
    case "\u{8}": bytes += #"\b"#.utf8
    case "\t": bytes += #"\t"#.utf8
    case "\n": bytes += #"\n"#.utf8
    case "\u{C}": bytes += #"\f"#.utf8
    case "\r": bytes += #"\r"#.utf8
    // Control characters, separators of lines and paragraphs, and the marks of the Unicode bidirectional algorithm
    // (UAX #9, section 2).
    case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
      "\u{2066}"..."\u{2069}":
      let digits = String(scalar.value, radix: 16)
      bytes += #"\u"#.utf8
      bytes += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
      bytes += digits.utf8
    default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }
}
