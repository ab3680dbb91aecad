import Foundation
import SPBatches
import SPEvaluation
import SPHDF5
import SPPipelines
import SPSimulation
import SPStages
import Testing

/// Running the tests of a pipeline.
struct PipelineTestTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Two hits and a miss; without a detector of air swings the miss is not found.
  private static let stages = """
    { "type": "readers.hdf5" }, { "type": "filters.high_pass" }, { "type": "detectors.impact" },
    { "type": "detectors.swing_start" }, { "type": "classifiers.hit_miss" }, { "type": "features.rejected" },
    { "type": "writers.table", "folder": "rejected" }
    """

  /// Runs one test of a pipeline that is written to the folder, with what is expected on line 3.
  private func run(
    _ recording: String, expect: String, stages: String = stages
  ) throws -> PipelineTestReport {
    let test = "{ \"recording\": \"\(recording)\", \"expect\":\n{ \(expect) } }"
    let text = "{ \"version\": 1, \"stages\": [\(stages.replacing("\n", with: " "))],\n\"tests\": [\(test)] }"
    try folder.write(text, to: "p.json")
    let pipeline = try Pipeline.load(contentsOf: folder("p.json"), registry: StandardStages.registry())
    return try #require(pipeline.tests.first).run(with: pipeline)
  }

  /// What a report says, without the places.
  private func messages(_ report: PipelineTestReport) -> [String] {
    report.complaints.map { $0.replacing(#/.*p\.json:\d+:\d+: error: /#, with: "") }
  }

  @Test("Tests may expect counts exactly or within limits, and scores")
  func names() throws {
    let counts = ["swings", "hits", "misses", "impacts", "rejected", "dives"]
    let scores = [
      "f1_at_least", "hits_f1_at_least", "misses_f1_at_least", "hit_recall_at_least", "false_positive_rate_at_most",
      "onset_p95_ms_at_most", "start_p95_ms_at_most",
    ]
    let workouts = ["devices", "laps", "intervals", "illegal_transitions", "device_differences"]
    let others = ["poses", "head_gaps", "postures", "repetitions", "sets", "plan_steps_reached"]
    func bounds(_ names: [String]) -> [String] { names.flatMap { [$0, "\($0)_at_least", "\($0)_at_most"] } }
    #expect(StandardStages.registry().expectationNames == bounds(counts) + scores + bounds(workouts + others))
  }

  @Test("Every figure is measured: counts as in the tables, scores against the labels")
  func figures() async throws {
    let path = try TestRecordings.simulated(.golf, at: folder("golf.h5"))
    let report = try run("golf.h5", expect: #""hits": 2, "f1_at_least": 0.8"#)
    #expect(report.status == .passed)
    #expect(report.complaints == [] && report.warnings == [])
    #expect(report.recording == "golf.h5" && report.path == path)
    // Found are 2 of 3 labelled swings: F1 is 4 / (4 + 1), and that of the misses 0 / 1.
    let figures = report.figures
    #expect(figures["swings"] == 2 && figures["hits"] == 2 && figures["misses"] == 0)
    #expect(figures["f1"] == 0.8 && figures["hits_f1"] == 1 && figures["misses_f1"] == 0 && figures["hit_recall"] == 1)
    // No labelled miss is found, so that none can be called a hit.
    #expect(figures["false_positive_rate"] == nil)
    let plan = try BatchPlan(Pipeline.load(contentsOf: folder("p.json"), registry: StandardStages.registry()), [path])
    let batch = try await TestPipelines.batch(output: folder("out")).run(plan)
    #expect(figures["impacts"] == (try batch.recordings.first?.note("impacts")))
    #expect(figures["rejected"] == Double(try TableText(contentsOf: folder("out/merged/rejected.parquet")).rows.count))
    // Two samples of the acceleration; starts lie between those of the rotation, which are 5 ms apart.
    let onset = try #require(figures["onset_p95_ms"])
    let start = try #require(figures["start_p95_ms"])
    #expect(onset > 0 && onset < 2.6)
    #expect(start > 0 && start < 1)
  }

  @Test("What is not as expected is said with its place, and no file is written")
  func failures() throws {
    try TestRecordings.simulated(.golf, at: folder("golf.h5"))
    let expect = #""hits": 7, "swings_at_most": 1, "f1_at_least": 0.9, "false_positive_rate_at_most": 0, "misses": 0"#
    let report = try run("golf.h5", expect: expect)
    #expect(report.status == .failed)
    #expect(report.complaints.first == "\(folder("p.json")):3:11: error: hits: expected 7, found 2")
    #expect(
      messages(report) == [
        "hits: expected 7, found 2", "swings: expected at most 1, found 2", "f1: expected at least 0.9, found 0.8",
        "false_positive_rate: expected at most 0, but it cannot be measured: no labelled miss is found",
      ])
    #expect(report.expectations.map(\.isMet) == [false, false, false, false, true])
    #expect(report.expectations.map(\.found) == [2, 2, 0.8, nil, 0])
    #expect(report.expectations.last?.message == nil)
    #expect(try TestFolder.contents(of: folder.path).keys.sorted() == ["golf.h5", "p.json"])
  }

  @Test("Swings that a later stage adds count, whether there is a classifier or not")
  func lastStage() throws {
    try TestRecordings.simulated(.golf, at: folder("golf.h5"))
    let detectors = """
      { "type": "readers.hdf5" }, { "type": "filters.high_pass" }, { "type": "detectors.impact" }, \
      { "type": "detectors.swing_start", "sport": "golf" }, { "type": "detectors.air_swing", "sport": "golf", "practice": true }
      """
    let report = try run("golf.h5", expect: #""swings": 3"#, stages: detectors)
    #expect(report.complaints == [])
    #expect(report.figures.keys.sorted() == ["impacts", "rejected", "swings"])
  }

  @Test("A recording without labels has counts, and scores fail with what is missing")
  func unlabelled() throws {
    try SensorSamples(SensorSamples.session(.golf)).write(to: folder("bare.h5"), recordingID: "bare")
    let report = try run("bare.h5", expect: #""hits": 2, "hits_f1_at_least": 0.5"#)
    #expect(report.status == .failed)
    #expect(
      messages(report) == [
        "hits_f1: expected at least 0.5, but it cannot be measured: \(folder("bare.h5")): has no group "
          + "\"annotations/swings\"; expected labels (an empty group says that there are no swings)"
      ])
    #expect(report.figures["hits"] == 2 && report.figures["f1"] == nil)
  }

  @Test("Labels are read from a file as the pipeline's reader lays it out")
  func mapped() throws {
    let session = SensorSamples.session(.golf)
    try TestRecordings.mocap(session, at: folder("mapped.h5"))
    let file = try File(opening: folder("mapped.h5"), for: .readingAndWriting)
    let swings = try file.createGroup("/annotations").createGroup("swings")
    for (name, values) in [
      ("start_time", session.swings.map(\.startTime)), ("contact_time", session.swings.map(\.contactTime)),
      ("label", session.swings.map { $0.label == .hit ? 1 : 0 }),
    ] {
      try swings.createDataset(name, of: Double.self, shape: [values.count]).write(values)
    }
    try file.close()
    let ready = try Project.text("Pipelines/golf_mocap.json")
    let tests = #""tests": [{ "recording": "mapped.h5", "expect": { "swings": 3, "f1_at_least": 1 } }] }"#
    try folder.write(ready.trimmingCharacters(in: .whitespacesAndNewlines).dropLast() + tests, to: "mocap.json")
    let pipeline = try Pipeline.load(contentsOf: folder("mocap.json"), registry: StandardStages.registry())
    let report = try #require(pipeline.tests.first).run(with: pipeline)
    #expect(report.complaints == [])
    #expect(report.status == .passed)
  }

  @Test("A recording that is missing, a folder or damaged fails the test and says why")
  func unusable() throws {
    let missing = try run("gone.h5", expect: #""hits": 2"#)
    #expect(missing.status == .failed)
    #expect(
      missing.complaints == [
        #"\#(folder("p.json")):2:26: error: recording "gone.h5": there is no file \#(folder("gone.h5"))"#
      ])
    #expect(missing.expectations.map(\.isMet) == [false] && missing.expectations.map(\.found) == [nil])
    try folder.makeFolder("data")
    #expect(
      try messages(run("data", expect: #""hits": 2"#)) == [
        #"recording "data": \#(folder("data")) is a folder; expected a file"#
      ])
    try folder.write(to: "void.h5")
    #expect(
      try messages(run("void.h5", expect: #""hits": 2"#)) == [
        #"stage "hdf5" (readers.hdf5): recording "\#(folder("void.h5"))": cannot open: the file is empty"#
      ])
    try TestRecordings.simulated(.golf, at: folder("golf.h5"))
    try TestRecordings.damage(folder("golf.h5"))
    let damaged = try run("golf.h5", expect: #""hits": 2"#)
    #expect(damaged.status == .failed && damaged.errors.count == 1)
    #expect(messages(damaged).first?.hasPrefix("recording \"golf.h5\": stage ") == true)
  }

  @Test("A test whose task was cancelled is interrupted, neither passed nor failed")
  func cancelled() async throws {
    try TestRecordings.simulated(.golf, at: folder("golf.h5"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try run("golf.h5", expect: #""hits": 2"#)
    }
    let report = try await task.value
    #expect(report.status == .interrupted)
    #expect(report.complaints == [])
  }
}
