import Signals
import Testing

struct SearchingTests {
  @Test("The nearest match is found wherever it lies, and no further is read than its piece")
  func search() {
    for place in [0, 1, 31, 32, 159, 160, 999] {
      var read: [Range<Int>] = []
      func values(_ range: Range<Int>) -> [Int] {
        read.append(range)
        return Array(range)
      }
      #expect(Searching.firstIndex(in: 0..<1000, of: values) { $0 >= place } == place)
      #expect(read.last?.contains(place) == true)
      read = []
      #expect(Searching.lastIndex(in: 0..<1000, of: values) { $0 <= place } == place)
      #expect(read.last?.contains(place) == true)
    }
  }

  @Test func nothingIsFoundWhereNothingMatches() {
    #expect(Searching.firstIndex(in: 5..<500, of: Array.init) { $0 > 500 } == nil)
    #expect(Searching.lastIndex(in: 5..<500, of: Array.init) { $0 < 5 } == nil)
    #expect(Searching.lastIndex(in: 5..<5, of: Array.init) { $0 == 5 } == nil)
  }
}
