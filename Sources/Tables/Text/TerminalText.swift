/// Text in the columns of a terminal. A character takes no column, one column or two columns.
package enum TerminalText {
  /// The number of columns that a text takes.
  package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  /// The text in at most this many columns; an ellipsis marks text that is cut off.
  package static func clipped(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var clipped = ""
    var used = 0
    for character in text {
      used += width(character)
      guard used < columns else { break }
      clipped.append(character)
    }
    return clipped + "…"
  }

  /// The text with spaces after it, or before it, or clipped, so that it takes exactly this many columns.
  package static func padded(_ text: String, to columns: Int, isRight: Bool = false) -> String {
    let text = clipped(text, to: columns)
    let spaces = String(repeating: " ", count: max(0, columns - width(text)))
    return isRight ? spaces + text : text + spaces
  }

  /// Cells as a line, without spaces at its end.
  static func line(_ cells: [String]) -> String {
    var line = cells.joined(separator: "  ")
    while line.hasSuffix(" ") { line.removeLast() }
    return line + "\n"
  }

  private static func width(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // U+FE0F requests the emoji form of a character.
    if scalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    return scalars.reduce(0) { max($0, width($1)) }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// Blocks of wide and full-width characters (Unicode 15, EastAsianWidth.txt; whole blocks where nearly all are).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

extension String {
  /// The text with control characters, and characters that change the direction of writing, written like `\u{1B}`.
  ///
  /// Names of files may contain line breaks and escape codes, which must not break a line or reach a terminal.
  package var withoutControls: String { withoutControls(but: []) }

  /// The same, except for some characters, which stay.
  package func withoutControls(but kept: Set<Unicode.Scalar>) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControlOfText, !kept.contains(scalar) {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character controls the text instead of being shown. Such characters are control characters (C0, C1,
  /// delete), separators of lines and paragraphs, and the marks of the Unicode bidirectional algorithm (UAX #9, section
  /// 2), which can disguise a text.
  package var isControlOfText: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
