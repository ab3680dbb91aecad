import Swingpipe
import Testing

@testable import FindRallies

/// features.rally.
struct RallyStageTests {
  @Test("A longer pause than the option's parts two rallies")
  func grouping() throws {
    var options = RallyOptions()
    options.maxPauseS = 4
    var bench = try StageBench<RallyStage>(options)
    try bench.provide(.recording, RecordingFacts(identity: RecordingIdentity(recordingID: "monday")))
    try bench.provide(.labelledSwings, [swing(at: 10, .hit), swing(at: 14, .miss), swing(at: 18.5, .hit)])
    let table = try #require(try bench.run()[.table])
    #expect(table["start_time_s"]?.values == .float64([9.75, 18.25]))
    #expect(table["duration_s"]?.values == .float32([4.25, 0.25]))
    #expect(table["swings"]?.values == .int32([2, 1]))
    #expect(table["hits"]?.values == .int32([1, 1]))
  }

  @Test("A recording without swings has a table without rows")
  func nothing() throws {
    var bench = try StageBench<RallyStage>(RallyOptions())
    try bench.provide(.recording, RecordingFacts(identity: RecordingIdentity(recordingID: "monday")))
    try bench.provide(.labelledSwings, [])
    #expect(try bench.run()[.table]?.rowCount == 0)
  }

  private func swing(at time: Double, _ label: SwingLabel) -> LabelledSwing {
    let swing = Swing(
      startTime: time - 0.25, anchorTime: time, impact: nil, accumulatedRotation: 2, peakRate: 12, rateThreshold: 1.2)
    return LabelledSwing(swing: swing, label: label, hitProbability: label == .hit ? 1 : 0, model: "test")
  }
}
