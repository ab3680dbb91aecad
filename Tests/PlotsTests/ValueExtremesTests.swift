import Testing

@testable import SPPlots

struct ValueExtremesTests {
  @Test func theFirstOfEachAtEveryPlaceAroundTheBoundsOfPiecesAndLanes() {
    for count in [1, 2, 15, 16, 17, 33, 511, 512, 513, 1500] {
      for place in Set([0, 1, 15, 16, 17, 510, 511, 512, 1024, count - 1]) where place < count {
        var values = [Float](repeating: 2, count: count)
        values[place] = 3
        let high = ValueExtremes(values[...])
        #expect(high?.highest == place, "\(count) \(place)")
        #expect(high?.lowest == (count == 1 ? 0 : place == 0 ? 1 : 0), "\(count) \(place)")
        values[place] = -3
        #expect(ValueExtremes(values[...])?.lowest == place, "\(count) \(place)")
        // A slice has the places of what it is a slice of.
        #expect(ValueExtremes(([9, 9] + values)[2...])?.lowest == place + 2)
      }
    }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity]) func nothingWhereAnythingIsMissing(_ value: Float) {
    for place in [0, 7, 16, 515, 599] {
      var values = [Float](repeating: 1, count: 600)
      values[place] = value
      #expect(ValueExtremes(values[...]) == nil, "\(place)")
    }
    #expect(ValueExtremes([]) == nil)
  }

  @Test func asASearchByOneFindsThemAmongEqualValues() {
    var noise = Noise(seed: 3)
    for count in 1..<200 {
      let values = (0..<count).map { _ in Float((8 * noise.next()).rounded()) }
      let lowest = values.indices.min { values[$0] < values[$1] }
      let highest = values.indices.reversed().max { values[$0] < values[$1] }
      let found = ValueExtremes(values[...])
      #expect(found?.lowest == values.firstIndex(of: values[lowest ?? 0]))
      #expect(found?.highest == values.firstIndex(of: values[highest ?? 0]))
    }
  }
}
