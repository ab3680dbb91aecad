import SPBasics
import SPPipelines
import Testing

@testable import SPReporting

struct MarkupTests {
  @Test("Texts are escaped for elements and attributes; what is written in the source is not")
  func escaping() {
    let name = "<script>alert('1') & \"2\"</script>"
    let html: HTML = "<p title=\"\(name)\">\(name)</p>"
    let escaped = "&lt;script&gt;alert(&#39;1&#39;) &amp; &quot;2&quot;&lt;/script&gt;"
    #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    #expect(("<b>\(html)</b>" as HTML).text == "<b>\(html.text)</b>")
  }

  @Test("Controls and marks that turn the direction of text are shown as what they are: no text")
  func controls() {
    #expect(
      HTML(escaping: "a\u{0}b\u{1B}c\u{202E}d\u{2066}e\u{85}f").text == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f"
    )
    #expect(HTML(escaping: "Zoë\n\t– 球").text == "Zoë\n\t– 球")
  }

  @Test("No text within data can end a script element, begin a comment, or change")
  func scriptData() throws {
    let evil = "</script><!--<script>&\u{2028}\"\\"
    let text = ScriptData.text(["name": .string(evil)])
    #expect(!text.contains { "<>&".contains($0) })
    let back = try #require(JSONDocument.parse(text, file: "").root?.member("name")?.node.string)
    #expect(back == evil)
  }

  @Test(
    "Places in drawings are short",
    arguments: [(1.0, "1"), (1.04, "1"), (-0.26, "-0.3"), (12.349, "12.3"), (.nan, "0")])
  func coordinates(_ value: Double, _ text: String) { #expect(Coordinate.text(value) == text) }
}
