import HostileTexts
import Testing

@testable import SPPlots

/// Hostile texts in a picture.
struct HostileTextTests {
  @Test("A title stays a text, without control characters")
  func title() {
    for text in Hostile.texts {
      let escaped = SVGText.escaped(text)
      #expect(!escaped.unicodeScalars.contains { Hostile.isControl($0) && !["\u{2028}", "\u{2029}"].contains($0) })
      #expect(!escaped.contains { ["<", ">"].contains($0) })
      #expect(escaped.firstMatch(of: #/&(?!amp;|lt;|gt;)/#) == nil)
    }
  }
}
