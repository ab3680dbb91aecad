import Testing

@testable import SPPlots

struct SeriesThinnerTests {
  private func thinned(_ times: [Double], _ values: [Float], columns: Int, medianInterval: Double = 1) -> TimeSeries {
    var thinner = SeriesThinner(
      over: (times.first ?? 0)...(times.last ?? 1), columns: columns, medianInterval: medianInterval)
    thinner.append(times: times, values: values)
    return thinner.series()
  }

  @Test func fewSamplesStayAsTheyAre() {
    let series = thinned([0, 1, 2, 3], [5, 4, 6, 7], columns: 100)
    #expect(series.times == [0, 1, 2, 3])
    #expect(series.values == [5, 4, 6, 7])
    #expect(series.runs == [0..<4])
  }

  @Test func aPeakOfOneSampleSurvivesAnyLength() {
    let times = (0..<100_000).map(Double.init)
    var values = times.map { _ in Float(0) }
    values[43_210] = 9
    values[43_211] = -7
    let series = thinned(times, values, columns: 50)
    #expect(series.times.count <= 4 * 51)
    #expect(series.times.contains(43_210) && series.times.contains(43_211))
    #expect(series.values.max() == 9 && series.values.min() == -7)
    #expect(series.runs.count == 1)
    #expect(series.times == series.times.sorted())
  }

  @Test func extremesOfEveryColumnSurviveHoweverTheBlocksAreCut() {
    var noise = Noise(seed: 7)
    let times = (0..<5000).map { Double($0) / 100 }
    let values = times.map { _ in Float(noise.next()) }
    let whole = thinned(times, values, columns: 50, medianInterval: 0.01)
    for block in [1, 7, 999] {
      var thinner = SeriesThinner(over: times[0]...times[4999], columns: 50, medianInterval: 0.01)
      for start in stride(from: 0, to: 5000, by: block) {
        let range = start..<min(start + block, 5000)
        thinner.append(times: Array(times[range]), values: Array(values[range]))
      }
      #expect(thinner.series() == whole)
    }
    for column in 0..<50 {
      let inside = times.indices.filter { Int(times[$0] / times[4999] * 50) == column }.map { values[$0] }
      let kept = whole.times.indices.filter { Int(whole.times[$0] / times[4999] * 50) == column }.map {
        whole.values[$0]
      }
      #expect(kept.max() == inside.max() && kept.min() == inside.min())
    }
  }

  @Test func missingSamplesAndAClockThatGoesBackAreTheSameHoweverTheBlocksAreCut() {
    var noise = Noise(seed: 8)
    var times = (0..<4000).map { Double($0) / 100 }
    var values = times.map { _ in Float(noise.next()) }
    for index in 0..<4000 where noise.next() < 0.02 { values[index] = noise.next() < 0.5 ? .nan : .infinity }
    for index in 1000..<1600 { values[index] = .nan }
    times[500] = .nan
    for index in 2000..<4000 { times[index] -= 3 }
    let whole = thinned(times, values, columns: 50, medianInterval: 0.01)
    #expect(whole.runs.count > 2)
    for block in [1, 13, 800] {
      var thinner = SeriesThinner(over: times[0]...times[3999], columns: 50, medianInterval: 0.01)
      let starts = Array(stride(from: 0, to: 4000, by: block))
      // Made from the last on, as helpers may; used from the first on.
      let made = starts.reversed().map { start in
        let range = start..<min(start + block, 4000)
        return thinner.blocks(times: Array(times[range]), [Array(values[range])])[0]
      }
      for block in made.reversed() { thinner.append(block) }
      let cut = thinner.series()
      // A NaN, where a line breaks, does not equal itself.
      #expect(cut.times == whole.times && cut.runs == whole.runs)
      #expect(zip(cut.values, whole.values).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) })
    }
  }

  @Test func aGapBreaksTheLine() {
    let series = thinned([0, 1, 2, 10, 11], [1, 1, 1, 1, 1], columns: 11)
    #expect(series.runs.map { series.times[$0.lowerBound]...series.times[$0.upperBound - 1] } == [0...2, 10...11])
    // A step of three is two lost samples, which is none.
    #expect(thinned([0, 1, 4, 5], [1, 1, 1, 1], columns: 5).runs.count == 1)
  }

  @Test func missingSamplesBreakTheLine() {
    let series = thinned([0, 1, 2, 3, 4], [1, 1, .nan, 1, 1], columns: 100)
    #expect(series.runs.map { Array(series.times[$0]) } == [[0, 1], [3, 4]])
  }

  @Test func aGapWithinAColumnCannotBeSeen() {
    let series = thinned(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 100], [1, .nan, 1, 1, 1, 1, 1, 1, 1, 1], columns: 2, medianInterval: 0)
    #expect(series.runs.count == 1)
  }

  @Test func aClockThatGoesBackBreaksTheLine() {
    #expect(thinned([0, 1, 2, 1.5, 2.5, 9], [1, 1, 1, 1, 1, 1], columns: 1, medianInterval: 0).runs.count == 2)
  }

  @Test func longStepsOfAThinnedSeriesAreNoGaps() {
    // Of a quiet column first and last alone are kept.
    let times = (0..<1000).map(Double.init)
    let series = thinned(times, times.map { _ in 0 }, columns: 10)
    // The end of the stretch is a column of its own.
    #expect(series.times.count <= 2 * 11)
    #expect(series.relative(to: 5).runs.count == 1)
  }

  @Test func nothingGivesNothing() {
    #expect(thinned([], [], columns: 10).times.isEmpty)
    #expect(thinned([0, 1], [.nan, .infinity], columns: 10).times.isEmpty)
  }
}
