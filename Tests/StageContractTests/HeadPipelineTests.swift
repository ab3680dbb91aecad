import Foundation
import SPBatches
import SPImporting
import SPRecordings
import SPSimulation
import SPStages
import TestSupport
import Testing

/// Pipelines over the motion of headphones.
struct HeadPipelineTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Runs a ready pipeline, and returns what reads one of its merged tables.
  private func run(_ name: String, on path: String) async throws -> (String) throws -> TableText {
    let output = folder("out-" + name)
    let report = try await TestPipelines.batch(output: output).run(
      try BatchPlan(TestPipelines.loadWritingText(name + ".json"), [path]))
    #expect(report.recordings.flatMap(\.errors) == [] && report.isComplete)
    return { try TableText(contentsOf: output + "/merged/\($0).csv") }
  }

  @Test("Undisturbed push-ups are all counted, in their sets and where they are")
  func pushUps() async throws {
    var settings = HeadSettings(seed: 21)
    settings.setCount = 2
    let session = try HeadSession(settings)
    try HeadRecordingWriter.write(session, to: folder("in.h5"))
    let table = try await run("push_ups", on: folder("in.h5"))
    let counts = Dictionary(grouping: session.repetitions, by: \.set).sorted { $0.key < $1.key }.map(\.value.count)
    #expect(try table("sets")["repetition_count"].compactMap(Int.init) == counts)
    let repetitions = try table("repetitions")
    #expect(repetitions["set_index"] == session.repetitions.map { "\($0.set)" })
    for (bottom, truth) in zip(repetitions["bottom_time_s"].compactMap(Double.init), session.repetitions) {
      #expect(truth.startTime < bottom && bottom < truth.endTime)
    }
  }

  @Test("Gravity that is not recorded follows from the attitude, and a bud that nobody names is the default")
  func fewerDatasets() async throws {
    let session = try HeadSession(HeadSettings(seed: 3))
    try HeadRecordingWriter.write(session, to: folder("whole.h5"))
    let block = session.rows(0..<session.count)
    let writer = try RecordingWriter(path: folder("fewer.h5"), attributes: RecordingAttributes(recordingID: "fewer"))
    try writer.addStream(
      .headphoneMotion, datasets: ["attitude", "rotation_rate", "user_acceleration"], nominalRateHz: nil)
    try writer.append(
      to: .headphoneMotion, time: block.time,
      [
        "attitude": block.attitude, "rotation_rate": block.rotationRate, "user_acceleration": block.userAcceleration,
      ])
    try writer.finish()
    let fewer = try await run("push_ups", on: folder("fewer.h5"))("repetitions")
    #expect(Set(fewer["sensor_location"]) == ["default"])
    #expect(try await run("push_ups", on: folder("whole.h5"))("repetitions").rows.count == fewer.rows.count)
  }

  @Test("A clock that steps back, and a reference beyond the recording, are warned of")
  func warnings() async throws {
    let session = try HeadSession(HeadSettings(seed: 3))
    let block = session.rows(0..<session.count)
    let writer = try RecordingWriter(path: folder("step.h5"), attributes: RecordingAttributes(recordingID: "step"))
    try writer.addStream(
      .headphoneMotion, datasets: ["attitude", "rotation_rate", "user_acceleration"], nominalRateHz: nil)
    let half = block.time.count / 2
    try writer.append(
      to: .headphoneMotion, time: block.time.enumerated().map { $0.offset < half ? $0.element : $0.element - 5 },
      [
        "attitude": block.attitude, "rotation_rate": block.rotationRate, "user_acceleration": block.userAcceleration,
      ])
    try writer.finish()
    let pipeline = """
      { "version": 1, "name": "heads", "stages": [
        { "id": "in", "type": "readers.hdf5" },
        { "id": "head", "type": "detectors.head_motion", "reference": "time", "reference_time_s": 86400 },
        { "id": "table", "type": "features.head_summary" }, { "id": "out", "type": "writers.table" } ] }
      """
    let report = try await TestPipelines.batch(output: folder("out")).run(
      try BatchPlan(TestPipelines.load(text: pipeline), [folder("step.h5")]))
    let warnings = try report.recordings.flatMap { try $0.details().warnings }.map { "\($0)" }
    #expect(warnings.contains { $0.contains("goes back by more than gap_s once") })
    #expect(warnings.contains { $0.contains("no pose is the reference: reference_time_s is 86400 s") })
  }

  @Test("A first sample whose attitude does not fit the samples after it is warned of", arguments: [true, false])
  func doubtfulReference(isWrong: Bool) async throws {
    let block = try HeadSession(HeadSettings(seed: 3)).rows(0..<500)
    let name = isWrong ? "wrong" : "right"
    let writer = try RecordingWriter(path: folder("\(name).h5"), attributes: RecordingAttributes(recordingID: name))
    try writer.addStream(
      .headphoneMotion, datasets: ["attitude", "rotation_rate", "user_acceleration"], nominalRateHz: nil)
    // The face looks up, and not ahead.
    let first: [Float] = isWrong ? [0.7071, 0, -0.7071, 0] : Array(block.attitude[..<4])
    try writer.append(
      to: .headphoneMotion, time: block.time,
      [
        "attitude": first + block.attitude[4...], "rotation_rate": block.rotationRate,
        "user_acceleration": block.userAcceleration,
      ])
    try writer.finish()
    let report = try await TestPipelines.batch(output: folder("out-\(name)")).run(
      try BatchPlan(TestPipelines.load("head_pose.json"), [folder("\(name).h5")]))
    let warnings = try report.recordings.flatMap { try $0.details().warnings }.map { "\($0)" }
    #expect(warnings.contains { $0.contains("does not fit the samples after it") } == isWrong, "\(warnings)")
  }

  @Test("A recording without user acceleration fails with the dataset's name")
  func missingDataset() async throws {
    let session = try HeadSession(HeadSettings(seed: 3))
    let block = session.rows(0..<session.count)
    let writer = try RecordingWriter(path: folder("few.h5"), attributes: RecordingAttributes(recordingID: "few"))
    try writer.addStream(.headphoneMotion, datasets: ["attitude", "rotation_rate"], nominalRateHz: nil)
    try writer.append(
      to: .headphoneMotion, time: block.time, ["attitude": block.attitude, "rotation_rate": block.rotationRate])
    try writer.finish()
    let report = try await TestPipelines.batch(output: folder("out")).run(
      try BatchPlan(TestPipelines.load("head_pose.json"), [folder("few.h5")]))
    #expect(report.recordings.flatMap(\.errors).contains { "\($0)".contains("user_acceleration") })
  }
}

