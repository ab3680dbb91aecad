import SPBatches
import SPHDF5
import SPRecordings
import SPStages
import Testing

/// The instant of a recording.
struct RecordedAtTests {
  /// What the table of recordings says of a recording with these attributes, whose acceleration begins at 2.5 s; with
  /// the origin unix 2.5 s after 2026-11-21T09:30:00Z.
  private func run(
    startTime: String?, origin: String?, motionFrom motionS: Double? = nil
  ) async throws -> (value: String?, warnings: [String]) {
    let folder = try TestFolder()
    var attributes = RecordingAttributes(recordingID: "r")
    attributes.startTime = startTime
    attributes.timeOrigin = origin
    let zeroS = origin == "unix" ? 1_795_253_400.0 : 0
    let writer = try RecordingWriter(path: folder("in.h5"), attributes: attributes)
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800)
    let rows = 0..<800
    try writer.append(
      to: .accelerometer, time: rows.map { zeroS + 2.5 + Double($0) / 800 },
      ["acceleration": rows.flatMap { _ in [0, 0, -1] }])
    // The last known pulse, which says nothing of when the recording began.
    try writer.addStream("heart_rate", datasets: ["heart_rate"], nominalRateHz: 1)
    try writer.append(to: "heart_rate", time: [zeroS - 100, zeroS + 3], ["heart_rate": [90, 91]])
    if let motionS {
      try writer.addStream(.deviceMotion, datasets: ["rotation_rate", "gravity"], nominalRateHz: 200)
      let count = 400
      try writer.append(
        to: .deviceMotion, time: (0..<count).map { zeroS + motionS + Double($0) / 200 },
        [
          "rotation_rate": (0..<count).flatMap { _ in [0, 0, 0] as [Float] },
          "gravity": (0..<count).flatMap { _ in [0, 0, -1] as [Float] },
        ])
    }
    try writer.finish()
    let pipeline = try TestPipelines.load(
      text: """
        { "version": 1, "stages": [
          { "type": "readers.hdf5" }, { "type": "features.recording" },
          { "type": "writers.table", "folder": "recordings" } ] }
        """)
    let report = try await TestPipelines.batch(output: folder("out")).run(BatchPlan(pipeline, [folder("in.h5")]))
    #expect(report.isComplete)
    let table = try TableText(contentsOf: folder("out/recordings/r.parquet"))
    return (table["recorded_at"].first, try #require(report.recordings.first).details().warnings)
  }

  @Test(
    "It is that of the first sample, by what the timestamps count from",
    arguments: [
      ("2026-11-21T09:30:00Z", "start", "2026-11-21T09:30:02.500000Z"),
      ("2026-11-21T11:30:00.25+02:00", "boot", "2026-11-21T09:30:00.250000Z"),
      (nil, "unix", "2026-11-21T09:30:02.500000Z"), (nil, "boot", ""), (nil, nil, ""),
    ] as [(String?, String?, String)])
  func instant(startTime: String?, origin: String?, expected: String) async throws {
    let found = try await run(startTime: startTime, origin: origin)
    #expect(found.value == expected)
    #expect(found.warnings == [])
  }

  @Test(
    "Motion that begins before the acceleration starts the recording, whatever the timestamps count from",
    arguments: [
      ("2026-11-21T09:30:00Z", "start", "2026-11-21T09:30:01.000000Z"),
      ("2026-11-21T09:30:00Z", "boot", "2026-11-21T09:29:58.500000Z"), (nil, "unix", "2026-11-21T09:30:01.000000Z"),
    ] as [(String?, String, String)])
  func earlier(startTime: String?, origin: String, expected: String) async throws {
    #expect(try await run(startTime: startTime, origin: origin, motionFrom: 1).value == expected)
  }

  @Test(
    "One that cannot be understood is missing and warned of, and the recording is done",
    arguments: [("noon", "boot", "start_time is \"noon\""), ("2026-11-21T09:30:00Z", "gps", "time_origin is \"gps\"")])
  func malformed(startTime: String, origin: String, fault: String) async throws {
    let found = try await run(startTime: startTime, origin: origin)
    #expect(found.value == "")
    #expect(found.warnings.count == 1)
    #expect(found.warnings.allSatisfy { $0.contains(fault) && $0.hasSuffix("recorded_at is missing") })
  }
}
