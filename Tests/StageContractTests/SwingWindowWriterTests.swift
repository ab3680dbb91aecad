import Foundation
import SPBasics
import SPBatches
import SPHDF5
import SPImporting
import SPPipelines
import SPRecordings
import SPSimulation
import SPTables
import Testing

@Suite("writers.windows")
struct SwingWindowWriterTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A pipeline that writes windows and the table of swings.
  private func pipeline(_ options: String = "", _ overrides: String...) throws -> Pipeline {
    try TestPipelines.load(
      text: """
        { "version": 1, "stages": [
          { "type": "readers.hdf5" }, { "type": "filters.high_pass" }, { "type": "detectors.impact" },
          { "type": "detectors.swing_start" }, { "type": "detectors.air_swing", "practice": true },
          { "type": "classifiers.hit_miss" }, { "type": "features.swing" },
          { "id": "out", "type": "writers.table" },
          { "id": "win", "type": "writers.windows"\(options.isEmpty ? "" : ", \(options)") } ] }
        """, overrides: overrides)
  }

  private func run(_ pipeline: Pipeline, _ paths: [String], jobs: Int = 1) async throws -> BatchReport {
    let plan = try await BatchPlan(
      pipeline, recordingsIn: paths.map { URL(fileURLWithPath: $0) }, outputFolder: URL(fileURLWithPath: folder("out")),
      toolVersion: "test")
    return try await TestPipelines.batch(output: folder("out"), jobs: jobs).run(plan, of: pipeline)
  }

  /// What a file of windows holds. The order of chunks in it may differ.
  private struct Content: Equatable {
    var recordingIDs: [String]
    var eventTimes: [Double]
    var shapes: [[Int]] = []
    /// The bits of all samples and their times, so that equal NaN are equal.
    var samples: [Data] = []
  }

  private func content(of name: String) throws -> Content {
    let file = try File(opening: folder(name))
    var content = Content(
      recordingIDs: try file.openDataset("recording_id").readStrings(),
      eventTimes: try file.openDataset("event_time").read(as: Double.self))
    for path in ["accelerometer/values", "accelerometer/time", "device_motion/values", "device_motion/time"] {
      let dataset = try file.openDataset(path)
      content.shapes.append(try dataset.shape)
      content.samples.append(try dataset.read(as: Float.self).withUnsafeBytes { Data($0) })
    }
    return content
  }

  @Test(
    "Files have the same content as the export around the table's rows, also for windows beyond the recording",
    arguments: [(0.5, 0.3), (30, 20)])
  func export(beforeS: Double, afterS: Double) async throws {
    let names = ["tennis-000001", "tennis-000002"]
    let paths = Dictionary(uniqueKeysWithValues: names.map { ($0, "\(Project.root)/Data/\($0).h5") })
    let pipeline = try pipeline("\"before_s\": \(beforeS), \"after_s\": \(afterS)")
    #expect(try await run(pipeline, paths.values.sorted(), jobs: 2).isComplete)
    let table = try TableFile.read(folder("out/merged/swings.parquet"))
    let events = try zip(table.strings("recording_id"), table.doubles("anchor_time_s")).map {
      WindowFile.Event(recordingID: try #require($0), time: try #require($1))
    }
    #expect(Set(events.map(\.recordingID)) == Set(names))
    let export = WindowExport(beforeS: beforeS, afterS: afterS)
    for (events, file) in [(events, "merged/windows.h5")]
      + names.map({ name in (events.filter { $0.recordingID == name }, "windows/\(name).h5") })
    {
      #expect(try export.write(events, from: paths, to: folder("export.h5")) == [])
      #expect(try content(of: "export.h5") == content(of: "out/\(file)"), "\(file)")
    }
    let joined = try File(opening: folder("out/merged/windows.h5"))
    let hasMissing = try joined.openDataset("device_motion/values").read(as: Float.self).contains(where: \.isNaN)
    #expect(hasMissing == (beforeS == 30))
  }

  @Test("Another option writes the windows again, and nothing else; a second run writes nothing")
  func upToDate() async throws {
    let paths = [try TestRecordings.simulated(at: folder("a.h5"))]
    #expect(try await run(pipeline(), paths).isComplete)
    let files = ["windows/tennis-000007.h5", "merged/windows.h5", "swings/tennis-000007.parquet"]
    func stamps() throws -> [FileStamp] { try files.map { try FileStamp(of: folder("out/\($0)")) } }
    let before = try stamps()
    #expect(try await run(pipeline(), paths).upToDateCount == 1)
    #expect(try stamps() == before)

    let report = try await run(pipeline("", "win.streams=[\"acceleration\"]"), paths)
    #expect(try report.recordings[0].details().tables.map(\.table) == ["windows"])
    let after = try stamps()
    #expect(zip(before, after).map { $0 == $1 } == [false, false, true])
    let file = try File(opening: folder("out/merged/windows.h5"))
    #expect(try file.group.children().map(\.name) == ["acceleration", "event_time", "recording_id"])
  }

  @Test("Recordings of different rates keep their files; those are not joined, which the run and no other table minds")
  func rates() async throws {
    let one = try TestRecordings.simulated(at: folder("a.h5"))
    let two = try TestRecordings.simulated(.baseball, seed: 1, at: folder("b.h5"))
    #expect(try await run(pipeline(), [one, two]).merged.map(\.table) == ["swings", "windows"])
    var degradation = Degradation()
    degradation.accelerationRateHz = 400
    try DegradedRecordingWriter.write(Recording(opening: two), degradation, to: folder("c.h5"))
    try FileManager.default.removeItem(atPath: two)
    try FileManager.default.moveItem(atPath: folder("c.h5"), toPath: two)
    for _ in 0..<2 {
      let report = try await run(pipeline(), [one, two])
      #expect(report.isComplete && report.merged.map(\.table) == ["swings"])
      #expect(
        report.notes.contains { $0.contains("accelerometer has 800.0 Hz, not 400.0 Hz") })
      #expect(!Folder.exists(folder("out/merged/windows.h5")))
      #expect(try await OutputStatus(of: OutputFolder(folder("out"))).staleJoins == [])
    }
  }

  @Test(
    "Options that make no windows are faults",
    arguments: [
      (#""before_s": 0"#, #"option "before_s": expected a number > 0, <= 60 s, found 0"#),
      (#""streams": ["acelerometer"]"#, #"did you mean "accelerometer"?"#),
      (
        #""streams": ["accelerometer", "accelerometer"]"#,
        #"option "streams": expected each stream once, found "accelerometer" twice"#
      ),
      (#""folder": "merged""#, #"not "merged", found "merged""#),
      (#""folder": "swings""#, #"writes the table "swings", as stage "out" does; expected a "folder" of its own"#),
    ])
  func faults(options: String, message: String) throws {
    let error = try #require(throws: PipelineError.self) { try pipeline(options) }
    #expect("\(error)".contains(message), "\(error)")
  }
}
