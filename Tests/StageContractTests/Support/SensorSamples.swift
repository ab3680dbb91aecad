import SPRecordings
import SPSignals
import SPSimulation
import SPSwings

/// Inputs that every stage has to cope with.
enum Scenario: String, CaseIterable, Sendable {
  /// A short session of tennis with hits and misses.
  case swings
  /// Streams without samples.
  case empty
  case oneSample, twoSamples, tenSamples
  /// The session with every value missing; its stamps are whole.
  case allMissing
  /// The session with values missing here and there, in bursts and swings too.
  case someMissing
  /// The session with two gaps in both streams: one begins within a burst, the other ends right before one.
  case gap

  /// How many samples of the session there are; nil for all.
  var sampleLimit: Int? {
    switch self {
    case .empty: 0
    case .oneSample: 1
    case .twoSamples: 2
    case .tenSamples: 10
    case .swings, .allMissing, .someMissing, .gap: nil
    }
  }
}

/// A stream's stamps in s, and its datasets by their names in layout version 1, row by row.
struct StreamSamples: Sendable {
  var time: [Double]
  var datasets: [String: [Float]]

  /// Values in a row of a dataset.
  func width(_ dataset: String) -> Int { dataset == "attitude" ? 4 : 3 }

  /// The rows that fulfil a condition on their number and stamp.
  func filtered(_ isIncluded: (Int, Double) -> Bool) -> StreamSamples {
    let rows = time.indices.filter { isIncluded($0, time[$0]) }
    var result = StreamSamples(time: rows.map { time[$0] }, datasets: [:])
    for (name, values) in datasets {
      let width = width(name)
      result.datasets[name] = rows.flatMap { values[$0 * width..<($0 + 1) * width] }
    }
    return result
  }

  /// The same stream with missing values: `columns` says how many of a row's first ones are.
  func missing(_ columns: (Int, Double) -> Int) -> StreamSamples {
    var result = self
    for name in datasets.keys {
      let width = width(name)
      for row in time.indices {
        for column in 0..<min(width, columns(row, time[row])) { result.datasets[name]?[row * width + column] = .nan }
      }
    }
    return result
  }

  /// The columns of a dataset as signals.
  func signals(_ dataset: String, unit: Unit) throws -> [any Signal] {
    let timeBase = try TimeBase(scanning: MemoryTimestamps(time))
    let values = datasets[dataset] ?? []
    let width = width(dataset)
    return (0..<width).map { column in
      MemorySignal(time.indices.map { values[$0 * width + column] }, timeBase: timeBase, unit: unit)
    }
  }

  func triaxial(_ dataset: String, unit: Unit) throws -> Triaxial {
    let axes = try signals(dataset, unit: unit)
    return Triaxial(x: axes[0], y: axes[1], z: axes[2])
  }
}

/// The samples of a scenario, as a sensor would have recorded them.
struct SensorSamples: Sendable {
  var acceleration: StreamSamples
  var motion: StreamSamples

  /// A session of twelve seconds with two hits, a miss and a shock that is no swing.
  static func session(_ sport: Sport = .tennis, seed: UInt64 = 7) -> SimulatedSession {
    var settings = SimulationSettings(sport: sport, seed: seed)
    settings.durationS = 12
    settings.swingsPerMinute = 15
    settings.distractorsPerMinute = 5
    settings.practicePerMinute = 0
    settings.peakRangeG = 4...20
    do { return try SimulatedSession(settings) } catch { preconditionFailure("\(error)") }
  }

  /// The samples of a session.
  init(_ session: SimulatedSession) {
    let acceleration = session.acceleration(0..<session.accelerationCount)
    let motion = session.motion(0..<session.motionCount)
    self.acceleration = StreamSamples(time: acceleration.time, datasets: ["acceleration": acceleration.acceleration])
    self.motion = StreamSamples(
      time: motion.time,
      datasets: [
        "attitude": motion.attitude, "rotation_rate": motion.rotationRate, "gravity": motion.gravity,
        "user_acceleration": motion.userAcceleration,
      ])
  }

  private static let whole = SensorSamples(session())

  /// The samples of a scenario.
  init(_ scenario: Scenario) {
    self = Self.whole
    let contacts = Self.session().swings.map(\.contactTime)
    if let limit = scenario.sampleLimit {
      change { $0.filtered { row, _ in row < limit } }
    } else if scenario == .allMissing {
      change { $0.missing { _, _ in 4 } }
    } else if scenario == .someMissing {
      // Whole rows now and then, and the first column alone for 5 ms before and after every contact.
      change { samples in
        samples.missing { row, time in
          row % 997 == 500 ? 4 : contacts.contains { abs($0 - time) < 0.005 } ? 1 : 0
        }
      }
    } else if scenario == .gap {
      let gaps = [contacts[0] + 0.02..<contacts[0] + 0.4, contacts[1] - 0.3..<contacts[1] - 0.02]
      change { $0.filtered { _, time in !gaps.contains { $0.contains(time) } } }
    }
  }

  private mutating func change(_ body: (StreamSamples) -> StreamSamples) {
    acceleration = body(acceleration)
    motion = body(motion)
  }

  /// Writes the samples as a recording in layout version 1.
  func write(
    to path: String, recordingID: String, hasMotion: Bool = true, annotations: Annotations? = nil,
    storage: RecordingStorage = .gzip
  ) throws {
    let writer = try RecordingWriter(
      path: path, attributes: RecordingAttributes(recordingID: recordingID), storage: storage)
    try writer.addStream(
      .accelerometer, datasets: ["acceleration"], nominalRateHz: 800, rowCount: acceleration.time.count)
    try writer.append(to: .accelerometer, time: acceleration.time, acceleration.datasets)
    if hasMotion {
      try writer.addStream(
        .deviceMotion, datasets: motion.datasets.keys.sorted(), nominalRateHz: 200, rowCount: motion.time.count)
      try writer.append(to: .deviceMotion, time: motion.time, motion.datasets)
    }
    if let annotations { try writer.write(annotations) }
    try writer.finish()
  }
}
