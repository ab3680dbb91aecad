import Pipelines
import Signals
import Stages
import Swings

/// A pipeline's findings in one recording, kept in memory to be explained or drawn.
public struct PipelineFindings: Sendable {
  /// Identifier of the recording.
  public var recordingID: String
  /// When the recording starts on its clock, in s; nil if unknown.
  public var startTime: Double?
  /// The results of the detectors and the classifier.
  public var findings: MomentExplanation.Findings
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
  public var impactAxis: Axis
  /// Threshold of the impacts, in g, if the pipeline looks for any.
  public var impactThresholdG: Double?

  /// An error for a swing that was not found, or a moment outside of the recording.
  public struct NoSuchSwing: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found and what was expected.
    public var description: String
  }

  /// Runs a pipeline on a recording, without writing anything.
  /// - Throws: the errors of planning and running the pipeline.
  public init(of recordingPath: String, foundBy pipeline: Pipeline) throws {
    // The result of a writer is not needed.
    let last = pipeline.stages.lastIndex { stage in
      stage.ports.writes.contains { Self.names.contains($0.name) }
    }
    let pipeline = last.map { pipeline.stages(through: $0) } ?? pipeline
    let sources = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, pipeline.lastWriter(of: $0)) })
    let plan = pipeline.plan(recordingPath)
    let result = try pipeline.run(plan, keeping: Set(sources.values.compactMap(\.self)))
    func value<Value>(_ slot: Slot<Value>) -> Value? { result.value(slot, at: sources[slot.name] ?? nil) }
    recordingID = plan.recordingID ?? recordingPath
    findings = MomentExplanation.Findings(
      impacts: value(.impacts) ?? [], weak: value(.weakImpacts) ?? [], swings: value(.swings),
      labelled: value(.labelledSwings), rejected: value(.rejected) ?? [])
    accelerometer = value(.accelerometer)
    filtered = value(.acceleration)
    impactAxis = value(.impactAxis) ?? .z
    let motion = value(.deviceMotion)
    rotation = try motion?.rotationAlongGravity()
    rotationRate = motion?.rotationRate
    rangeG = value(.recording)?.rangeG
    startTime = value(.recording)?.identity.startTime
    impactThresholdG = pipeline.stages.lazy.compactMap { ($0.stage as? ImpactStage)?.thresholdG }.last
  }

  private static let names = [
    Slot.recording.name, Slot.accelerometer.name, Slot.acceleration.name, Slot.deviceMotion.name, Slot.impacts.name,
    Slot.weakImpacts.name,
    Slot.impactAxis.name,
    Slot.swings.name, Slot.labelledSwings.name, Slot.rejected.name,
  ]

  /// The anchor of a swing by its position in the table of swings.
  /// - Throws: ``NoSuchSwing``, with the range of positions.
  public func anchor(ofSwing index: Int) throws -> Double {
    guard let swings = findings.labelled?.map(\.swing) ?? findings.swings else {
      throw NoSuchSwing(
        description:
          "the pipeline looks for no swings; ask for a moment (explain --at) or a stretch (plot --from, --to)")
    }
    guard swings.indices.contains(index) else {
      let count = swings.count
      let there = count == 0 ? "none were found" : "\(count) were found, expected 0 to \(count - 1)"
      throw NoSuchSwing(description: "no swing \(index); \(there)")
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

  /// The explanation of a time.
  /// - Throws: ``NoSuchSwing`` for a moment outside of the recording.
  public func explanation(at time: Double, reachS: Double) throws -> MomentExplanation {
    if let extent, !extent.contains(time) {
      throw NoSuchSwing(
        description: "\(time) s lies outside of it; expected \(extent.lowerBound) to \(extent.upperBound) s")
    }
    return MomentExplanation(at: time, reachS: reachS, in: findings)
  }

  /// The largest magnitudes around a moment: of the filtered acceleration on the impacts' axis, in g, and of the
  /// rotation along gravity, in rad/s.
  /// - Throws: the errors of reading the signals.
  public func largest(around time: Double, reachS: Double) throws -> (accelerationG: Double?, rateRadS: Double?) {
    func largest(_ signal: (any Signal)?) throws -> Double? {
      guard let signal else { return nil }
      let samples = try signal.samples(signal.timeBase.indices(in: time - reachS...time + reachS)).filter(\.isFinite)
      return samples.map { Double(abs($0)) }.max()
    }
    return (try largest(filtered?[impactAxis]), try largest(rotation))
  }
}
