import Foundation
import SPPipelines
import SPPython
import SPRecordings
import SPSignals
import SPSimulation
import SPStages
import SPSwings
import SPTables
import Testing

@Suite(
  "Stages in Python", .enabled("there is no Python with NumPy; make python makes one") { TestPython.isReady })
struct PythonStageTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private static let probe = """
    import numpy as np
    from swingpipe import Column, features

    @features(
        columns=[
            Column("first_s", unit="s", description="Time of the first sample."),
            Column("first_g", unit="g", description="Its x."),
            Column("last_g", unit="g", description="The last z."),
            Column("anchor_g", unit="g", description="The y at the anchor."),
            Column("turn_rad_s", unit="rad/s", description="The rotation rate about x at the anchor."),
            Column("filtered_g", unit="g", description="The filtered x at the anchor."),
            Column("count", type=int, description="Samples."),
            Column("is_hit", type=bool, description="Whether the table says hit."),
            Column("label_again", type=str, description="The label of the table."),
        ],
        before_s=0.2,
        after_s=0.1,
        streams=["accelerometer", "device_motion", "acceleration"],
    )
    def probe(swings):
        raw, motion = swings.accelerometer, swings.device_motion
        return {
            "first_s": raw.times[:, 0],
            "first_g": raw.values[:, 0, 0],
            "last_g": raw.values[:, -1, 2],
            "anchor_g": raw["y"][:, 160],
            "turn_rad_s": motion["rotation_rate_x"][:, 40],
            "filtered_g": swings.acceleration.values[:, 160, 0],
            "count": np.isfinite(raw.times).sum(axis=1),
            "is_hit": [label == "hit" for label in swings.rows["label"]],
            "label_again": swings.rows["label"],
        }
    """

  private func pipeline(_ stages: String, _ overrides: [String] = []) throws -> Pipeline {
    try Pipeline.load(
      text: "{ \"version\": 1, \"stages\": [\(stages)] }", file: folder("own.json"),
      registry: StandardStages.registry(), overrides: overrides)
  }

  private static let swings = """
    { "id": "in", "type": "readers.hdf5" }, { "id": "hp", "type": "filters.high_pass" },
    { "id": "hit", "type": "detectors.impact" }, { "id": "start", "type": "detectors.swing_start", "sport": "tennis" },
    { "id": "air", "type": "detectors.air_swing", "sport": "tennis", "practice": true },
    { "id": "label", "type": "classifiers.hit_miss" }, { "id": "table", "type": "features.swing" }
    """

  private func rows(_ pipeline: Pipeline, _ stage: String, _ path: String) throws -> FeatureTable {
    let slot = SlotReference(stageID: stage, slot: "table")
    return try #require(try pipeline.run(on: path, keeping: [slot]).value(.table, at: slot))
  }

  @Test("A function gets the samples around each anchor, whatever the size of a batch")
  func windows() throws {
    try folder.write(Self.probe, to: "probe.py")
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    let stages = Self.swings + ", { \"id\": \"own\", \"type\": \"features.python\", \"file\": \"probe.py\" }"
    let table = try rows(try pipeline(stages), "own", path)
    #expect(table.rowCount > 2)
    for size in [1, 3] {
      #expect(try rows(try pipeline(stages, ["own.batch_swings=\(size)"]), "own", path) == table)
    }

    let recording = try Recording(opening: path)
    let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
    let turn = try recording.triaxial("rotation_rate", of: .deviceMotion).x
    func doubles(_ name: String) -> [Double?] {
      guard case .float64(let values)? = table[name]?.values else { return [] }
      return values
    }
    guard case .string(let labels)? = table["label"]?.values, case .boolean(let hits)? = table["is_hit"]?.values,
      case .int64(let counts)? = table["count"]?.values
    else {
      Issue.record("columns are missing")
      return
    }
    #expect(table["label_again"]?.values == table["label"]?.values)
    for (row, anchor) in doubles("anchor_time_s").enumerated() {
      let anchor = try #require(anchor)
      let center = try acceleration.x.timeBase.nearestIndex(to: anchor)
      #expect(counts[row] == 241 && hits[row] == (labels[row] == "hit"))
      #expect(try doubles("first_g")[row] == Double(acceleration.x.sample(center - 160)))
      #expect(try doubles("last_g")[row] == Double(acceleration.z.sample(center + 80)))
      #expect(try doubles("anchor_g")[row] == Double(acceleration.y.sample(center)))
      #expect(try doubles("turn_rad_s")[row] == Double(turn.sample(try turn.timeBase.nearestIndex(to: anchor))))
      let first = try acceleration.x.timeBase.time(at: center - 160) - anchor
      #expect(abs(try #require(doubles("first_s")[row]) - first) < 1e-7)
    }
  }

  @Test("The samples of another segment are missing")
  func gaps() throws {
    let wide = Self.probe.replacing("before_s=0.2", with: "before_s=5").replacing("after_s=0.1", with: "after_s=5")
    try folder.write(wide, to: "probe.py")
    var settings = SimulationSettings(sport: .tennis, seed: 3)
    (settings.durationS, settings.swingsPerMinute, settings.gapCount) = (120, 20, 30)
    settings.distractorsPerMinute = 0
    try SimulatedRecordingWriter.write(try SimulatedSession(settings), to: folder("gaps.h5"))
    let stages = Self.swings + ", { \"id\": \"own\", \"type\": \"features.python\", \"file\": \"probe.py\" }"
    let table = try rows(try pipeline(stages), "own", folder("gaps.h5"))
    guard case .int64(let counts)? = table["count"]?.values, case .float64(let firsts)? = table["first_s"]?.values
    else {
      Issue.record("columns are missing")
      return
    }
    #expect(counts.contains { $0 ?? 0 < 8001 } && counts.allSatisfy { $0 ?? 0 > 0 })
    #expect(firsts.contains(nil) && firsts.compactMap(\.self).allSatisfy { (-5.002 ... -4.998).contains($0) })
  }

  @Test("What a detector finds does not depend on the length of its blocks")
  func blocks() throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    let stages = """
      { "id": "in", "type": "readers.hdf5" },
      { "id": "steps", "type": "detectors.python", "file": "\(Project.root)/Pipelines/Functions/footsteps.py" }
      """
    func events(blockS: Double) throws -> [Impact] {
      let slot = SlotReference(stageID: "steps", slot: "impacts")
      let result = try pipeline(stages, ["steps.block_s=\(blockS)"]).run(on: path, keeping: [slot])
      return try #require(result.value(.impacts, at: slot))
    }
    let whole = try events(blockS: 3600)
    #expect(whole.count > 5 && zip(whole, whole.dropFirst()).allSatisfy { $0.time < $1.time })
    for length in [3.0, 7, 20.5] { #expect(try events(blockS: length) == whole) }
  }
}
