import FoundationEssentials
import SPBasics
import SPBatches
import SPPipelines
import SPRecordings
import SPStages
import SPSwings

/// Fits the model that distinguishes strokes from other movements to labelled recordings, including recordings of
/// people who do not play.
package struct SwingModelTraining: Sendable {
  /// The pipeline that finds the movements. The pipeline must not assume that all recordings are of play.
  package let pipeline: TrainingPipeline
  /// The number of recordings to process at a time, at least 1.
  package var jobs = GrantedProcessors.current.count
  /// The recordings on which the program crashed.
  package var crashes = CrashHistory()

  /// Prepares a training with a pipeline.
  /// - Throws: `PipelineError` for a pipeline without a detector of swings without an impact, or with several.
  package init(_ pipeline: TrainingPipeline) throws(PipelineError) {
    self.pipeline = pipeline
    _ = try SwingExamples.detector(of: pipeline.pipeline, to: "train a model of strokes for")
  }

  /// Finds the movements of every recording, several at a time, and writes a model fitted to them.
  ///
  /// A recording that fails is reported, and the model is fitted to all other recordings. If the task is cancelled,
  /// nothing is written.
  /// - Parameters:
  ///   - paths: The labelled recordings. A recording without swings has an empty list of labels.
  ///   - output: The file for the model.
  ///   - name: The model's name; nil for the name of the file.
  ///   - told: Called for each recording when it ends.
  package func report(
    on paths: [String], writingTo output: String, name: String? = nil, told: (TrainingProgress) -> Void = { _ in }
  ) async -> SwingModelReport {
    let (crashes, pipeline) = (crashes, pipeline.pipeline)
    let gathered = await Gathered<SwingModelTrainer.Recording>(
      paths, jobs: jobs, crashes: crashes,
      { path, worker in
        try crashes.attempt(
          path, as: Gathered<SwingModelTrainer.Recording>.step, worker: worker, failsAtOnce: false
        ) { try MovementExamples(of: path, foundBy: pipeline).recording }
      }, text: \.text, told: told)
    var report = SwingModelReport(gathered, output: output)
    guard !Task.isCancelled else { return report }
    let recordings = Self.named(
      gathered.outcomes.compactMap { _, outcome in
        if case .found(let recording) = outcome { recording } else { nil }
      })
    let fileName = URL(fileURLWithPath: output).deletingPathExtension().lastPathComponent
    do {
      let model = try SwingModelTrainer.train(recordings, name: name ?? fileName, pipeline: pipeline.name)
      try WholeFile.write([UInt8](model.json), to: output)
      report.model = model
    } catch {
      report.errors.append("\(error)")
    }
    return report
  }

  /// The recordings, with shortened names of folders: their paths without the leading part that all folders share.
  private static func named(_ recordings: [SwingModelTrainer.Recording]) -> [SwingModelTrainer.Recording] {
    let folders = recordings.map { $0.source.split(separator: "/") }
    guard let first = folders.first else { return [] }
    let common = first.indices.prefix { place in
      folders.allSatisfy { $0.count > place + 1 && $0[place] == first[place] }
    }.count
    return zip(recordings, folders).map { recording, folder in
      var recording = recording
      recording.source = folder.dropFirst(common).joined(separator: "/")
      return recording
    }
  }
}

/// The movements of a labelled recording that a pipeline compares with strokes. For each movement it is known whether
/// it is a stroke.
private struct MovementExamples: Sendable {
  /// The examples, with the recording and its folder.
  var recording: SwingModelTrainer.Recording

  /// Runs the stages up to the detector of swings without an impact on a recording, and compares the found and rejected
  /// movements with the labels.
  /// - Throws: `PipelineError` if the pipeline does not have exactly one such detector, or the recording does not suit
  ///   it; the errors of its stages; and `RecordingError` for a recording without labels.
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

/// The result of training a `SwingModel`, for people and for programs.
package struct SwingModelReport: Encodable, Sendable {
  /// The contribution of a recording.
  struct Recording: Encodable, Sendable {
    var path: String
    var recordingID: String?
    var strokes = 0
    var others = 0
    var errors: [String] = []

    enum CodingKeys: String, CodingKey {
      case path
      case recordingID = "recording_id"
      case strokes, others, errors
    }
  }

  let output: String
  let recordings: [Recording]
  /// The model; nil if it could not be fitted or written.
  package internal(set) var model: SwingModel?
  /// The reasons why the model is missing.
  package internal(set) var errors: [String] = []

  init(_ gathered: Gathered<SwingModelTrainer.Recording>, output: String) {
    self.output = output
    recordings = gathered.outcomes.map { path, outcome in
      switch outcome {
      case .found(let found):
        Recording(
          path: path, recordingID: found.recordingID, strokes: found.count(isStroke: true),
          others: found.count(isStroke: false))
      case .failed(let errors): Recording(path: path, errors: errors)
      }
    }
  }

  /// Whether all recordings were used, and a model was written.
  package var isComplete: Bool { model != nil && errors.isEmpty && recordings.allSatisfy(\.errors.isEmpty) }

  /// The report as JSON.
  /// - Throws: `EncodingError`, which does not occur for reports.
  package func json() throws -> String { try JSONOutput.text(self) }

  /// The summary for people: the scores of each folder, from a model that was trained without the folder. Empty without
  /// a model.
  package var lines: [String] {
    guard let model else { return [] }
    func text(_ value: Double?) -> String { value.map { String(printf: "%.4f", $0) } ?? "-" }
    let sources = model.sources.map { source in
      "\(source.name), left out: \(counted(source.strokes, "stroke")), \(counted(source.others, "other movement")); AUROC "
        + "\(text(source.auroc)), mean probability \(text(source.meanProbability))"
    }
    let all =
      "all folders left out in turn: AUROC \(text(model.scores.auroc)), calibration error "
      + "\(text(model.scores.calibrationError)), log loss \(text(model.scores.logLoss))"
    return sources + [all, "swing model: \(output)"]
  }
}

extension SwingModelTrainer.Recording {
  /// The contribution of a recording, as text.
  fileprivate var text: String {
    "\(recordingID): \(counted(count(isStroke: true), "stroke")), \(counted(count(isStroke: false), "other movement"))"
  }
}
