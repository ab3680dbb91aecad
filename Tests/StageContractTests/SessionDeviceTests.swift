import Foundation
import SPBatches
import SPHDF5
import SPPipelines
import SPRecordings
import SPSimulation
import SPStages
import Testing

/// A pipeline over the devices of a session.
struct SessionDeviceTests {
  private let folder: TestFolder
  /// The stages for a watch, without a reader. Pipelines of sessions and of single recordings have different readers.
  private static let wrist = [
    #""id": "hp", "type": "filters.high_pass""#, #""id": "hit", "type": "detectors.impact""#,
    #""id": "start", "type": "detectors.swing_start", "sport": "tennis""#,
    #""id": "air", "type": "detectors.air_swing", "sport": "tennis", "practice": true"#,
    #""id": "label", "type": "classifiers.hit_miss""#,
    #""id": "swings", "type": "features.swing""#,
  ]
  /// The facts about a recording, without any of its streams.
  private static let facts = [#""id": "facts", "type": "features.recording""#]
  private static let head = [
    #""id": "head", "type": "detectors.head_motion""#, #""id": "repetitions", "type": "features.repetition""#,
  ]

  init() throws {
    folder = try TestFolder()
    try TestRecordings.simulated(at: folder("wrist.h5"))
    try HeadRecordingWriter.write(HeadSession(HeadSettings(seed: 3)), to: folder("head.h5"))
  }

  /// States in a file which session and device it is of.
  private func state(_ name: String, device: String) throws {
    let file = try File(opening: folder(name), for: .readingAndWriting)
    try file.attributes.set("session_id", to: "training")
    try file.attributes.set("device", to: device)
    try file.close()
  }

  /// The stages as JSON. The first stage names the device, and the following stages inherit it.
  private static func stages(_ stages: [String], device: String?) -> [String] {
    stages.enumerated().map { index, stage in
      "{ \(stage)\(device.flatMap { index == 0 ? ", \"device\": \"\($0)\"" : nil } ?? "") }"
    }
  }

  private static func table(_ name: String) -> [String] {
    ["{ \"type\": \"writers.table\", \"id\": \"\(name)_out\", \"folder\": \"\(name)\", \"format\": \"csv\" }"]
  }

  private func load(_ stages: [String]) throws -> Pipeline {
    try TestPipelines.load(text: "{ \"version\": 1, \"stages\": [\n\(stages.joined(separator: ",\n"))\n] }")
  }

  private func both() throws -> Pipeline {
    try load(
      [#"{ "id": "in", "type": "readers.session", "devices": ["watch", "headphones"] }"#]
        + Self.stages(Self.wrist, device: "watch") + Self.table("swings")
        + Self.stages(Self.head, device: "headphones") + Self.table("repetitions"))
  }

  private func run(_ pipeline: Pipeline, on names: [String], to output: String) async throws -> BatchReport {
    try await TestPipelines.batch(output: folder(output)).run(BatchPlan(pipeline, names.map { folder($0) }))
  }

  /// A table without the column that names its recording.
  private func rows(_ table: String, of output: String) throws -> [[String]] {
    let text = try TableText(contentsOf: folder(output) + "/merged/\(table).csv")
    #expect(text.header.first == "recording_id")
    return text.rows.map { Array($0.dropFirst()) }
  }

  @Test("Swings of a watch and repetitions of headphones are those that each recording gives by itself")
  func equalsSingleRecordings() async throws {
    let reader = [#"{ "id": "in", "type": "readers.hdf5" }"#]
    let wrist = try load(reader + Self.stages(Self.wrist, device: nil) + Self.table("swings"))
    #expect(try await run(wrist, on: ["wrist.h5"], to: "wrist").isComplete)
    let head = try load(reader + Self.stages(Self.head, device: nil) + Self.table("repetitions"))
    #expect(try await run(head, on: ["head.h5"], to: "head").isComplete)
    try state("wrist.h5", device: "watch")
    try state("head.h5", device: "headphones")

    let report = try await run(try both(), on: ["wrist.h5", "head.h5"], to: "both")
    #expect(report.recordings.map(\.recordingID) == ["training"])
    #expect(report.recordings.flatMap(\.errors) == [] && report.isComplete)
    let swings = try rows("swings", of: "wrist")
    #expect(swings.count > 1)
    #expect(try rows("swings", of: "both") == swings)
    let repetitions = try rows("repetitions", of: "head")
    #expect(try repetitions.count > 3 && rows("repetitions", of: "both") == repetitions)
  }

  @Test("The facts about a device's recording are those of the recording by itself, with its rates and gaps")
  func facts() async throws {
    let reader = [#"{ "id": "in", "type": "readers.hdf5" }"#]
    let alone = try load(reader + Self.stages(Self.facts, device: nil) + Self.table("facts"))
    #expect(try await run(alone, on: ["wrist.h5"], to: "alone").isComplete)
    try state("wrist.h5", device: "watch")
    let session = try load(
      [#"{ "id": "in", "type": "readers.session", "devices": ["watch"] }"#]
        + Self.stages(Self.facts, device: "watch") + Self.table("facts"))
    #expect(try await run(session, on: ["wrist.h5"], to: "session").isComplete)
    #expect(try rows("facts", of: "session") == rows("facts", of: "alone"))
  }

  @Test(
    "A recording of a session concerns the stages of its device, and the labels for a stage are in its device's file")
  func concerning() throws {
    try state("wrist.h5", device: "watch")
    try state("head.h5", device: "headphones")
    let pipeline = try both()
    let wrist = try pipeline.concerning(recordingAt: folder("wrist.h5")).stages.map(\.id)
    #expect(wrist.contains("label") && !wrist.contains("head"))
    let head = try pipeline.concerning(recordingAt: folder("head.h5")).stages.map(\.id)
    #expect(head.contains("repetitions") && !head.contains("hit"))
    let label = try #require(pipeline.stage("label"))
    #expect(try pipeline.recording(around: folder("head.h5"), for: label) == folder("wrist.h5"))
    #expect(try pipeline.plan(around: folder("head.h5")).isRunnable)
  }

  @Test("A recording whose device no stage takes is told with the devices that are taken")
  func otherDevice() throws {
    try state("wrist.h5", device: "bat")
    let error = #expect(throws: RecordingError.self) {
      try both().concerning(recordingAt: folder("wrist.h5"))
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(
      text.contains(#"reads no stream of its device "bat"; it reads those of "headphones" and "watch""#), "\(text)")
  }

  @Test("A session without a device that is needed fails, with those that it has")
  func missing() throws {
    try state("wrist.h5", device: "watch")
    let plan = try both().plan([folder("wrist.h5")])
    #expect(
      plan.diagnostics.contains {
        $0.message.contains(
          """
          needs "headphone_motion", the "headphones/headphone_motion" of stage "in", which this recording cannot give: \
          it has no recording of the device "headphones", only of "watch"
          """)
      }, "\(plan.diagnostics)")
  }

  @Test("Two recordings of one device are a fault where a stage needs the device")
  func twice() throws {
    try TestRecordings.simulated(at: folder("other.h5"))
    for name in ["wrist.h5", "other.h5"] { try state(name, device: "watch") }
    try state("head.h5", device: "headphones")
    let paths = ["wrist.h5", "other.h5", "head.h5"].map { folder($0) }
    let plan = try both().plan(paths)
    #expect(
      plan.diagnostics.contains {
        $0.option == "devices"
          && $0.message.contains(
            "expected one recording of the device \"watch\" in a session, found \(paths[0]) and \(paths[1])")
      }, "\(plan.diagnostics)")
    let headOnly = try load(
      [#"{ "id": "in", "type": "readers.session", "devices": ["watch", "headphones"] }"#]
        + Self.stages(Self.head, device: "headphones") + Self.table("repetitions"))
    #expect(headOnly.plan(paths).isRunnable)
  }

  @Test("A stage that looks at samples of two devices together is refused, with both")
  func twoDevices() throws {
    let error = #expect(throws: PipelineError.self) {
      try load([
        #"{ "id": "in", "type": "readers.session", "devices": ["watch", "phone"] }"#,
        #"{ "id": "hp", "type": "filters.high_pass", "device": "watch" }"#,
        #"{ "id": "hit", "type": "detectors.impact" }"#,
        #"{ "id": "start", "type": "detectors.swing_start", "reads": { "device_motion": "in.phone/device_motion" } }"#,
      ])
    }
    let faults = error?.diagnostics.filter { $0.severity == .error } ?? []
    #expect(faults.map(\.stageID) == ["start"])
    #expect(
      faults.first?.message
        == #"looks at "device_motion" of "phone" and "impacts" of "watch" together; expected samples of one device, "#
        + "since each has a clock of its own")
  }

  @Test("A device is listed once")
  func repeated() throws {
    let error = #expect(throws: PipelineError.self) {
      try load([#"{ "id": "in", "type": "readers.session", "devices": ["watch", "watch"] }"#] + Self.table("x"))
    }
    #expect(
      error?.diagnostics.contains { $0.message.contains(#"expected each device once, found "watch" twice"#) } == true)
  }
}
