import FoundationEssentials
import SPPipelines
import SPRecordings
import SPStages
import SPSwings

/// The movements of a labelled recording that a pipeline compares with strokes, each known to be one or not.
struct MovementExamples: Sendable {
  /// The examples, with the recording and its folder.
  var recording: SwingModelTrainer.Recording

  /// Runs the stages up to the detector of swings without an impact on a recording, and compares what it found or rejected
  /// with the labels.
  /// - Throws: `PipelineError` if the pipeline does not have exactly one such detector, or the recording does not suit it;
  ///   the errors of its stages; and `RecordingError` for a recording without labels.
  init(of path: String, foundBy pipeline: Pipeline) throws {
    let stage = try SwingExamples.detector(of: pipeline, to: "train a model of strokes for")
    let finder = pipeline.stages(through: stage.id)
    let plan = try finder.plan(around: path)
    guard plan.isRunnable else { throw PipelineError(plan.diagnostics) }
    let labelled = try Recording(
      opening: finder.recording(around: path, for: stage), layout: .mapped(RecordingMapping()))
    let truth = try SwingTruth(of: labelled)
    func written(_ slot: String) -> SlotReference { SlotReference(stageID: stage.id, slot: slot) }
    let slots = [Slot.swings.name, Slot.rejected.name, Slot.possibleStrokes.name].map(written)
    let result = try finder.run(plan, keeping: Set(slots))
    let found = DecidedSwings(
      swings: result.value(.swings, at: slots[0]) ?? [],
      rejected: result.value(.rejected, at: slots[1]) ?? [])
    recording = SwingModelTrainer.Recording(
      recordingID: plan.recordingID ?? path,
      source: URL(fileURLWithPath: path).standardized.deletingLastPathComponent().path,
      found, possible: result.value(.possibleStrokes, at: slots[2]) ?? [], truth)
  }
}
