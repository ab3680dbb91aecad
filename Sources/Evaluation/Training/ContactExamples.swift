import Pipelines
import Recordings
import Scoring
import Signals
import Stages
import Swings

/// Labelled swings of a recording as a pipeline finds them, to train its classifier on.
public struct ContactExamples: Sendable {
  /// Identifier of the recording.
  public var recordingID: String
  /// One example for each swing that was found and is labelled, in the order of time.
  public var examples: [HitMissTrainer.Example]
  /// How many swings that are labelled hits were not found, or cannot be measured.
  public var hitsNotFound: Int
  /// How many swings that are labelled misses were not found, or cannot be measured.
  public var missesNotFound: Int

  /// How many examples have a label.
  public func count(isHit: Bool) -> Int { examples.count { $0.isHit == isHit } }

  /// The stage of a pipeline that calls swings hits or misses.
  /// - Throws: `PipelineError` for none or several.
  public static func classifier(of pipeline: Pipeline) throws(PipelineError) -> PipelineStage {
    let stages = pipeline.stages.filter { $0.type == HitMissStage.type }
    guard let stage = stages.first, stages.count == 1 else {
      let found = stages.isEmpty ? "none" : stages.map { "\"\($0.id)\"" }.joined(separator: ", ")
      let message = "expected one stage of type \"\(HitMissStage.type)\" to train, found \(found)"
      throw PipelineError([Diagnostic(.error, at: .file(pipeline.file), message: message)])
    }
    return stage
  }

  /// Runs the stages ahead of the classifier on a recording and pairs what they find with its labels.
  ///
  /// A swing and a label are paired as scoring does (see `RecordingScore`). Swings that are not labelled, and labels at
  /// moments that are to be ignored, teach nothing and are left out.
  /// - Throws: `PipelineError` for a pipeline without one classifier or a recording that does not suit it, what running
  ///   its stages throws, and `RecordingError` for a recording without labels.
  public init(of recordingPath: String, foundBy pipeline: Pipeline) throws {
    let stage = try Self.classifier(of: pipeline)
    let finder = pipeline.stages(before: stage.id)
    let plan = finder.plan(recordingPath)
    guard plan.isRunnable else { throw PipelineError(plan.diagnostics) }
    let labels = try Self.labels(of: recordingPath)
    let reads = stage.reads
    let result = try finder.run(plan, keeping: Set(reads.values))
    guard let swings = result.value(.swings, at: reads["swings"]),
      let filtered = result.value(.acceleration, at: reads["acceleration"]),
      let axis = result.value(.impactAxis, at: reads["impact_axis"]),
      let motion = result.value(.deviceMotion, at: reads["device_motion"])
    else { throw RecordingError(path: recordingPath, "the stages before \"\(stage.id)\" left it no swings to read") }
    recordingID = plan.recordingID ?? recordingPath
    examples = []
    let measured = try ContactEvidence.measure(
      swings, filtered: filtered, axis: axis, rotation: motion.rotationAlongGravity())
    for pair in Self.pairs(swings, labels) {
      guard case .measured(let evidence) = measured[pair.first] else { continue }
      let isHit = labels[pair.second].label == .hit
      examples.append(.init(recordingID: recordingID, evidence: evidence, isHit: isHit))
    }
    hitsNotFound = labels.count { $0.label == .hit } - examples.count(where: \.isHit)
    missesNotFound = labels.count { $0.label == .miss } - examples.count { !$0.isHit }
  }

  /// The labels that count. They are the same whatever the layout of the streams, which is the reader's business.
  private static func labels(of recordingPath: String) throws -> [SwingTruth.Swing] {
    let recording = try Recording(opening: recordingPath, layout: .mapped(RecordingMapping()))
    return try SwingTruth(of: recording).counted
  }

  private static func pairs(_ swings: [Swing], _ labels: [SwingTruth.Swing]) -> [MomentMatcher.Pair] {
    let rules = ScoringRules()
    return MomentMatcher.pairs(
      swings.map { $0.impact?.onsetTime ?? $0.anchorTime }, labels.map(\.contactTime),
      largestS: max(rules.hitToleranceS, rules.missToleranceS)
    ) { swing, label in rules.tolerance(swings[swing].impact == nil ? .miss : .hit, labels[label].label) }
  }
}
