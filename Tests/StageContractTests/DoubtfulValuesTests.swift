import SPPipelines
import SPStages
import TestSupport
import Testing

/// Recordings whose values no sensor delivers: the run goes on, and says so in its warnings and in a column.
/// Values that cannot be.
struct DoubtfulValuesTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// The warnings and the flags of a run over the short session after a change.
  private func told(_ change: (inout SensorSamples) -> Void) throws -> (warnings: [String], flags: [String]) {
    var samples = SensorSamples(.swings)
    change(&samples)
    let path = folder("doubtful.h5")
    try samples.write(to: path, recordingID: "doubtful")
    let result = try TestPipelines.load("tennis.json").run(
      on: path, keeping: [SlotReference(stageID: "in", slot: "recording")])
    let facts = try #require(result.value(.recording, from: "in"))
    return (result.warnings.map(\.description), facts.flags)
  }

  @Test("Of sound values nothing is said")
  func sound() throws {
    let told = try told { _ in }
    #expect(told.warnings == [] && told.flags == [])
  }

  @Test(
    "Nor of real recordings, however hard the swings", .enabled(if: SharedData.isPresent, "the shared data are absent"),
    arguments: [
      "sessions/dev-01.h5", "sessions/dev-04.h5", "golf-mocap/capture-1-hit.h5", "golf-mocap/capture-6-miss.h5",
    ])
  func real(name: String) throws {
    let pipeline = name.hasPrefix("golf") ? "golf_mocap.json" : "table_tennis.json"
    let result = try TestPipelines.load(pipeline).run(
      on: SharedData.path(name), keeping: [SlotReference(stageID: "in", slot: "recording")])
    #expect(result.value(.recording, from: "in")?.flags == [])
  }

  @Test("Acceleration in m/s^2 where its unit says g")
  func accelerationUnit() throws {
    let told = try told { samples in
      let values = samples.acceleration.datasets["acceleration"]
      samples.acceleration.datasets["acceleration"] = values?.map { $0 * 9.80665 }
    }
    #expect(told.flags == ["acceleration_unit"])
  }

  @Test("Gravity that is 0 throughout, as in a dataset that was never written")
  func zeroGravity() throws {
    let told = try told { samples in
      samples.motion.datasets["gravity"] = samples.motion.datasets["gravity"]?.map { _ in 0 }
    }
    #expect(told.flags == ["gravity_zeros"])
    #expect(told.warnings.contains { $0.contains("device_motion: gravity is exactly 0 on all axes") })
  }

  @Test("Gravity in m/s^2 where its unit says g")
  func gravityUnit() throws {
    let told = try told { samples in
      samples.motion.datasets["gravity"] = samples.motion.datasets["gravity"]?.map { $0 * 9.80665 }
    }
    #expect(told.flags == ["gravity_unit"])
    #expect(told.warnings.contains { $0.contains("expected about 1 g: are these m/s^2?") })
  }

  @Test("Device motion that is missing throughout")
  func missingMotion() throws {
    let told = try told { $0.motion = $0.motion.missing { _, _ in 4 } }
    #expect(told.flags.count == 4 && told.flags.allSatisfy { $0.hasSuffix("_missing") })
    #expect(told.warnings.contains { $0.contains("samples of rotation_rate are missing (NaN or infinite)") })
  }

  @Test("A second of acceleration that was never written")
  func unwrittenChunk() throws {
    let told = try told { samples in
      for place in 2400..<4800 { samples.acceleration.datasets["acceleration"]?[place] = 0 }
    }
    #expect(told.flags == ["acceleration_zeros"])
    #expect(told.warnings.contains { $0.contains("acceleration is exactly 0 on all axes for 1 s") })
  }

  @Test("Half a second of a rotation rate that was never written")
  func unwrittenRotation() throws {
    let told = try told { samples in
      let times = samples.motion.time
      let rows = times.indices.filter { times[$0] - times[0] >= 2 && times[$0] - times[0] < 2.5 }
      for place in 3 * rows[0]..<3 * (rows[rows.count - 1] + 1) { samples.motion.datasets["rotation_rate"]?[place] = 0 }
    }
    #expect(told.flags == ["rotation_rate_zeros"])
    #expect(told.warnings.contains { $0.contains("device_motion: rotation_rate is exactly 0 on all axes for 0.") })
  }

  @Test("A few missing samples are told, and flag nothing")
  func fewMissing() throws {
    let told = try told { $0.acceleration = $0.acceleration.missing { row, _ in row < 5 ? 1 : 0 } }
    #expect(told.flags == [])
    #expect(told.warnings.contains { $0.contains("accelerometer: 5 of ") })
  }
}
