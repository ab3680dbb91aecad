import Testing

@testable import SPPlots

/// Smaller SVG for pages with many pictures.
struct CompactSVGTests {
  private func compact(_ text: String) -> String { String(decoding: CompactSVG.text(Array(text.utf8)), as: UTF8.self) }

  @Test("Lines go from place to place in tenths, without drift; outlines of letters keep hundredths")
  func paths() {
    #expect(
      compact("<path id=\"a\" d=\"M 71.9375 346 L 72.3125 340.5625 L 72.4375 337.875 M 5 6 L 5 6 \"/>")
        == "<path id=\"a\" d=\"M71.9 346l.4-5.4 .1-2.7M5 6l0 0\"/>")
    #expect(
      compact("<path d=\"M 0.578125 -2.03125 L 1 2 C 3.004 4 5 6 7 8 Z M 1 1 \"/>")
        == "<path d=\"M.58-2.03L1 2C3 4 5 6 7 8ZM1 1\"/>")
    // Tenths of a line of many small steps end where the line does.
    let steps = (1...1000).map { "L \(Double($0) * 0.04) 0" }.joined(separator: " ")
    let numbers = compact("<path d=\"M 0 0 \(steps) \"/>").split { !"0123456789.-".contains($0) }.compactMap {
      Double($0)
    }
    #expect(abs(numbers.reduce(0, +) - 40) < 1e-9)
  }

  @Test("What cairo does not write stays as it is")
  func others() {
    for text in [
      "<path d=\"M1 2h3\"/>", "<path d=\"M 1 x \"/>", "<text>d=\" M 1 2</text>", "", " d=\"",
    ] {
      #expect(compact(text) == text)
    }
  }
}
