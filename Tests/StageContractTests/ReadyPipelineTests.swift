import Foundation
import SPBatches
import SPPipelines
import SPRecordings
import SPSimulation
import SPStages
import SPSwings
import SPTables
import Testing

/// The ready pipelines.
struct ReadyPipelineTests {
  @Test("The pipelines are found")
  func found() {
    #expect(TestPipelines.ready.contains("minimal.json"))
    #expect(TestPipelines.ready.count >= 10)
  }

  @Test("Every sport has one, whose detectors of swings take the sport's preset", arguments: Sport.allCases)
  func sport(_ sport: Sport) throws {
    let pipeline = try TestPipelines.load("\(sport.rawValue).json")
    for id in ["start", "air"] {
      let options = try #require(pipeline.stage(id)).options
      #expect(options["sport"] == .string(sport.rawValue))
    }
  }

  @Test("What is built in for a sport finds what its ready pipeline finds", arguments: Sport.allCases)
  func builtIn(_ sport: Sport) throws {
    let ready = try TestPipelines.load("\(sport.rawValue).json", isPractice: false)
    let builtIn = try SportPipeline.pipeline(for: sport)
    #expect(builtIn.name == ready.name)
    #expect(builtIn.resolved.canonical == ready.stages(through: "label").resolved.canonical)
    let set = try SportPipeline.pipeline(for: sport, overrides: ["hit.threshold_g=2"])
    #expect(set.stage("hit")?.options["threshold_g"] == .number(2))
    #expect(throws: PipelineError.self) { try SportPipeline.pipeline(for: sport, overrides: ["hit.treshold_g=2"]) }
  }

  @Test("Each loads without a warning, and its name is its file's", arguments: TestPipelines.ready)
  func loads(name: String) throws {
    let pipeline = try TestPipelines.load(name)
    #expect(pipeline.warnings == [])
    #expect(pipeline.name + ".json" == name)
  }

  @Test("What a pipeline resolves to gives the same pipeline", arguments: TestPipelines.ready)
  func resolved(name: String) throws {
    let pipeline = try TestPipelines.load(name)
    #expect(try TestPipelines.load(text: pipeline.resolved.pretty).resolved.canonical == pipeline.resolved.canonical)
  }

  @Test(
    "Each gives rows for a short session of its kind, in every table that it writes", arguments: TestPipelines.ready)
  func runs(name: String) async throws {
    let folder = try TestFolder()
    let pipeline = try TestPipelines.loadWritingText(name)
    switch name {
    case "golf_mocap.json": try TestRecordings.mocap(SensorSamples.session(.golf), at: folder("in.h5"))
    case "submersion.json":
      let dives = try SimulatedDives(DiveSettings(profile: .breathHold, seed: 7))
      try DiveRecordingWriter.write(dives, to: folder("in.h5"))
    case _ where pipeline.stages.contains { $0.type == "detectors.head_motion" }:
      try HeadRecordingWriter.write(HeadSession(HeadSettings(seed: 7)), to: folder("in.h5"))
    case _ where pipeline.readsSessions: try TestRecordings.workout(at: folder("in.h5"))
    default: try TestRecordings.simulated(Sport(rawValue: pipeline.name) ?? .tennis, at: folder("in.h5"))
    }
    let plan = BatchPlan(pipeline, [folder("in.h5")])
    #expect(pipeline.plan(folder("in.h5")).diagnostics == [])
    let report = try await TestPipelines.batch(output: folder("out")).run(plan)
    #expect(report.isComplete)
    let recording = try #require(report.recordings.first)
    let details = try recording.details()
    #expect(recording.errors == [] && details.warnings == [])
    #expect(Set(report.merged.map(\.table)) == Set(details.tables.map(\.table)))
    let main = try #require(details.tables.first)
    #expect(try !TableText(contentsOf: main.path).rows.isEmpty)
    let text = try Data(contentsOf: URL(fileURLWithPath: folder("out/_meta/schema.json")))
    let tables = try #require(try JSONDecoder().decode([String: [DataDictionary]].self, from: text)["tables"])
    #expect(tables == pipeline.dictionaries)
    #expect(Set(tables.map(\.table)) == Set(details.tables.map(\.table)))
    for table in details.tables {
      let dictionary = try #require(tables.first { $0.table == table.table })
      #expect(StandardTables.all.contains(dictionary))
      #expect(try ColumnFaults.find(inFile: table.path, dictionary) == [])
    }
  }

