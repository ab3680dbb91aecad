import Testing

@testable import SPPlots

/// Axes that single values do not flatten.
struct RobustRangeTests {
  private func series(_ values: [Float]) throws -> TimeSeries {
    try TimeSeries(times: values.indices.map(Double.init), values: values)
  }

  @Test("A spike far off all others is told by its place, and the axis holds the others")
  func spike() throws {
    var values = (0..<1000).map { Float($0 % 300) }
    values[500] = 21_733
    let found = try #require(RobustRange(of: series(values)))
    #expect(found.outliers == [500])
    #expect(found.range.lowerBound == 0 && (300...400).contains(found.range.upperBound))
    values[7] = -9000
    let both = try #require(RobustRange(of: series(values)))
    #expect(both.outliers == [7, 500] && both.range.lowerBound < 0)
  }

  @Test("A sprint, a constant and a few values need no care")
  func usual() throws {
    var sprint = (0..<1000).map { Float($0 % 300) }
    for place in 400..<410 { sprint[place] = 800 }
    #expect(RobustRange(of: try series(sprint)) == nil)
    #expect(RobustRange(of: try series(Array(repeating: 5, count: 100))) == nil)
    #expect(RobustRange(of: try series([0, 1, 2, 1e6])) == nil)
    #expect(RobustRange(of: try series(Array(repeating: .nan, count: 100))) == nil)
  }
}
