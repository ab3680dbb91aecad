import Motion
import Pipelines
import Recordings
import Signals
import Swings

/// What the stages of a pipeline found in one recording of a wrist, and the signals that they found it in, kept in
/// memory to be explained or drawn.
public struct SwingEvidence: EventEvidence {
  /// Identifier of the recording.
  public var recordingID: String
  /// When the recording starts on its clock, in s; nil if unknown.
  public var startTime: Double?
  /// The results of the detectors and the classifier.
  public var findings = MomentExplanation.Findings()
  /// Acceleration as recorded, in g; nil for a recording without acceleration.
  public var accelerometer: Triaxial?
  /// Acceleration after the filter, in g; nil for a pipeline without one.
  public var filtered: Triaxial?
  /// Rotation along gravity, in rad/s; nil for a recording without device motion.
  public var rotation: (any Signal)?
  /// Rotation rate, in rad/s; nil for a recording without device motion.
  public var rotationRate: Triaxial?
  /// The accelerometer's range that the file states, in g.
  public var rangeG: Double?
  /// The axis that impacts are detected on; for a pipeline without impacts it is z, which carries most of a contact.
  public var impactAxis = Axis.z
  /// Threshold of the impacts, in g, if the pipeline looks for any.
  public var impactThresholdG: Double?
  /// Opens a recording in the layout that the pipeline's reader has options for; nil without such a reader.
  public var open: (@Sendable (_ path: String) throws -> Recording)?

  /// Evidence without any findings.
  public init(recordingID: String) { self.recordingID = recordingID }

  /// The anchor of a swing by its position in the table of swings.
  /// - Throws: `NoSuchEvent`, with the range of positions.
  public func time(ofEvent index: Int) throws -> Double {
    guard let swings = findings.labelled?.map(\.swing) ?? findings.swings else {
      throw NoSuchEvent(
        description:
          "the pipeline looks for no swings; ask for a moment (explain --at) or a stretch (plot --from, --to)")
    }
    guard swings.indices.contains(index) else {
      let count = swings.count
      let there = count == 0 ? "none were found" : "\(count) were found, expected 0 to \(count - 1)"
      throw NoSuchEvent(description: "no swing \(index); \(there)")
    }
    return swings[index].anchorTime
  }

  /// The time from the first sample to the last of acceleration and device motion, in s on the recording's clock; nil
  /// without samples.
  public var extent: ClosedRange<Double>? {
    let segments = [accelerometer?.timeBase, rotation?.timeBase].compactMap(\.self).flatMap(\.segments)
    guard let first = segments.map(\.startTime).min(), let last = segments.map(\.endTime).max() else { return nil }
    return first...last
  }

  /// The candidates around a time, and what became of them.
  /// - Throws: `NoSuchEvent` for a time outside of the recording.
  public func moment(at time: Double, reachS: Double) throws -> MomentExplanation {
    if let extent, !extent.contains(time) {
      throw NoSuchEvent(
        description: "\(time) s lies outside of it; expected \(extent.lowerBound) to \(extent.upperBound) s")
    }
    return MomentExplanation(at: time, reachS: reachS, in: findings)
  }

  /// Why there is a hit, a miss or no swing at a time, in words and for programs.
  /// - Throws: `NoSuchEvent` for a time outside of the recording; the errors of reading the signals.
  public func explanation(at time: Double, reachS: Double) throws -> StageExplanation {
    let moment = try moment(at: time, reachS: reachS)
    let text = try SwingExplanationText(moment, self)
    return StageExplanation(
      verdict: text.verdict, reasons: text.reasons, notes: text.notes, facts: moment.facts(axis: impactAxis))
  }

  /// The largest magnitudes around a moment: of the filtered acceleration on the impacts' axis, in g, and of the
  /// rotation along gravity, in rad/s.
  /// - Throws: the errors of reading the signals.
  func largest(around time: Double, reachS: Double) throws -> (accelerationG: Double?, rateRadS: Double?) {
    func largest(_ signal: (any Signal)?) throws -> Double? {
      guard let signal else { return nil }
      let samples = try signal.samples(signal.timeBase.indices(in: time - reachS...time + reachS)).filter(\.isFinite)
      return samples.map { Double(abs($0)) }.max()
    }
    return (try largest(filtered?[impactAxis]), try largest(rotation))
  }
}

extension SwingStartStage: EventExplainingStage {
  /// `swings` and `rejected`.
  public var explainedSlots: [String] { SwingEvidence.slotsOfSwings }

  /// Adds the swings with an impact, and the rejected impacts.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) { evidence.addSwings(results) }
}

extension AirSwingStage: EventExplainingStage {
  /// `swings` and `rejected`.
  public var explainedSlots: [String] { SwingEvidence.slotsOfSwings }

  /// Adds all swings, and the rejected candidates.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) { evidence.addSwings(results) }
}

extension HitMissStage: EventExplainingStage {
  /// `labelled_swings` and `rejected`.
  public var explainedSlots: [String] { [Slot.labelledSwings.name, Slot.rejected.name] }

  /// Adds the swings with their labels, and the rejected candidates.
  public func add(_ results: StageResults, to evidence: inout SwingEvidence) {
    let found = evidence.findings
    evidence.findings = .init(
      impacts: found.impacts, weak: found.weak, swings: found.swings, labelled: results[.labelledSwings],
      rejected: results[.rejected] ?? found.rejected)
  }
}

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
  fileprivate static let slotsOfSwings = [Slot.swings.name, Slot.rejected.name]

  fileprivate mutating func addSwings(_ results: StageResults) {
    if let swings = results[.swings] { findings.swings = swings }
    if let rejected = results[.rejected] { findings.rejected = rejected }
  }

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
