import HostileTexts
import SPPipelines
import SPTables
import Testing

/// Hostile texts on a terminal.
struct HostileTextTests {
  @Test("No control character is left but those that are to stay, and nothing else is changed")
  func terminal() {
    for text in Hostile.texts {
      let shown = text.withoutControls
      #expect(!shown.unicodeScalars.contains(where: Hostile.isControl))
      let kept = text.unicodeScalars.filter { !Hostile.isControl($0) }
      let back = shown.replacing(#/\\u\{[0-9A-F]+\}/#, with: "")
      #expect(Array(back.unicodeScalars) == Array(kept), "\(shown)")
      let lines = text.withoutControls(but: ["\n", "\t"]).unicodeScalars.filter(Hostile.isControl)
      #expect(lines.allSatisfy { ["\n", "\t"].contains($0) })
    }
    #expect("a\u{1B}b\u{202E}c\u{9B}".withoutControls == "a\\u{1B}b\\u{202E}c\\u{9B}")
  }
}
