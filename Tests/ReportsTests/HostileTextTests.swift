import HostileTexts
import Testing

@testable import SPReporting

/// Hostile texts in a page.
struct HostileTextTests {
  @Test("A text stays a text, in elements and attributes, without control characters")
  func markup() {
    for text in Hostile.texts {
      let html = HTML(escaping: text).text
      #expect(
        !html.unicodeScalars.contains { Hostile.isControl($0) && !["\n", "\t", "\u{2028}", "\u{2029}"].contains($0) })
      #expect(!html.contains { ["<", ">", "\"", "'"].contains($0) })
      #expect(html.firstMatch(of: #/&(?!amp;|lt;|gt;|quot;|#39;)/#) == nil)
    }
  }
}
