import SPBasics
import SPBatches
import SPPipelines
import SPStages
import SPSwings

/// Learns the typical swings of subjects from recordings, which need no labels.
public struct ReferenceTraining: Sendable {
  /// The pipeline that finds the swings.
  public let pipeline: TrainingPipeline
  /// The number of recordings to process at a time, at least 1.
  public var jobs = GrantedProcessors.current.count
  /// The recordings on which the program crashed.
  public var crashes = CrashHistory()

  /// Prepares a training with a pipeline.
  /// - Throws: `PipelineError` for a pipeline without a detector of swings without an impact, or with several.
  public init(_ pipeline: TrainingPipeline) throws(PipelineError) {
    self.pipeline = pipeline
    _ = try SwingExamples.detector(of: pipeline.pipeline)
  }

  /// Finds the swings of every recording, several at a time, learns from them and writes the reference.
  ///
  /// A recording that fails is reported, and the others are learned from. When the task is cancelled, nothing is written.
  /// - Parameters:
  ///   - paths: the recordings.
  ///   - output: the file for the reference.
  ///   - told: called for each recording as it ends.
  public func report(
    on paths: [String], writingTo output: String, told: (TrainingProgress) -> Void = { _ in }
  ) async -> ReferenceReport {
    let (crashes, pipeline) = (crashes, pipeline.pipeline)
    let gathered = await Gathered<LearnedSwings.Example>(
      paths, jobs: jobs, crashes: crashes,
      { path, worker in
        try crashes.attempt(
          path, keeping: Gathered<LearnedSwings.Example>.step, worker: worker, failsAtOnce: false
        ) { try SwingExamples(of: path, foundBy: pipeline).example }
      }, text: { "\($0.recordingID): \(counted($0.lobes.count, "swing"))" }, told: told)
    var report = ReferenceReport(gathered, output: output)
    guard !Task.isCancelled else { return report }
    do {
      let examples = gathered.outcomes.compactMap { _, outcome in
        if case .found(let example) = outcome { example } else { nil }
      }
      let learned = LearnedSwings(learnedFrom: examples, pipeline: pipeline.name)
      guard !learned.entries.isEmpty else {
        report.errors.append(report.lack)
        return report
      }
      try WholeFile.write([UInt8](try learned.json), to: output)
      report.reference = learned
    } catch {
      report.errors.append("\(error)")
    }
    return report
  }
}
