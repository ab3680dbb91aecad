import FoundationEssentials
import SPBasics
import SPBatches
import SPPipelines
import SPStages
import SPSwings

/// Fits the model of a pipeline's classifier, which labels swings as hits or misses, to labelled recordings.
package struct ModelTraining: Sendable {
  /// The pipeline whose classifier is trained.
  package let pipeline: TrainingPipeline
  /// The number of recordings to process at a time, at least 1.
  package var jobs = GrantedProcessors.current.count
  /// The recordings on which the program crashed.
  package var crashes = CrashHistory()

  /// The id of the stage that uses the model.
  private let stageID: String

  /// Prepares the training of a pipeline.
  /// - Throws: `PipelineError` for a pipeline without a classifier, or with several.
  package init(_ pipeline: TrainingPipeline) throws(PipelineError) {
    self.pipeline = pipeline
    stageID = try ContactExamples.classifier(of: pipeline.pipeline).id
  }

  /// Finds the labelled swings of recordings, several at a time. The result includes failed recordings with their
  /// errors.
  /// - Parameters:
  ///   - paths: the labelled recordings.
  ///   - told: called for each recording when it ends.
  package func examples(
    in paths: [String], told: (TrainingProgress) -> Void = { _ in }
  ) async -> TrainingSet {
    let (crashes, pipeline) = (crashes, pipeline.pipeline)
    return TrainingSet(
      gathered: await Gathered(
        paths, jobs: jobs, crashes: crashes,
        { path, worker in
          try crashes.attempt(path, as: Gathered<ContactExamples>.step, worker: worker, failsAtOnce: false) {
            try ContactExamples(of: path, foundBy: pipeline)
          }
        }, text: \.text, told: told))
  }

  /// Fits a model and writes it to a file.
  /// - Parameters:
  ///   - set: The training data.
  ///   - output: The file for the model.
  ///   - name: The model's name, which tables repeat; nil for the name of the file.
  /// - Returns: the result of the training. If the model could not be fitted or written, the result contains the
  ///   errors.
  package func report(on set: TrainingSet, writingTo output: String, name: String? = nil) -> TrainingReport {
    var report = TrainingReport(set, output: output)
    let fileName = URL(fileURLWithPath: output).deletingPathExtension().lastPathComponent
    do {
      let model = try HitMissTrainer().train(set.examples, name: name ?? fileName, pipeline: pipeline.pipeline.name)
      try WholeFile.write([UInt8](model.json), to: output)
      report.model = model
    } catch {
      note(error, in: &report)
    }
    return report
  }

  /// Adds an error to the report, with a possible cause.
  private func note(_ error: any Error, in report: inout TrainingReport) {
    report.errors.append("\(error)")
    report.messages.append("error: \(error)")
    let pipeline = pipeline.pipeline
    if error is HitMissTrainer.Failure, !pipeline.stages.contains(where: { $0.type == AirSwingStage.type }) {
      report.messages.append(
        "\(pipeline.name) has no stage \(AirSwingStage.type), which finds swings that met nothing")
    }
  }

  // MARK: Models that have not seen a recording

  /// Writes the tables of every recording with a model that was trained without the recording. Scores of these tables
  /// are reliable.
  /// - Parameters:
  ///   - set: The training data of the model.
  ///   - report: The result of the training, with its model.
  ///   - batch: The format and the folder of the tables.
  /// - Returns: the report with the tables, or with the reason why it lacks tables.
  package func writingOutOfFold(_ set: TrainingSet, _ report: TrainingReport, by batch: Batch) async -> TrainingReport {
    var report = report
    report.messages = []
    guard let model = report.model, let folder = batch.outputFolder else { return report }
    do {
      report.add(try await batch.run(plan(set, model, at: report.output, in: folder)), in: folder)
    } catch {
      note(error, in: &report)
    }
    return report
  }

  /// For each fold, the pipeline with the model that was trained without its recordings.
  ///
  /// Recordings without examples use the model that was trained on all other recordings, since it has not seen them
  /// either.
  private func plan(
    _ set: TrainingSet, _ model: HitMissModel, at modelPath: String, in folder: String
  ) throws -> BatchPlan {
    let folds = try HitMissTrainer().foldModels(set.examples, name: model.name, pipeline: model.training.pipeline)
    var variants = try folds.enumerated().map { index, fold in
      var foldModel = fold.model
      foldModel.name += "-fold-\(index + 1)"
      let path = "\(folder)/_meta/models/fold-\(index + 1).json"
      try WholeFile.write([UInt8](foldModel.json), to: path)
      return (try trained(by: path), set.found.filter { fold.recordings.contains($0.examples.recordingID) })
    }
    let others = set.found.filter { $0.examples.examples.isEmpty }
    if !others.isEmpty { variants.append((try trained(by: modelPath), others)) }
    return BatchPlan(variants.map { (pipeline: $0, paths: $1.map(\.path)) })
  }

  private func trained(by modelPath: String) throws -> Pipeline {
    // An absolute path cannot be mistaken for JSON.
    try pipeline.setting("\(stageID).model=\(URL(fileURLWithPath: modelPath).path)")
  }
}