  @Test(
    "Empty, short, missing and interrupted recordings go through, without a NaN in any table",
    arguments: Scenario.allCases)
  func degenerateRecordings(scenario: Scenario) async throws {
    let folder = try TestFolder()
    try SensorSamples(scenario).write(to: folder("in.h5"), recordingID: scenario.rawValue)
    for name in ["tennis.json", "impacts.json"] {
      let plan = try BatchPlan(TestPipelines.loadWritingText(name), [folder("in.h5")])
      let report = try await TestPipelines.batch(output: folder("out")).run(plan)
      #expect(report.recordings.flatMap(\.errors) == [])
      #expect(report.isComplete)
    }
    #expect(try TableText(contentsOf: folder("out/merged/recordings.csv"))["recording_id"] == [scenario.rawValue])
    for table in ["swings", "rejected", "recordings", "impacts"] {
      let table = try TableText(contentsOf: folder("out/merged/\(table).csv"))
      let fields = Set(table.rows.joined().map { $0.lowercased() })
      #expect(fields.isDisjoint(with: ["nan", "-nan", "inf", "-inf"]))
    }
  }

  @Test("The swings of a simulated session are found where they are", arguments: ["golf.json", "golf_mocap.json"])
  func swings(name: String) async throws {
    let folder = try TestFolder()
    let session = SensorSamples.session(.golf)
    if name == "golf_mocap.json" {
      try TestRecordings.mocap(session, at: folder("in.h5"))
    } else {
      try TestRecordings.simulated(.golf, at: folder("in.h5"))
    }
    _ = try await TestPipelines.batch(output: folder("out")).run(
      try BatchPlan(TestPipelines.load(name), [folder("in.h5")]))
    let table = try TableText(contentsOf: folder("out/merged/swings.parquet"))
    #expect(table["label"] == session.swings.map(\.label.rawValue))
    for (start, swing) in zip(table["start_time_s"].compactMap(Double.init), session.swings) {
      #expect(abs(start - swing.startTime) < 0.02)
    }
  }

  @Test("A mapped file gives the same numbers as one in layout version 1")
  func mapping() async throws {
    let folder = try TestFolder()
    try TestRecordings.simulated(.golf, at: folder("native.h5"))
    try TestRecordings.mocap(SensorSamples.session(.golf), at: folder("mapped.h5"))
    let batch = TestPipelines.batch(output: folder("out"))
    // The mapped pipeline looks at the axis and the rotation that motion capture has.
    let options = ["hit.axis=z", "start.total_rotation=false", "air.total_rotation=false"]
    for (pipeline, file) in [("golf.json", "native.h5"), ("golf_mocap.json", "mapped.h5")] {
      _ = try await batch.run(try BatchPlan(TestPipelines.load(pipeline, overrides: options), [folder(file)]))
    }
    let native = try TableText(contentsOf: folder("out/swings/golf-000007.parquet"))
    let mapped = try TableText(contentsOf: folder("out/swings/mapped.parquet"))
    #expect(native.rows.count == 3)
    // The hand's speed comes from the attitude, so the order of its columns matters here too.
    #expect(native["peak_hand_speed_estimate_m_s"].allSatisfy { !$0.isEmpty })
    // Who and what is not in the mapped file; all that is measured is.
    for column in native.header where !["recording_id", "subject_id", "sport", "wrist"].contains(column) {
      #expect(mapped[column] == native[column], "\(column)")
    }
  }

  @Test("Impacts are found in a file without device motion, and swings are refused before any data is read")
  func accelerationAlone() async throws {
    let folder = try TestFolder()
    let samples = SensorSamples(SensorSamples.session())
    try samples.write(to: folder("in.h5"), recordingID: "alone", hasMotion: false)
    let report = try await TestPipelines.batch(output: folder("out")).run(
      try BatchPlan(TestPipelines.load("impacts.json"), [folder("in.h5")]))
    #expect(report.isComplete)
    #expect(try TableText(contentsOf: folder("out/merged/impacts.parquet")).rows.count >= 2)
    #expect(try !TestPipelines.load("tennis.json").plan(folder("in.h5")).isRunnable)
  }
}
