import Testing

@testable import SPPlots

struct DecimationTests {
  @Test func shortSeriesStayAsTheyAre() {
    let points = (0..<8).map { Point(x: Double($0) / 4, y: Double($0 * 3 % 7)) }
    #expect(Decimation.byColumn(points) == points)
    #expect(Decimation.byColumn([]).isEmpty)
  }

  @Test func keepsFirstLowestHighestAndLastOfEachColumnInOrder() {
    let ys: [Double] = [5, 9, 4, 1, 6, 7]
    let points = ys.indices.map { Point(x: 10 + Double($0) / 10, y: ys[$0]) }
    #expect(Decimation.byColumn(points).map(\.y) == [5, 9, 1, 7])
  }

  @Test func extremesOfEveryColumnSurvive() {
    var noise = Noise(seed: 11)
    let points = (0..<4000).map { Point(x: Double($0) / 100, y: noise.next()) }
    let thinned = Decimation.byColumn(points)
    #expect(thinned.count <= 4 * 40)
    for column in 0..<40 {
      let before = points.filter { Int($0.x) == column }.map(\.y)
      let after = thinned.filter { Int($0.x) == column }.map(\.y)
      #expect(after.min() == before.min())
      #expect(after.max() == before.max())
      #expect(after.first == before.first)
      #expect(after.last == before.last)
    }
  }
}
