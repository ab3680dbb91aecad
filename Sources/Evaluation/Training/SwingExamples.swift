import SPPipelines
import SPRecordings
import SPStages
import SPSwings

/// The swings with an impact that a pipeline finds in a recording, for learning the typical swings of its subject.
public struct SwingExamples: Sendable {
  /// The examples from the recording.
  public var example: LearnedSwings.Example

  /// The stage of a pipeline that finds swings without an impact, and uses the reference.
  /// - Throws: `PipelineError` for none or several.
  static func detector(
    of pipeline: Pipeline, to purpose: String = "learn a reference for"
  ) throws(PipelineError) -> PipelineStage {
    try pipeline.onlyStage(of: AirSwingStage.type, to: purpose)
  }

  /// Measures the swings with an impact of a recording, by running the stages up to the detector.
  ///
  /// It needs no labels: within a recording, the detector's own reference consists of swings with an impact, too.
  /// - Throws: `PipelineError` if the pipeline does not have exactly one such detector, or the recording does not suit it;
  ///   the errors of its stages, and of reading the recording.
  public init(of recordingPath: String, foundBy pipeline: Pipeline) throws {
    let stage = try Self.detector(of: pipeline)
    let finder = pipeline.stages(through: stage.id)
    let plan = try finder.plan(around: recordingPath)
    guard plan.isRunnable else { throw PipelineError(plan.diagnostics) }
    let result = try finder.run(plan, keeping: Set(stage.reads.values))
    guard let swings = result.value(.swings, at: stage.reads["swings"]) else {
      throw RecordingError(path: recordingPath, "the stages before \"\(stage.id)\" left it no swings to read")
    }
    let attributes = try Recording(
      opening: finder.recording(around: recordingPath, for: stage), layout: .mapped(RecordingMapping())
    ).attributes
    example = LearnedSwings.Example(
      recordingID: plan.recordingID ?? recordingPath, subjectID: attributes.subjectID, sport: attributes.sport,
      lobes: swings.filter { $0.impact != nil }.compactMap(\.candidate.lobe))
  }
}
