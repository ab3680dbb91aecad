import Pipelines

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
    evidence.add(results[.recording])
    if let acceleration = results[.accelerometer] { evidence.accelerometer = acceleration }
    if let motion = results[.deviceMotion] {
      evidence.rotation = try motion.rotationAlongGravity()
      evidence.rotationRate = motion.rotationRate
    }
  }
}

extension SessionReader: EventExplainingStage {
  /// The facts about the session; its streams are of several devices.
  public var explainedSlots: [String] { [Slot.recording.name] }

  /// Adds the facts about the session.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) {
    evidence.add(results[.recording])
  }
}

extension SwingEvidence {
  fileprivate mutating func add(_ facts: RecordingFacts?) {
    guard let facts else { return }
    startTime = facts.identity.startTime
    rangeG = facts.rangeG
  }
}
