import SPRecordings
import SPSignals
import SPStages
import Testing

@testable import SPPipelines

/// What a stage of another package measures while the samples of the wrist pass.
/// The pass that a slot's samples are part of.
struct PassTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Notes how many rows of acceleration, as recorded and filtered, and of motion pass.
  private struct Counting: Stage {
    static let type: StageType = "features.rows"
    static let summary = "Counts rows that pass."
    static let details = "For tests."
    private static let rows = Slot<Int>("rows", summary: "rows of all")

    static func ports(_ options: NoOptions) -> Ports {
      Ports(
        reads: [.passing(.accelerometer), .optionalPassing(.acceleration), .passing(.deviceMotion)],
        writes: [.required(rows)])
    }

    init(_ options: NoOptions) {}

    func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
      var rows: [String: Int] = [:]
      try workspace.source(of: .accelerometer).read { rows["accelerometer", default: 0] += $0.count }
      try workspace.sourceIfPresent(of: .acceleration)?.read { rows["acceleration", default: 0] += $0.count }
      try workspace.source(of: .deviceMotion).read { rows["device_motion", default: 0] += $0.count }
      return AtEnd { workspace in
        for (stream, count) in rows { workspace.note(stream, count) }
        try workspace.set(Self.rows, rows.values.reduce(0, +))
      }
    }
  }

  /// Notes the first timestamp of the passing device motion, and the first timestamp of the whole value.
  private struct Starting: Stage {
    static let type: StageType = "features.start"
    static let summary = "Notes starts."
    static let details = "For tests."
    private static let start = Slot<Double>("start", summary: "the first timestamp")

    static func ports(_ options: NoOptions) -> Ports {
      Ports(reads: [.passing(.deviceMotion)], writes: [.required(start)])
    }

    init(_ options: NoOptions) {}

    func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
      var first: Double?
      try workspace.source(of: .deviceMotion).read { first = first ?? $0.times.first }
      return AtEnd { workspace in
        let whole = try workspace.get(.deviceMotion).rotationRate.timeBase.time(at: 0)
        workspace.note("late_s", (first ?? .nan) - whole)
        try workspace.set(Self.start, whole)
      }
    }
  }

  /// Passes its input on unchanged.
  private struct Passing: Stage {
    static let type: StageType = "filters.same"
    static let summary = "Writes what it reads."
    static let details = "For tests."

    static func ports(_ options: NoOptions) -> Ports {
      Ports(reads: [.passing(.accelerometer)], writes: [.passing(.accelerometer)])
    }

    init(_ options: NoOptions) {}

    func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
      let source = try workspace.source(of: .accelerometer)
      try workspace.provide(.accelerometer, source)
      return AtEnd { try $0.set(.accelerometer, $0.get(.accelerometer)) }
    }
  }

  /// The rows that passed, by stream, and the cost of the run.
  private func passed(_ types: [String], _ overrides: String...) throws -> (notes: [String: Double], RecordingCost) {
    let stages = types.map { "{ \"type\": \"\($0)\" }" }.joined(separator: ", ")
    let pipeline = try Pipeline.load(
      text: "{ \"version\": 1, \"stages\": [\(stages)] }", file: "rows.json",
      registry: StageRegistry(stages: StandardStages.all + [Counting.self, Starting.self, Passing.self]),
      overrides: overrides)
    let path = folder("in.h5")
    try TestRecordings.simulated(at: path)
    var cost = RecordingCost()
    let environment = RunEnvironment(inputPath: path)
    let result = try pipeline.execute(pipeline.plan(path), environment: environment, cost: &cost).result
    return (try #require(result.stages.last).notes, cost)
  }

  @Test("Every row passes, as recorded and filtered, decoded once beside what the standard stages measure")
  func rows() throws {
    let (notes, cost) = try passed(["readers.hdf5", "filters.high_pass", "detectors.impact", "features.rows"])
    for (note, name) in [
      ("accelerometer", "/accelerometer/acceleration"), ("acceleration", "/accelerometer/acceleration"),
      ("device_motion", "/device_motion/rotation_rate"),
    ] {
      let reads = try #require(cost.datasets[name])
      #expect(notes[note] == Double(reads.rowCount))
      #expect(Double(reads.rows) < 1.02 * Double(reads.rowCount))
    }
  }

  @Test(
    "Samples pass with corrected timestamps",
    arguments: ["hdf5.motion_offset_s=0.005", "hdf5.correct_motion_offset=true"])
  func corrected(override: String) throws {
    #expect(try passed(["readers.hdf5", "features.start"], override).notes == ["late_s": 0])
  }

  @Test("A given offset, and a stage in between that passes on what it reads, change no count")
  func others() throws {
    let whole = try passed(["readers.hdf5", "features.rows"]).notes
    #expect(whole["accelerometer"] ?? 0 > 0 && whole["device_motion"] ?? 0 > 0)
    #expect(try passed(["readers.hdf5", "features.rows"], "hdf5.motion_offset_s=0.005").notes == whole)
    #expect(try passed(["readers.hdf5", "filters.same", "features.rows"]).notes == whole)
  }
}