@Suite(
  "Pipelines over real exports of headphones",
  .enabled(if: SharedData.isPresent, "the shared reference data are absent"))
struct RealHeadphoneTests {
  private static let files = ["Apfel_1-Headphone.csv", "Skyr_3-Headphone.csv", "sensor-logger-archive.zip"]

  /// Imports an export, runs a ready pipeline on it, and returns what reads one of its merged tables.
  private func run(
    _ name: String, on file: String, in folder: TestFolder
  ) async throws -> (String) throws -> TableText {
    _ = try Importer(ImportOptions(), toolVersion: "1.0").run(
      ImportSource(SharedData.path("headphones/\(file)")), to: folder("in.h5"))
    let report = try await TestPipelines.batch(output: folder("out")).run(
      try BatchPlan(TestPipelines.loadWritingText(name), [folder("in.h5")]))
    #expect(report.recordings.flatMap(\.errors) == [] && report.isComplete)
    return { try TableText(contentsOf: folder("out/merged/\($0).csv")) }
  }

  @Test("The dropout of 2.8 s is an interval, and there is no pose in it")
  func dropout() async throws {
    let folder = try TestFolder()
    let table = try await run("head_pose.json", on: "Skyr_3-Headphone.csv", in: folder)
    let connections = try table("head_connections")
    let durations = connections["duration_s"].compactMap(Double.init)
    // By NumPy on the file: the largest step of its stamps is 2.7873 s.
    let row = try #require(durations.indices.first { abs(durations[$0] - 2.7873) < 1e-3 })
    #expect(connections["state"][row] == "gap")
    // The first pose after it says whether the reference held.
    #expect(connections["reference"][row + 1] == "held")
    let start = try #require(Double(connections["start_time_s"][row]))
    let end = try #require(Double(connections["end_time_s"][row]))
    let times = try table("poses")["time_s"].compactMap(Double.init)
    #expect(!times.contains { start < $0 && $0 < end })
    #expect(times.contains { $0 >= end } && times.contains { $0 <= start })
    #expect(try table("head_summary").rows.count == 1)
  }

  @Test("Every export goes through every pipeline, and who sits and eats does no push-up", arguments: files)
  func all(_ file: String) async throws {
    let folder = try TestFolder()
    #expect(try await !run("head_pose.json", on: file, in: folder)("poses").rows.isEmpty)
    #expect(try await !run("posture.json", on: file, in: TestFolder())("postures").rows.isEmpty)
    #expect(try await run("push_ups.json", on: file, in: TestFolder())("repetitions").rows.isEmpty)
  }
}
