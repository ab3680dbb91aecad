import SPBatches
import SPEvaluation
import SPHDF5
import SPRecordings
import SPStages
import SPSwings
import TestSupport
import Testing

/// Scoring what a pipeline finds.
struct ScoringTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func recording(_ annotations: Annotations?, stamps: [Double] = []) throws -> Recording {
    let path = folder("a.h5")
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "a"))
    if !stamps.isEmpty {
      try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800)
      let samples = [Float](repeating: 0, count: 3 * stamps.count)
      try writer.append(to: .accelerometer, time: stamps, ["acceleration": samples])
    }
    if let annotations { try writer.write(annotations) }
    try writer.finish()
    return try Recording(opening: path)
  }

  private func message(_ work: () throws -> Void) -> String? {
    do {
      try work()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("The labels of a recording are taken with its length, gaps included")
  func truth() throws {
    let annotations = Annotations(
      swings: [
        .init(startTime: nil, contactTime: 5, isHit: true), .init(startTime: 1.5, contactTime: 2, isHit: false),
      ], ignored: [7], distractors: [9])
    let truth = try SwingTruth(of: recording(annotations, stamps: [100, 100.1, 160]))
    #expect(
      truth
        == SwingTruth(
          swings: [
            .init(startTime: nil, contactTime: 5, label: .hit), .init(startTime: 1.5, contactTime: 2, label: .miss),
          ], ignored: [7], durationS: 60))
    #expect(try SwingTruth(of: recording(annotations)).durationS == nil)
    #expect(
      try SwingTruth(of: recording(Annotations(swings: []), stamps: [0, 1])) == SwingTruth(swings: [], durationS: 1))
  }

  @Test("Labels that are missing or no numbers are refused with the file")
  func faults() throws {
    let missing =
      "\(folder("a.h5")): has no group \"annotations/swings\"; expected labels (an empty group says that there are no swings)"
    #expect(message { _ = try SwingTruth(of: recording(nil)) } == missing)
    #expect(message { _ = try SwingTruth(of: recording(Annotations(ignored: [1]))) } == missing)
    for swing in [
      Annotations.Swing(startTime: .infinity, contactTime: 1, isHit: true),
      Annotations.Swing(startTime: nil, contactTime: .nan, isHit: true),
    ] {
      #expect(
        message { _ = try SwingTruth(of: recording(Annotations(swings: [swing]))) }
          == "\(folder("a.h5")): /annotations/swings: has a time that is not finite; expected seconds, or NaN for a start "
          + "that is not known")
    }
  }

  @Test(
    "A labelled session is scored from the tables of its pipeline",
    .enabled(if: SharedData.isPresent, "the reference data is not present beside the project"))
  func session() async throws {
    let path = SharedData.path("sessions/dev-04.h5")
    let plan = BatchPlan(try TestPipelines.load("table_tennis.json"), [path])
    let report = try await TestPipelines.batch(output: folder("out")).run(plan)
    #expect(report.isComplete)
    let table = try DetectionTable(contentsOf: folder("out/swings/dev-04.parquet"))
    let score = RecordingScore(
      recordingID: "dev-04", truth: try SwingTruth(of: Recording(opening: path)),
      detections: try #require(table.detections["dev-04"]))
    // The labels: 22 hits and 17 misses.
    #expect(score.hitCounts == DetectionCounts(truePositives: 22))
    #expect(score.missCounts == DetectionCounts(truePositives: 17))
    #expect(score.mistakes.isEmpty)
    let scores = SessionScore([score]).figures
    #expect((scores.onset.percentile95MS ?? .nan) <= 2.5)
    #expect((scores.start.percentile95MS ?? .nan) <= 5)
    #expect(scores.calibration.auroc == 1)
  }
}
