import SPPlots
import Testing

struct TimeSeriesTests {
  @Test func needsATimeForEachValue() {
    #expect(throws: PlotError.unequalCounts(times: 2, values: 1)) { try TimeSeries(times: [0, 1], values: [1]) }
    let error = PlotError.unequalCounts(times: 2, values: 1)
    #expect(error.description == "a series needs a time for each value: got 2 times and 1 values")
  }

  @Test func stepsHoldUntilTheNextValue() throws {
    let steps = try TimeSeries(times: [0, 1, 9], values: [2, 4, 3]).stepped
    #expect(steps.times == [0, 1, 1, 9, 9] && steps.values == [2, 2, 4, 4, 3])
    // However long one holds, nothing is missing.
    #expect(steps.runs == [0..<5])
    #expect(try TimeSeries(times: [60, 120], values: [1, 2]).relative(to: 30, unitS: 60).times == [0.5, 1.5])
  }

  @Test func heldValuesBreakOnlyWhereThereIsNone() {
    let held = TimeSeries.holding([(5, 0, 1), (.nan, 1, 1), (6, 2, 500), (7, 500, 501), (8, 900, 900)])
    #expect(held.times == [0, 1, 1, 2, 500, 500, 501, 900])
    #expect(held.runs == [0..<2, 3..<8])
  }

  @Test func anUnbrokenSeriesIsOneRun() throws {
    #expect(try TimeSeries(times: [0, 1, 2, 4.9], values: [1, 2, 3, 4]).runs == [0..<4])
  }

  @Test func breaksWhereNothingWasMeasured() throws {
    let series = try TimeSeries(times: [0, 1, 2, 3, 4, 5, 6], values: [.nan, 1, 2, .infinity, 3, .nan, 4])
    #expect(series.runs == [1..<3, 4..<5, 6..<7])
  }

  @Test func breaksAtStepsThatAreGapsWhereRecordingsAreRead() throws {
    let series = try TimeSeries(times: [0, 1, 2, 5.04, 8.1, 9, 10], values: [0, 0, 0, 0, 0, 0, 0])
    #expect(series.runs == [0..<4, 4..<7])
  }

  @Test func breaksWhereTheClockStepsBackOrIsUnknown() throws {
    let values: [Float] = [0, 0, 0, 0, 0, 0]
    #expect(try TimeSeries(times: [0, 1, 2, 1, 2, 3], values: values).runs == [0..<3, 3..<6])
    #expect(try TimeSeries(times: [0, 1, .nan, 3, .infinity, 5], values: values).runs == [0..<2, 3..<4, 5..<6])
  }

  @Test func equalStampsAreNoGap() throws {
    #expect(try TimeSeries(times: [0, 1, 1, 2], values: [0, 1, 2, 3]).runs == [0..<4])
    #expect(try TimeSeries(times: [7, 7], values: [0, 1]).runs == [0..<2])
  }

  @Test func nothingHasNoRun() {
    #expect(TimeSeries.empty.runs.isEmpty)
  }

  @Test func findsTheNearestSampleThatWasMeasured() throws {
    let series = try TimeSeries(times: [0, 1, 2, 3], values: [5, .nan, 6, 7])
    #expect(series.nearest(to: 1.1) == 2)
    #expect(series.nearest(to: 0.9) == 0)
    #expect(series.nearest(to: 1) == 0)
    #expect(series.nearest(to: 3.1) == nil)
    #expect(series.nearest(to: .nan) == nil)
    #expect(TimeSeries.empty.nearest(to: 0) == nil)
  }

  @Test func countsTimesFromAMoment() throws {
    #expect(try TimeSeries(times: [5, 6], values: [1, 2]).relative(to: 6).times == [-1, 0])
  }
}
