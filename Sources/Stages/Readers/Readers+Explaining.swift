import Motion
import Pipelines
import Recordings
import Signals

extension HDF5Reader: EventExplainingStage {
  /// The facts about the recording, and the streams of a wrist.
  public var explainedSlots: [String] { [Slot.recording.name, Slot.accelerometer.name, Slot.deviceMotion.name] }

  /// Adds how files are opened; of several readers the first one opens them.
  public func describe(in evidence: inout SwingEvidence) {
    if evidence.open == nil { evidence.open = { path in try open(path) } }
  }

  /// Adds the facts about the recording, the acceleration as recorded, and the rotation.
  /// - Throws: the errors of deriving the rotation along gravity.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) throws {
    try evidence.add(results[.recording], results[.accelerometer], results[.deviceMotion])
  }
}

extension SessionReader: EventExplainingStage {
  /// The facts about the session, and the streams of its wrists.
  public var explainedSlots: [String] {
    [Slot.recording.name]
      + devices.flatMap { [$0.recording.name, $0.accelerometer.name, $0.deviceMotion.name] }
  }

  /// Adds how files are opened.
  public func describe(in evidence: inout SwingEvidence) {
    if evidence.open == nil { evidence.open = { path in try open(path) } }
  }

  /// Adds the facts about the session, and the streams of the first device that a stage takes the acceleration of.
  /// - Throws: the errors of deriving the rotation along gravity.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) throws {
    guard let wrist = devices.first(where: { results[$0.accelerometer] != nil }) else {
      return evidence.add(results[.recording])
    }
    try evidence.add(results[wrist.recording], results[wrist.accelerometer], results[wrist.deviceMotion])
  }
}

extension SwingEvidence {
  fileprivate mutating func add(_ facts: RecordingFacts?, _ acceleration: Triaxial?, _ motion: MotionSignals?) throws {
    add(facts)
    if let acceleration { accelerometer = acceleration }
    if let motion {
      rotation = try motion.rotationAlongGravity()
      rotationRate = motion.rotationRate
    }
  }

  fileprivate mutating func add(_ facts: RecordingFacts?) {
    guard let facts else { return }
    startTime = facts.identity.startTime
    rangeG = facts.rangeG
  }
}
