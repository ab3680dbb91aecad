import SPHDF5
import SPImporting
import SPPipelines
import SPRecordings
import Testing

/// Recordings with rotation rate and acceleration, but neither gravity nor attitude.
struct EstimatedGravityTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let before = """
    { "version": 1, "stages": [
      { "id": "in", "type": "readers.hdf5" },
    """
  private static let after = """
      { "id": "hp", "type": "filters.high_pass" },
      { "id": "hit", "type": "detectors.impact" },
      { "id": "start", "type": "detectors.swing_start" },
      { "id": "label", "type": "classifiers.hit_miss" },
      { "id": "table", "type": "features.swing" },
      { "id": "out", "type": "writers.table" },
      { "id": "overview", "type": "features.recording" },
      { "id": "overview_out", "type": "writers.table", "folder": "recordings" } ] }
    """
  private static let stage = "{ \"id\": \"orientation\", \"type\": \"filters.orientation\" },\n"

  /// A simulated recording, with or without its gravity.
  private func recording(_ name: String, hasGravity: Bool) throws -> String {
    let path = folder("\(name).h5")
    try TestRecordings.simulated(at: path)
    guard !hasGravity else { return path }
    let file = try File(opening: path, for: .readingAndWriting)
    for dataset in ["gravity", "attitude", "user_acceleration"] { try file.remove("device_motion/\(dataset)") }
    try file.close()
    return path
  }

  /// The swings, the row of the recording, and the warnings of a run.
  private func run(
    _ path: String, _ stages: String = ""
  ) throws -> (swings: TableText, overview: TableText, warnings: [String]) {
    let pipeline = try TestPipelines.load(text: Self.before + stages + Self.after, overrides: [])
    var environment = RunEnvironment(inputPath: path)
    environment.outputFolder = folder("out")
    let result = try pipeline.run(on: path, environment: environment)
    let tables = try result.writtenTables.map { try TableText(contentsOf: $0.path) }
    return (tables[0], tables[1], result.warnings.map(\.description))
  }

  /// The swings are the same, and begin at nearly the same time.
  private func expectSame(_ found: TableText, as known: TableText) throws {
    #expect(!known.rows.isEmpty && found["label"] == known["label"])
    #expect(found["impact_time_s"] == known["impact_time_s"])
    let starts = zip(try found.numbers("start_time_s"), try known.numbers("start_time_s"))
    #expect(starts.allSatisfy { abs($0 - $1) < 0.005 })
  }

  @Test("The reader estimates gravity, warns, and flags the recording; the swings stay the same")
  func reader() throws {
    let known = try run(recording("whole", hasGravity: true))
    #expect(!known.overview["recording_flags"].contains { $0.contains("gravity_estimated") })
    let found = try run(recording("bare", hasGravity: false))
    try expectSame(found.swings, as: known.swings)
    #expect(found.overview["recording_flags"].allSatisfy { $0.contains("gravity_estimated") })
    #expect(found.warnings.contains { $0.contains("gravity and attitude were not recorded") })
  }

  @Test("The stage replaces the gravity of a recording, and flags it", arguments: [true, false])
  func stage(hasGravity: Bool) throws {
    let known = try run(recording("whole", hasGravity: true))
    let found = try run(recording("given", hasGravity: hasGravity), Self.stage)
    try expectSame(found.swings, as: known.swings)
    #expect(found.overview["recording_flags"].allSatisfy { $0.contains("gravity_estimated") })
  }

  @Test("An import stores smoothed gravity and says so, and later runs repeat it")
  func imported() throws {
    var options = ImportOptions()
    options.estimatesGravity = true
    let path = folder("imported.h5")
    let outcome = try Importer(options, toolVersion: "1.0").run(
      ImportSource(recording("bare", hasGravity: false)), to: path)
    #expect(outcome.record.notes.contains { $0.contains("estimated from rotation rate and acceleration") })
    let names = try #require(try Recording(opening: path).streams[.deviceMotion]?.datasetNames)
    #expect(names == ["attitude", "gravity", "rotation_rate", "user_acceleration"])
    let found = try run(path)
    try expectSame(found.swings, as: run(recording("whole", hasGravity: true)).swings)
    #expect(found.overview["recording_flags"].allSatisfy { $0.contains("gravity_estimated") })
    #expect(!found.warnings.contains { $0.contains("gravity and attitude were not recorded") })
  }

  @Test("An import of text tables stores the same estimate as that of the recording they were exported from")
  func importedTables() throws {
    let bare = try recording("bare", hasGravity: false)
    let measured = try Recording(opening: bare)
    try ExportedFolder(folder("tables")).write(measured, streams: Array(measured.streams.values))
    var options = ImportOptions()
    options.estimatesGravity = true
    func gravity(of source: String, as name: String) throws -> (values: [Float], notes: [String]) {
      let outcome = try Importer(options, toolVersion: "1.0").run(ImportSource(source), to: folder("\(name).h5"))
      let gravity = try Recording(opening: folder("\(name).h5")).stream(.deviceMotion).signals("gravity")
      return (try gravity.flatMap { try $0.samples(0..<1000) }, outcome.record.notes)
    }
    let expected = try gravity(of: bare, as: "recording")
    let found = try gravity(of: folder("tables"), as: "tables")
    #expect(zip(found.values, expected.values).allSatisfy { abs($0 - $1) < 1e-4 })
    #expect(found.notes.contains { $0.contains("estimated from rotation rate and acceleration") })
    #expect(try TestFolder.contents(of: folder.path).keys.contains { $0.contains("measured") } == false)
  }
}
