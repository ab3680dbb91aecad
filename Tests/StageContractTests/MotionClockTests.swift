import Foundation
import SPPipelines
import SPRecordings
import SPSignals
import SPSimulation
import SPStages
import Testing

/// The offset between the timestamps of accelerometer and device motion.
struct MotionClockTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let pipeline = """
    { "version": 1, "stages": [
      { "id": "in", "type": "readers.hdf5" },
      { "id": "hp", "type": "filters.high_pass" },
      { "id": "hit", "type": "detectors.impact" },
      { "id": "start", "type": "detectors.swing_start" },
      { "id": "label", "type": "classifiers.hit_miss" },
      { "id": "table", "type": "features.swing" },
      { "id": "out", "type": "writers.table" },
      { "id": "overview", "type": "features.recording" },
      { "id": "overview_out", "type": "writers.table", "folder": "recordings" } ] }
    """

  /// A recording whose device motion is late, and the row a swing and the row of the recording that a run gives.
  private func run(lateS: Double, _ overrides: String...) throws -> (
    swings: TableText, overview: TableText, result: RunResult
  ) {
    let original = folder("original.h5")
    try TestRecordings.simulated(at: original)
    var degradation = Degradation()
    degradation.motionOffsetS = lateS
    try DegradedRecordingWriter.write(Recording(opening: original), degradation, to: folder("late.h5"))
    let pipeline = try TestPipelines.load(text: Self.pipeline, overrides: overrides)
    var environment = RunEnvironment(inputPath: folder("late.h5"))
    environment.outputFolder = folder("out")
    let result = try pipeline.run(on: folder("late.h5"), environment: environment)
    let tables = try result.writtenTables.map { try TableText(contentsOf: $0.path) }
    return (tables[0], tables[1], result)
  }

  /// Starts move with the stamps of the device motion; the acceleration keeps its times.
  private func expect(_ late: TableText, startLaterBy lateS: Double, within tolerance: Double, than even: TableText)
    throws
  {
    let (before, after) = (try even.numbers("start_time_s"), try late.numbers("start_time_s"))
    #expect(!before.isEmpty && before.count == after.count)
    for (one, other) in zip(before, after) { #expect(abs(other - one - lateS) <= tolerance) }
    #expect(even["impact_time_s"] == late["impact_time_s"])
  }

  @Test("It is measured, noted, tabled and warned of, and starts are as late as the timestamps")
  func reported() throws {
    let even = try run(lateS: 0)
    let late = try run(lateS: 0.005)
    #expect(even.result.warnings.isEmpty)
    #expect(late.result.warnings.count == 1)
    let warning = try #require(late.result.warnings.first?.description)
    #expect(
      warning.hasPrefix("stage \"in\": device_motion: its timestamps are 5.0 ms late against the accelerometer's"))
    #expect(warning.hasSuffix("times to contact too short by as much; \"correct_motion_offset\": true removes it"))
    #expect(abs(try late.overview.numbers("motion_offset_s")[0] - 0.005) < 0.0003)
    #expect(try late.overview.numbers("motion_offset_correlation")[0] > 0.99)
    #expect(try late.overview.numbers("motion_offset_corrected_s")[0] == 0)
    #expect(late.result.stages[0].notes["motion_offset_s"] == (try late.overview.numbers("motion_offset_s")[0]))
    try expect(late.swings, startLaterBy: 0.005, within: 1e-6, than: even.swings)
  }

  @Test(
    "The reader takes it out where asked, measured or given, and times stay on the accelerometer's clock",
    arguments: [
      (0.005, "in.correct_motion_offset=true", 0.0003), (0.005, "in.motion_offset_s=0.005", 1e-9),
      (9, "in.motion_offset_s=9", 1e-9),
    ])
  func corrected(lateS: Double, override: String, tolerance: Double) throws {
    let even = try run(lateS: 0)
    let late = try run(lateS: lateS, override)
    #expect(late.result.warnings.isEmpty)
    #expect(abs(try late.overview.numbers("motion_offset_s")[0] - lateS) < 0.0003)
    #expect(abs(try late.overview.numbers("motion_offset_corrected_s")[0] - lateS) <= tolerance)
    try expect(late.swings, startLaterBy: 0, within: tolerance + 1e-9, than: even.swings)
  }

  @Test("What is measured ahead of the samples, to correct it, is what is measured while they pass")
  func ahead() throws {
    let passing = try run(lateS: 0.005).overview["motion_offset_s"]
    let ahead = try run(lateS: 0.005, "in.correct_motion_offset=true").overview
    #expect(ahead["motion_offset_s"] == passing && ahead["motion_offset_corrected_s"] == passing)
  }

  @Test("It is told of a pipeline that looks for impacts alone, too", arguments: [0.005, 9])
  func impactsAlone(lateS: Double) throws {
    try TestRecordings.simulated(at: folder("original.h5"))
    var degradation = Degradation()
    degradation.motionOffsetS = lateS
    try DegradedRecordingWriter.write(Recording(opening: folder("original.h5")), degradation, to: folder("late.h5"))
    let impacts = """
      { "version": 1, "stages": [ { "id": "in", "type": "readers.hdf5" }, { "id": "hp", "type": "filters.high_pass" },
        { "id": "hit", "type": "detectors.impact" } ] }
      """
    let pipeline = try TestPipelines.load(text: impacts, overrides: lateS > 1 ? ["in.motion_offset_s=\(lateS)"] : [])
    let note = try #require(try pipeline.run(on: folder("late.h5")).stages[0].notes["motion_offset_s"])
    #expect(abs(note - lateS) < 0.0003)
  }

  @Test("A given offset that leaves one is warned of, with the one that would not")
  func wrongGift() throws {
    let warning = try run(lateS: 0.005, "in.motion_offset_s=0.02").result.warnings.first?.description
    #expect(
      warning?.hasPrefix(
        "stage \"in\": device_motion: after motion_offset_s (20.0 ms) its timestamps are 15.0 ms early")
        == true)
    #expect(warning?.contains("\"motion_offset_s\": 0.0050 would remove it") == true)
  }

  @Test("What cannot be told is not corrected, and that is said")
  func untold() throws {
    let path = folder("rest.h5")
    try TestRecordings.still(rateHz: 800, at: path)
    let reader = "{ \"version\": 1, \"stages\": [ { \"id\": \"in\", \"type\": \"readers.hdf5\" } ] }"
    func warnings(_ path: String) throws -> [String] {
      try TestPipelines.load(text: reader, overrides: ["in.correct_motion_offset=true"]).run(on: path).warnings
        .map(\.message)
    }
    #expect(try warnings(path).isEmpty)
    // Mapped files may leave the user acceleration out.
    var samples = SensorSamples(.swings)
    samples.motion.datasets["user_acceleration"] = nil
    try samples.write(to: folder("bare.h5"), recordingID: "bare")
    #expect(try warnings(folder("bare.h5")).first?.contains("is not known, so nothing is corrected") == true)
  }

  @Test("Measured and given at once exclude each other")
  func both() throws {
    let error = try #require(throws: PipelineError.self) {
      try TestPipelines.load(
        text: Self.pipeline, overrides: ["in.correct_motion_offset=true", "in.motion_offset_s=0.005"])
    }
    #expect(
      error.diagnostics.first?.message
        == "option \"correct_motion_offset\": expected false beside a motion_offset_s, found true")
  }
}

extension TableText {
  /// The numbers of a column, of which none may be missing.
  func numbers(_ column: String) throws -> [Double] { try self[column].map { try #require(Double($0)) } }
}
