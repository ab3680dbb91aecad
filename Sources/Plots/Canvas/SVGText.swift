/// Additions to the SVG that cairo writes.
enum SVGText {
  /// cairo's SVG with a title and a description for screen readers, and with names that do not depend on earlier
  /// pictures. Without a title and a description, nothing is added.
  ///
  /// cairo has no call for titles and descriptions. They are inserted after the opening tag, where SVG expects them
  /// (https://www.w3.org/TR/SVG2/struct.html#TitleElement).
  static func finished(_ bytes: [UInt8], title: String, description: String = "") -> [UInt8] {
    let text = renumbered(String(decoding: bytes, as: UTF8.self))
    guard !title.isEmpty || !description.isEmpty, let tag = text.firstRange(of: "<svg "),
      let end = text[tag.upperBound...].firstRange(of: ">")
    else { return Array(text.utf8) }
    let name = title.isEmpty ? "" : "<title>\(escaped(title))</title>"
    let more = description.isEmpty ? "" : "\n<desc>\(escaped(description))</desc>"
    return Array(
      """
      \(text[..<end.lowerBound]) role="img">
      \(name)\(more)\(text[end.upperBound...])
      """.utf8)
  }

  /// The SVG with groups numbered from 1.
  ///
  /// cairo up to 1.16 numbers groups by the surfaces that the process has made so far, so two pictures of the same data
  /// would differ.
  private static func renumbered(_ text: String) -> String {
    var text = text
    var count = 0
    while let place = text.firstRange(of: /"surface[0-9]+"/) {
      let name = text[place].dropFirst().dropLast()
      count += 1
      for end in ["\"", ")"] {
        text = text.replacing(name + end, with: "group\(count)" + end)
      }
    }
    return text
  }

  /// Text escaped for XML. Characters that XML 1.0 cannot represent, or that change the direction of writing, become
  /// spaces.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\u{FFFE}", "\u{FFFF}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        result += " "
      default:
        if scalar.properties.generalCategory == .control {
          result += " "
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
