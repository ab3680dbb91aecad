import Foundation

/// What cairo leaves out of an SVG.
enum SVGText {
  /// cairo's text with a title for screen readers.
  ///
  /// cairo has no call for it, so it goes in after the opening tag, where SVG wants it
  /// (https://www.w3.org/TR/SVG2/struct.html#TitleElement).
  static func finished(_ bytes: [UInt8], title: String) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard !title.isEmpty, let tag = text.range(of: "<svg "),
      let end = text.range(of: ">", range: tag.upperBound..<text.endIndex)
    else { return bytes }
    return Array(
      """
      \(text[..<end.lowerBound]) role="img">
      <title>\(escaped(title))</title>\(text[end.upperBound...])
      """.utf8)
  }

  /// Text as XML holds it; characters that XML 1.0 cannot hold become spaces.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\u{FFFE}", "\u{FFFF}": result += " "
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
