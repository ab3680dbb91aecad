import Pipelines
import Recordings
import Signals
import Swings

/// Labelled swings of a recording as a pipeline finds them, to train its classifier on.
public struct ContactExamples: Sendable {
  /// Identifier of the recording.
  public var recordingID: String
  /// One example for each swing that was found and is labelled.
  public var examples: [HitMissTrainer.Example]
  /// How many labelled swings were not found.
  public var notFound: Int

  /// A pipeline whose classifier cannot be trained.
  public struct Unsuitable: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found and what was expected.
    public var description: String
  }

  /// The stage of a pipeline that calls swings hits or misses.
  /// - Throws: ``Unsuitable`` for none or several.
  public static func classifier(of pipeline: Pipeline) throws -> PipelineStage {
    let stages = pipeline.stages.filter { $0.type == HitMissStage.type }
    guard let stage = stages.first, stages.count == 1 else {
      let found = stages.isEmpty ? "none" : stages.map { "\"\($0.id)\"" }.joined(separator: ", ")
      throw Unsuitable(
        description: "\(pipeline.file): expected one stage of type \"\(HitMissStage.type)\" to train, found \(found)")
    }
    return stage
  }

  /// Runs the stages ahead of the classifier on a recording and pairs what they find with its labels.
  ///
  /// A swing and a label are paired one to one within the tolerances that scoring has. Swings that are not labelled
  /// teach nothing and are left out.
  /// - Throws: ``Unsuitable``, what planning and running the pipeline throw, and `RecordingError` for a recording without
  ///   labels.
  public init(of recordingPath: String, foundBy pipeline: Pipeline) throws {
    let stage = try Self.classifier(of: pipeline)
    let truth = try SwingTruth(of: Recording(opening: recordingPath))
    let reads = stage.reads
    let result = try pipeline.stages(before: stage.id).run(on: recordingPath, keeping: Set(reads.values))
    guard let swings = result.value(.swings, at: reads["swings"]),
      let filtered = result.value(.acceleration, at: reads["acceleration"]),
      let motion = result.value(.deviceMotion, at: reads["device_motion"])
    else { throw Unsuitable(description: "\(recordingPath): the stages before \"\(stage.id)\" leave no swings") }
    recordingID = pipeline.plan(recordingPath).recordingID ?? recordingPath
    let rotation = try motion.rotationAlongGravity()
    let rules = ScoringRules()
    let pairs = MomentMatcher.pairs(
      swings.map { $0.impact?.onsetTime ?? $0.anchorTime }, truth.swings.map(\.contactTime),
      largestS: max(rules.hitToleranceS, rules.missToleranceS)
    ) { swing, label in
      swings[swing].impact != nil && truth.swings[label].label == .hit ? rules.hitToleranceS : rules.missToleranceS
    }
    examples = []
    for pair in pairs {
      let swing = swings[pair.first]
      let measured = try ContactEvidence.measure(
        swing, filtered: filtered[swing.impact?.axis ?? .z], rotation: rotation)
      guard case .measured(let evidence) = measured else { continue }
      examples.append(
        .init(recordingID: recordingID, evidence: evidence, isHit: truth.swings[pair.second].label == .hit))
    }
    notFound = truth.swings.count - pairs.count
  }
}
