/// Text in the language of manual pages: the `man` macros of roff, as groff and mandoc read them.
enum Roff {
  /// The width of lines of running text in the source, in characters.
  private static let width = 78

  /// A text in which nothing is taken for an escape, with hyphens and quotes as they are typed.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u" + String(scalar.value, radix: 16, uppercase: true).leftPadded(to: 4) + "]"
      }
    }
  }

  /// Running text, escaped, in lines of which none begins like a request.
  static func filled(_ text: String) -> [String] {
    var lines: [String] = []
    for word in escaped(text).split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word.hasPrefix(".") ? "\\&" + word : String(word))
      }
    }
    return lines
  }

  /// Lines that are set as they are, escaped.
  static func verbatim(_ lines: [String]) -> [String] {
    [".nf"] + lines.map { ($0.hasPrefix(".") ? "\\&" : "") + escaped($0) } + [".fi"]
  }

  static func bold(_ text: String) -> String { "\\fB" + escaped(text) + "\\fR" }
  static func italic(_ text: String) -> String { "\\fI" + escaped(text) + "\\fR" }

  /// A term, which is roff already, with its description.
  static func item(_ term: String, _ text: [String]) -> [String] { [".TP", term] + text }
}

extension String {
  fileprivate func leftPadded(to count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }
}
