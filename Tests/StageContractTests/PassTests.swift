import Recordings
import Signals
import Stages
import Testing

@testable import Pipelines

/// What a stage of another package measures while the samples of the wrist pass.
@Suite("The pass that a slot's samples are part of")
struct PassTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Counts the rows that pass.
  private final class Counter: StreamConsumer, @unchecked Sendable {
    let selections: [StreamSelection]
    private(set) var rows = 0

    init(_ selection: StreamSelection) { selections = [selection] }

    func consume(_ block: SampleBlock, of place: Int) { rows += block.count }
  }

  /// Notes how many rows of acceleration and motion pass; none of a stream without a pass.
  private struct Counting: Stage {
    static let type: StageType = "features.rows"
    static let summary = "Counts rows that pass."
    static let details = "For tests."
    private static let acceleration = Slot<Int>("acceleration_rows", summary: "rows of acceleration")
    private static let motion = Slot<Int>("motion_rows", summary: "rows of device motion")

    static func ports(_ options: NoOptions) -> Ports {
      Ports(
        reads: [.required(.accelerometer), .required(.deviceMotion)],
        writes: [.required(acceleration), .required(motion)])
    }

    init(_ options: NoOptions) {}

    func prepare(_ workspace: inout Workspace) throws {
      if let pass = try workspace.pass(of: .accelerometer) {
        let counter = Counter(StreamSelection(.accelerometer, ["acceleration"]))
        try pass.add(counter)
        try workspace.prepare(Self.acceleration, as: counter)
      }
      if let pass = try workspace.pass(of: .deviceMotion) {
        let counter = Counter(StreamSelection(.deviceMotion, ["rotation_rate"]))
        try pass.add(counter)
        try workspace.prepare(Self.motion, as: counter)
      }
    }

    func run(_ workspace: inout Workspace) throws {
      for slot in [Self.acceleration, Self.motion] {
        let rows = try workspace.ownPreparation(of: slot, as: Counter.self)?.rows
        if let rows { workspace.note(slot.name, rows) }
        try workspace.set(slot, rows ?? 0)
      }
    }
  }

  /// Writes acceleration of its own: what it reads, which no reader announces.
  private struct Passing: Stage {
    static let type: StageType = "filters.same"
    static let summary = "Writes what it reads."
    static let details = "For tests."

    static func ports(_ options: NoOptions) -> Ports {
      Ports(reads: [.required(.accelerometer)], writes: [.required(.accelerometer)])
    }

    init(_ options: NoOptions) {}

    func run(_ workspace: inout Workspace) throws {
      try workspace.set(.accelerometer, workspace.get(.accelerometer))
    }
  }

  /// The rows that passed, by stream, and what was decoded.
  private func passed(_ types: [String], _ overrides: String...) throws -> (notes: [String: Double], RecordingCost) {
    let stages = types.map { "{ \"type\": \"\($0)\" }" }.joined(separator: ", ")
    let pipeline = try Pipeline.load(
      text: "{ \"version\": 1, \"stages\": [\(stages)] }", file: "rows.json",
      registry: StageRegistry(stages: StandardStages.all + [Counting.self, Passing.self]), overrides: overrides)
    let path = folder("in.h5")
    try TestRecordings.simulated(at: path)
    var cost = RecordingCost()
    let environment = RunEnvironment(inputPath: path)
    let result = try pipeline.execute(pipeline.plan(path), environment: environment, cost: &cost).result
    return (try #require(result.stages.last).notes, cost)
  }

  @Test("Every row passes, decoded once, beside what the standard stages measure")
  func rows() throws {
    let (notes, cost) = try passed(["readers.hdf5", "filters.high_pass", "detectors.impact", "features.rows"])
    for (note, name) in [
      ("acceleration_rows", "/accelerometer/acceleration"), ("motion_rows", "/device_motion/rotation_rate"),
    ] {
      let reads = try #require(cost.datasets[name])
      #expect(notes[note] == Double(reads.rowCount))
      #expect(Double(reads.rows) < 1.02 * Double(reads.rowCount))
    }
  }

  @Test("A given offset is that of the samples that pass; what a stage in between writes does not pass")
  func others() throws {
    let shifted = try passed(["readers.hdf5", "features.rows"], "hdf5.motion_offset_s=0.005").notes
    #expect(shifted["acceleration_rows"] != nil && shifted["motion_rows"] != nil)
    let between = try passed(["readers.hdf5", "filters.same", "features.rows"]).notes
    #expect(between["acceleration_rows"] == nil && between["motion_rows"] != nil)
  }
}
