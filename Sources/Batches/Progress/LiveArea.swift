import SPTables

/// Control codes that draw lines at the bottom of a terminal and erase them.
package enum LiveArea {
  /// Draws lines; the cursor is left at the end of the last one.
  package static func draw(_ lines: [String]) -> String { lines.joined(separator: "\n") }

  /// Goes to the first of the lines and clears from there on.
  ///
  /// In a terminal that has become narrower, lines take several rows.
  package static func erase(_ lines: [String], columns: Int) -> String {
    guard !lines.isEmpty else { return "" }
    let rows = lines.reduce(0) { $0 + max(1, (TerminalText.width($1) + columns - 1) / columns) }
    // ECMA-48: carriage return, cursor up, erase to the end of the screen.
    return "\r" + (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\u{1B}[J"
  }
}
