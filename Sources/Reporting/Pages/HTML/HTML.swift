import SPBasics

/// A piece of markup. A literal in the source code is used unchanged; every interpolated text is escaped.
///
/// `"<p title=\"\(hint)\">\(name)</p>"` is safe whatever `hint` and `name` contain, in elements and in quoted
/// attributes. Do not put text into a script or a style element, where escapes mean nothing: see `ScriptData`.
package struct HTML: Hashable, Sendable {
  /// The markup as text.
  package private(set) var text: String

  /// Escapes a text.
  package init(escaping text: String) {
    self.text = ""
    self.text.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": self.text += "&amp;"
      case "<": self.text += "&lt;"
      case ">": self.text += "&gt;"
      case "\"": self.text += "&quot;"
      case "'": self.text += "&#39;"
      case "\n", "\t": self.text.unicodeScalars.append(scalar)
      // Control characters, and marks that turn the direction of all following text, are replaced by a visible sign.
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): self.text += "\u{FFFD}"
      case "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FFFE}"..."\u{FFFF}":
        self.text += "\u{FFFD}"
      default: self.text.unicodeScalars.append(scalar)
      }
    }
  }

  fileprivate init(markup: String) { text = markup }

  /// Empty markup.
  package static let empty = HTML(markup: "")
}

extension HTML: ExpressibleByStringInterpolation {
  /// Markup that is written in the source.
  package init(stringLiteral value: String) { text = value }

  /// Joins the parts of an interpolation.
  package init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// The parts of markup: literals unchanged, texts escaped.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    /// Appends a literal of the source code unchanged.
    package mutating func appendLiteral(_ literal: String) { text += literal }
    /// Escapes and appends a text.
    package mutating func appendInterpolation(_ value: String) { text += HTML(escaping: value).text }
    /// Appends a whole number.
    package mutating func appendInterpolation(_ value: Int) { text += String(value) }
    /// Appends markup unchanged.
    package mutating func appendInterpolation(_ value: HTML) { text += value.text }
    /// Appends several pieces of markup in order.
    package mutating func appendInterpolation(_ values: [HTML]) { for value in values { text += value.text } }
    /// Appends a coordinate of a drawing, to a tenth of a pixel.
    package mutating func appendInterpolation(at value: Double) { text += Coordinate.text(value) }
  }
}

/// Coordinates of drawings as short text.
enum Coordinate {
  /// To a tenth of a pixel, without a zero at the end.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }
}

/// Data for the page's script, as text that is safe within a script element.
enum ScriptData {
  /// JSON in which no character can end the element or begin a comment.
  ///
  /// In JSON, `<`, `>` and `&` occur only within strings, where an escape means the same character. Source: HTML
  /// standard, "Restrictions for contents of script elements".
  static func text(_ value: JSONValue) -> String {
    let json = value.canonical
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count)
    for byte in json.utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += Array("\\u003c".utf8)
      case UInt8(ascii: ">"): bytes += Array("\\u003e".utf8)
      case UInt8(ascii: "&"): bytes += Array("\\u0026".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
