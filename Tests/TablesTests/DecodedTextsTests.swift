import Testing

@testable import SPTables

struct DecodedTextsTests {
  /// The second text is canonically equal to the first.
  @Test func decodesEachTextOnce() {
    let texts = DecodedTexts<Int>()
    var count = 0
    func meaning(_ text: String) -> Int {
      texts.meaning(of: Array(text.utf8)) {
        count += 1
        return count
      }
    }
    #expect([meaning("\u{E9}"), meaning("e\u{301}"), meaning("\u{E9}"), meaning("e\u{301}")] == [1, 2, 1, 2])
  }

  @Test func keepsTheLatestOnly() {
    let texts = DecodedTexts<Int>()
    for number in 0..<100 { _ = texts.meaning(of: [UInt8(number)]) { number } }
    #expect(texts.meaning(of: [99]) { -1 } == 99)
    #expect(texts.meaning(of: [0]) { -1 } == -1)
  }
}
