import Foundation
import Logging
import SPBatches
import SPHDF5
import SPPipelines
import SPRecordings
import SPSimulation
import SPStages
import Synchronization

/// Short recordings as files.
enum TestRecordings {
  /// Writes a simulated session in layout version 1, and returns its path.
  @discardableResult
  static func simulated(_ sport: Sport = .tennis, seed: UInt64 = 7, at path: String) throws -> String {
    let url = URL(fileURLWithPath: path)
    let key = "\(sport)-\(seed)"
    if let known = written.withLock({ $0[key] }) {
      try known.write(to: url)
    } else {
      try SimulatedRecordingWriter.write(SensorSamples.session(sport, seed: seed), to: path)
      let data = try Data(contentsOf: url)
      written.withLock { $0[key] = data }
    }
    return path
  }

  /// Files that were simulated before: equal sessions make equal files.
  private static let written = Mutex<[String: Data]>([:])

  /// Writes what the watch recorded of a ride of 10 min.
  static func workout(at path: String) throws {
    var settings = WorkoutSettings(seed: 7)
    settings.durationS = 600
    settings.pauseCount = 2
    settings.faultShare = 0
    let workout = try SimulatedWorkout(settings)
    try WorkoutRecordingWriter.write(workout.watch, of: workout, to: path)
  }

  /// Writes the session in the layout of motion-capture files, which is none of ours: quaternions as x y z w.
  static func mocap(_ session: SimulatedSession, at path: String) throws {
    let samples = SensorSamples(session)
    let file = try File(creating: path, .truncating)
    let acceleration = try file.createGroup("/accelerometer")
    try write(samples.acceleration.time, "t", in: acceleration)
    try write(samples.acceleration, "acceleration", columns: [0, 1, 2], as: "xyz", in: acceleration)
    let motion = try file.createGroup("/deviceMotion")
    try write(samples.motion.time, "t", in: motion)
    try write(samples.motion, "attitude", columns: [1, 2, 3, 0], as: "quaternion_xyzw", in: motion)
    for (name, theirs) in [
      ("rotation_rate", "rotationRate"), ("gravity", "gravity"), ("user_acceleration", "userAcceleration"),
    ] {
      try write(samples.motion, name, columns: [0, 1, 2], as: theirs, in: motion)
    }
    try file.close()
  }

  /// Writes 2 s of acceleration alone at a rate, at rest but for noise of a few mg.
  static func still(rateHz: Double, at path: String) throws {
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "still"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: rateHz)
    let rows = 0..<Int(2 * rateHz)
    try writer.append(
      to: .accelerometer, time: rows.map { Double($0) / rateHz },
      ["acceleration": rows.flatMap { [0, 0.001 * Float($0 % 7), -1] }])
    try writer.finish()
  }

  /// Writes the first half of a file's bytes.
  static func truncated(_ path: String, at copy: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: copy))
  }

  /// Overwrites some of a file's samples in place; its headers and its length stay.
  static func damage(_ path: String) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    // The first chunk of the acceleration takes up most of the file's first half.
    try file.seek(toOffset: file.seekToEnd() / 4)
    try file.write(contentsOf: [UInt8](repeating: 0xA5, count: 256))
  }

  private static func write(_ values: [Double], _ name: String, in group: Group) throws {
    try group.createDataset(name, of: Double.self, shape: [values.count]).write(values)
  }

  private static func write(
    _ samples: StreamSamples, _ dataset: String, columns: [Int], as name: String, in group: Group
  ) throws {
    let values = samples.datasets[dataset] ?? []
    let width = samples.width(dataset)
    let rows = samples.time.indices.flatMap { row in columns.map { values[row * width + $0] } }
    try group.createDataset(name, of: Float.self, shape: [samples.time.count, columns.count]).write(rows)
  }
}

/// The project's pipelines, and running them without a command line.
enum TestPipelines {
  /// The names of the ready pipelines' files.
  static let ready: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Project.root + "/Pipelines")) ?? []
    return names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
  }()

  /// A ready pipeline; short recordings, in which too little repeats, are practice.
  static func load(_ name: String, overrides: [String] = [], isPractice: Bool = true) throws -> Pipeline {
    func load(_ overrides: [String]) throws -> Pipeline {
      try Pipeline.load(
        contentsOf: Project.root + "/Pipelines/" + name, registry: StandardStages.registry(), overrides: overrides)
    }
    guard isPractice else { return try load(overrides) }
    let detectors = try load([]).stages.filter { $0.type == "detectors.air_swing" }
    return try load(detectors.map { "\($0.id).practice=true" } + overrides)
  }

  /// A ready pipeline whose tables are comma-separated values, which hold what they were given: in other formats a number
  /// that is none becomes a missing one.
  static func loadWritingText(_ name: String, overrides: [String] = []) throws -> Pipeline {
    let writers = try load(name).stages.filter { $0.type == "writers.table" }
    return try load(name, overrides: writers.map { "\($0.id).format=csv" } + overrides)
  }

  static func load(text: String, overrides: [String] = []) throws -> Pipeline {
    try Pipeline.load(
      text: text, file: "test.json", registry: StandardStages.registry(), overrides: overrides)
  }

  /// A quiet batch.
  static func batch(output: String?, jobs: Int = 1) -> Batch {
    Batch(
      outputFolder: output, jobs: jobs, toolVersion: "test",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }
}
