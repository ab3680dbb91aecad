import Foundation
import SPBatches
import SPRecordings
import TestSupport
import Testing

@Suite("A real watch's acceleration", .enabled(if: SharedData.isPresent, "the shared reference data are absent"))
struct RealWatchTests {
  /// Rows of numbers of a file of comma-separated values; other lines are passed over.
  private func rows(_ name: String) throws -> [[Double]] {
    try String(contentsOfFile: SharedData.path("tennis-watch-800hz/" + name), encoding: .utf8)
      .split(separator: "\n").compactMap { line in
        let numbers = line.split(separator: ",").prefix { Double($0) != nil }.compactMap { Double($0) }
        return numbers.isEmpty ? nil : numbers
      }
  }

  @Test(
    "Through a copy in layout version 1, its three contacts are found, within 2.5 ms of their onsets, and none besides")
  func contacts() async throws {
    let folder = try TestFolder()
    let samples = try rows("forehand-accelerometer-first-9s.csv")
    let writer = try RecordingWriter(
      path: folder("forehand.h5"), attributes: RecordingAttributes(recordingID: "forehand"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800)
    try writer.append(
      to: .accelerometer, time: samples.map { $0[0] },
      ["acceleration": samples.flatMap { $0[1...3].map(Float.init) }])
    try writer.finish()

    let plan = try BatchPlan(TestPipelines.load("impacts.json"), [folder("forehand.h5")])
    #expect(try await TestPipelines.batch(output: folder("out")).run(plan).isComplete)
    let table = try TableText(contentsOf: folder("out/impacts/forehand.parquet"))
    let onsets = table["impact_onset_time_s"].compactMap(Double.init)
    // Columns: index, onset in s, checked by hand to within a sample.
    let truth = try rows("impacts_truth.csv").map { $0[1] }
    #expect(onsets.count == 3 && truth.count == 3)
    for (onset, expected) in zip(onsets, truth) { #expect(abs(onset - expected) <= 0.0025) }
  }
}
