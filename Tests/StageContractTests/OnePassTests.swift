import SPRecordings
import SPSignals
import SPSimulation
import Testing

@testable import SPPipelines

/// What is decoded of a recording, as the profile of a run counts it.
/// Each row of a recording is decoded once.
struct OnePassTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Rows decoded over rows present.
  private static let mostPasses = 1.02
  private static let datasets: Set = [
    "/accelerometer/acceleration", "/accelerometer/time", "/device_motion/attitude", "/device_motion/gravity",
    "/device_motion/rotation_rate", "/device_motion/time", "/device_motion/user_acceleration",
  ]

  /// Expects that a run decodes every row of every dataset, and hardly any twice.
  private func expectOnePass(
    over path: String, workers: Int, _ overrides: [String] = [], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let pipeline = try TestPipelines.load("tennis.json", overrides: overrides)
    var cost = RecordingCost()
    try SpareWorkers.$current.withValue(SpareWorkers(count: workers)) {
      let environment = RunEnvironment(outputFolder: folder("out"))
      _ = try pipeline.execute(pipeline.plan(path), environment: environment, cost: &cost)
    }
    let recording = try Recording(opening: path)
    #expect(Set(cost.datasets.keys) == Self.datasets, sourceLocation: location)
    for (name, reads) in cost.datasets {
      let stream: StreamName = name.hasPrefix("/accelerometer") ? .accelerometer : .deviceMotion
      let count = try recording.stream(stream).count
      #expect(reads.rowCount == count, sourceLocation: location)
      let passes = Double(reads.rows) / Double(count)
      #expect((1...Self.mostPasses).contains(passes), "\(path), \(name), \(workers) workers", sourceLocation: location)
    }
  }

  enum Kind: CaseIterable, Sendable { case sparse, dense, ticks }

  private func session(_ kind: Kind, gaps: Int = 0) throws -> SimulatedSession {
    var settings = SimulationSettings(sport: .tennis, seed: 8)
    // More samples than are handed on at a time.
    settings.durationS = 85
    settings.gapCount = gaps
    settings.swingsPerMinute = kind == .sparse ? 3 : 34
    if kind != .sparse { (settings.pace, settings.distractorsPerMinute) = (.rally, 0) }
    if kind == .ticks { settings.timestamps = .ticks }
    return try SimulatedSession(settings)
  }

  @Test("Simulated recordings, however their samples are stored and whoever helps", arguments: Kind.allCases)
  func simulated(kind: Kind) throws {
    let session = try session(kind)
    for storage in [RecordingStorage.gzip, .gzipBySecond, .contiguous] {
      let path = folder("\(kind)-\(storage.rawValue).h5")
      try SimulatedRecordingWriter.write(session, to: path, storage: storage)
      for workers in storage == .gzip ? [0, 2] : [2] { try expectOnePass(over: path, workers: workers) }
      try expectOnePass(over: path, workers: 2, ["in.correct_motion_offset=true"])
    }
  }

  @Test("Motion that is late, gaps, missing values and duplicate timestamps", arguments: [0, 2])
  func faulty(workers: Int) throws {
    var samples = SensorSamples(try session(.dense, gaps: 6))
    samples.acceleration = samples.acceleration.missing { row, _ in row % 997 == 500 ? 3 : row % 1013 == 7 ? 1 : 0 }
    samples.motion = samples.motion.missing { row, _ in row % 499 == 100 ? 4 : 0 }
    for row in stride(from: 400, to: samples.motion.time.count, by: 401) {
      samples.motion.time[row] = samples.motion.time[row - 1]
    }
    for row in samples.motion.time.indices { samples.motion.time[row] += 0.005 }
    let path = folder("faulty.h5")
    try samples.write(to: path, recordingID: "faulty")
    try expectOnePass(over: path, workers: workers)
    try expectOnePass(over: path, workers: workers, ["in.motion_offset_s=0.005"])
    try expectOnePass(over: path, workers: workers, ["in.correct_motion_offset=true"])
  }

  @Test(
    "A clock that goes back in both streams, and device motion that ends early", arguments: [0, 2])
  func clockStep(workers: Int) throws {
    var samples = SensorSamples(try session(.dense))
    let end = samples.motion.time[samples.motion.time.count * 3 / 4]
    samples.motion = samples.motion.filtered { _, time in time < end }
    let middle = samples.motion.time[samples.motion.time.count / 2]
    for row in samples.acceleration.time.indices where samples.acceleration.time[row] >= middle {
      samples.acceleration.time[row] -= 20
    }
    for row in samples.motion.time.indices where samples.motion.time[row] >= middle { samples.motion.time[row] -= 20 }
    let path = folder("back.h5")
    try samples.write(to: path, recordingID: "back")
    try expectOnePass(over: path, workers: workers)
    try expectOnePass(over: path, workers: workers, ["in.correct_motion_offset=true"])
  }

  @Test("A day, of whose timestamps only some are looked at ahead", arguments: [0, 2])
  func day(workers: Int) throws {
    // Beyond 1,048,576 stamps of one stream; at the rates of a watch a day would take minutes to work on here.
    let (rateHz, count) = (12.5, 24 * 3600 * 25 / 2)
    let path = folder("day.h5")
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "day"))
    let motion =
      ["attitude": [1, 0, 0, 0], "gravity": [0, 0, -1], "rotation_rate": [0, 0, 0.01]]
      .merging(["user_acceleration": [0, 0, 0]]) { $1 } as [String: [Float]]
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: rateHz)
    try writer.addStream(.deviceMotion, datasets: motion.keys.sorted(), nominalRateHz: rateHz / 2)
    for first in stride(from: 0, to: count, by: 100_000) {
      let samples = first..<min(count, first + 100_000)
      // A minute is missing every so often.
      let times = samples.map { Double($0) / rateHz + 60 * Double($0 / 300_000) }
      func rows(_ row: [Float], _ count: Int) -> [Float] { [[Float]](repeating: row, count: count).flatMap(\.self) }
      try writer.append(to: .accelerometer, time: times, ["acceleration": rows([0, 0, -1], times.count)])
      let every2nd = stride(from: 0, to: times.count, by: 2).map { times[$0] }
      try writer.append(to: .deviceMotion, time: every2nd, motion.mapValues { rows($0, every2nd.count) })
    }
    try writer.finish()
    try expectOnePass(over: path, workers: workers, ["hp.stop_hz=2", "hp.pass_hz=4"])
    try expectOnePass(
      over: path, workers: workers, ["hp.stop_hz=2", "hp.pass_hz=4", "in.correct_motion_offset=true"])
  }
}
