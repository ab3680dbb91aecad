import SPBasics
import SPBatches
import SPPipelines
import SPRecordings
import SPStages
import SPSwings

/// Learns the typical swings of subjects from recordings. The recordings need no labels.
package struct ReferenceTraining: Sendable {
  /// The pipeline that finds the swings.
  package let pipeline: TrainingPipeline
  /// The number of recordings to process at a time, at least 1.
  package var jobs = GrantedProcessors.current.count
  /// The recordings on which the program crashed.
  package var crashes = CrashHistory()

  /// Prepares a training with a pipeline.
  /// - Throws: `PipelineError` for a pipeline without a detector of swings without an impact, or with several.
  package init(_ pipeline: TrainingPipeline) throws(PipelineError) {
    self.pipeline = pipeline
    _ = try SwingExamples.detector(of: pipeline.pipeline)
  }

  /// Finds the swings of every recording, several at a time, learns from them and writes the reference.
  ///
  /// A recording that fails is reported, and the reference is learned from all other recordings. If the task is
  /// cancelled, nothing is written.
  /// - Parameters:
  ///   - paths: the recordings.
  ///   - output: the file for the reference.
  ///   - told: called for each recording when it ends.
  package func report(
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

/// The swings with an impact that a pipeline finds in a recording, for learning the typical swings of its subject.
package struct SwingExamples: Sendable {
  /// The examples from the recording.
  package var example: LearnedSwings.Example

  /// The stage of a pipeline that finds swings without an impact, and uses the reference.
  /// - Throws: `PipelineError` for a pipeline without such a stage, or with several.
  static func detector(
    of pipeline: Pipeline, to purpose: String = "learn a reference for"
  ) throws(PipelineError) -> PipelineStage {
    try pipeline.onlyStage(of: AirSwingStage.type, to: purpose)
  }

  /// Measures the swings with an impact of a recording, by running the stages up to the detector.
  ///
  /// The recording needs no labels: within a recording, the detector's own reference also consists of swings with an
  /// impact.
  /// - Throws: `PipelineError` if the pipeline does not have exactly one such detector, or the recording does not suit
  ///   it; the errors of its stages, and of reading the recording.
  package init(of recordingPath: String, foundBy pipeline: Pipeline) throws {
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

/// The result of learning a reference of typical swings, for people and for programs.
package struct ReferenceReport: Encodable, Sendable {
  /// The contribution of a recording.
  struct Recording: Encodable, Sendable {
    var path: String
    var recordingID: String?
    var swings = 0
    var errors: [String] = []

    enum CodingKeys: String, CodingKey {
      case path
      case recordingID = "recording_id"
      case swings, errors
    }
  }

  let output: String
  let recordings: [Recording]
  /// The reference; nil if nothing was learned, or it could not be written.
  package internal(set) var reference: LearnedSwings?
  /// The reasons why the reference is missing.
  package internal(set) var errors: [String] = []

  init(_ gathered: Gathered<LearnedSwings.Example>, output: String) {
    self.output = output
    recordings = gathered.outcomes.map { path, outcome in
      switch outcome {
      case .found(let example):
        Recording(path: path, recordingID: example.recordingID, swings: example.lobes.count)
      case .failed(let errors): Recording(path: path, errors: errors)
      }
    }
  }

  /// Whether all recordings were used, and a reference was written.
  package var isComplete: Bool { reference != nil && errors.isEmpty && recordings.allSatisfy(\.errors.isEmpty) }

  /// The report as JSON.
  /// - Throws: `EncodingError`, which does not occur for reports.
  package func json() throws -> String { try JSONOutput.text(self) }

  /// The summary for people: the typical swings of each subject and sport, and the path of the file. Empty if the file
  /// was not written.
  package var lines: [String] {
    guard let reference else { return [] }
    return reference.entries.map(Self.line) + ["reference: \(output)"]
  }

  /// The reason why nothing can be learned.
  var lack: String {
    let most = recordings.reduce(0) { $0 + $1.swings }
    return "expected at least \(LearnedSwings.minSwings) swings with an impact in one sport to learn from, "
      + "found \(most) in all"
  }

  /// A subject, and the rotation of the wrist in each direction.
  private static func line(of entry: LearnedSwings.Entry) -> String {
    let sport = entry.sport ?? "no sport"
    let directions = [("positive", entry.positive), ("negative", entry.negative)].compactMap { name, lobe in
      lobe.map { String(printf: "\(name) %.1f rad/s, %.2f s wide", $0.rate, $0.widthS) }
    }
    return "\(entry.subjectID ?? "all subjects"), \(sport): \(counted(entry.swings, "swing")) of "
      + "\(counted(entry.recordings.count, "recording")); " + directions.joined(separator: "; ")
  }
}
