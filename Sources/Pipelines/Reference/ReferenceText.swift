/// The few parts of Markdown that the generated pages need.
enum Markdown {
  /// A table; cells are escaped.
  static func table(_ header: [String], _ rows: [[String]]) -> String {
    let lines = [header, header.map { _ in "---" }] + rows.map { $0.map(escape) }
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  /// Text as code, in which only a backtick is markup.
  static func code(_ text: String) -> String { text.isEmpty ? "" : "`\(text.replacing("`", with: "'"))`" }

  /// A bar would end the cell, and an angle bracket could begin a tag, except inside code.
  private static func escape(_ text: String) -> String {
    let barred = text.replacing("|", with: "\\|").replacing("\n", with: " ")
    return barred.hasPrefix("`") ? barred : barred.replacing("<", with: "&lt;")
  }
}

extension String {
  /// The text in lines of at most `width` characters. The first line begins with `first`, every further line with
  /// `rest`.
  ///
  /// Lines break at spaces, and several spaces count as one. A word longer than a line gets a separate line.
  package func wrapped(width: Int, first: String, rest: String) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + (isEmpty ? [] : [line])
  }
}
