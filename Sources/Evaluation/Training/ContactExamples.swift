import SPBasics
import SPPipelines
import SPRecordings
import SPSignals
import SPStages
import SPSwings

/// Labelled swings of a recording that a pipeline finds, for training the pipeline's classifier.
package struct ContactExamples: Sendable {
  /// Identifier of the recording.
  package var recordingID: String
  /// One example for each labelled swing that was found, in the order of time.
  package var examples: [HitMissTrainer.Example]
  /// The number of labelled hits that were not found, or cannot be measured.
  package var hitsNotFound: Int
  /// The number of labelled misses that were not found, or cannot be measured.
  package var missesNotFound: Int

  /// The number of examples with a label.
  package func count(isHit: Bool) -> Int { examples.count { $0.isHit == isHit } }

  /// The stage of a pipeline that labels swings as hits or misses.
  /// - Throws: `PipelineError` for a pipeline without such a stage, or with several.
  package static func classifier(of pipeline: Pipeline) throws(PipelineError) -> PipelineStage {
    try pipeline.onlyStage(of: HitMissStage.type, to: "train")
  }

  /// Runs the stages up to the classifier on a recording, and pairs the swings with the recording's labels. The stages
  /// measure the evidence of contacts.
  ///
  /// Swings and labels are paired as in scoring (see `RecordingScore`). Swings without labels and labels at ignored
  /// moments are left out.
  /// - Throws: `PipelineError` if the pipeline does not have exactly one classifier, or the recording does not suit it;
  ///   the errors of its stages; and `RecordingError` for a recording without labels.
  package init(of recordingPath: String, foundBy pipeline: Pipeline) throws {
    let stage = try Self.classifier(of: pipeline)
    let finder = pipeline.stages(through: stage.id)
    let plan = try finder.plan(around: recordingPath)
    guard plan.isRunnable else { throw PipelineError(plan.diagnostics) }
    let labels = try Self.labels(of: finder.recording(around: recordingPath, for: stage))
    let reads = stage.reads
    let result = try finder.run(plan, keeping: Set(reads.values))
    guard let swings = result.value(.swings, at: reads["swings"]) else {
      throw RecordingError(path: recordingPath, "the stages before \"\(stage.id)\" left it no swings to read")
    }
    recordingID = plan.recordingID ?? recordingPath
    examples = []
    for pair in Self.pairs(swings, labels) {
      guard case .measured(let evidence) = swings[pair.first].candidate.contact else { continue }
      let isHit = labels[pair.second].label == .hit
      examples.append(
        .init(
          recordingID: recordingID, evidence: evidence, isHit: isHit,
          hasImpact: swings[pair.first].candidate.impact != nil))
    }
    hitsNotFound = labels.count { $0.label == .hit } - examples.count(where: \.isHit)
    missesNotFound = labels.count { $0.label == .miss } - examples.count { !$0.isHit }
  }

  /// The labels that count. Labels do not depend on the layout of the streams, which only the reader needs.
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

  /// The contribution of a recording, as text.
  var text: String {
    let learned = "\(counted(count(isHit: true), "hit")), \(counted(count(isHit: false), "miss"))"
    let lost = [(hitsNotFound, "hit"), (missesNotFound, "miss")].filter { $0.0 > 0 }.map(counted)
    let rest = lost.isEmpty ? "" : "; labelled but not found: \(lost.joined(separator: ", "))"
    return "\(recordingID): \(learned)\(rest)"
  }
}

/// The labelled swings that a pipeline finds in the recordings of a training.
package struct TrainingSet: Sendable {
  /// A recording that could be read, with its labelled swings.
  struct Found: Sendable {
    var path: String
    var examples: ContactExamples
  }

  let gathered: Gathered<ContactExamples>

  var found: [Found] {
    gathered.outcomes.compactMap { path, outcome in
      if case .found(let examples) = outcome { Found(path: path, examples: examples) } else { nil }
    }
  }

  /// All examples, by recording.
  package var examples: [HitMissTrainer.Example] { found.flatMap(\.examples.examples) }
}
