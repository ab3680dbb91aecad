import SPSignals
import Testing

struct SearchingTests {
  @Test("The nearest match is found wherever it lies, and no further is looked than its piece")
  func search() {
    for place in [5, 6, 36, 37, 164, 165, 999] {
      var looked: [Range<Int>] = []
      let first = Searching.first(in: 5..<1000) { piece in
        looked.append(piece)
        return Array(piece).firstIndex { $0 >= place }
      }
      #expect(first == place && looked.last?.contains(place) == true)
      looked = []
      let last = Searching.last(in: 5..<1000) { piece in
        looked.append(piece)
        return Array(piece).lastIndex { $0 <= place }
      }
      #expect(last == place && looked.last?.contains(place) == true)
    }
  }

  @Test func nothingIsFoundWhereNothingMatches() {
    #expect(Searching.first(in: 5..<500) { Array($0).firstIndex { $0 > 500 } } == nil)
    #expect(Searching.last(in: 5..<500) { Array($0).lastIndex { $0 < 5 } } == nil)
    #expect(Searching.last(in: 5..<5) { Array($0).lastIndex { $0 == 5 } } == nil)
  }
}
