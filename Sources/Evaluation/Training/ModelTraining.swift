import FoundationEssentials
import SPBasics
import SPBatches
import SPPipelines
import SPStages
import SPSwings

/// Fits the model of a pipeline's classifier, which labels swings as hits or misses, to labelled recordings.
public struct ModelTraining: Sendable {
  /// The pipeline whose classifier is trained.
  public let pipeline: TrainingPipeline
  /// The number of recordings to process at a time, at least 1.
  public var jobs = GrantedProcessors.current.count
  /// The recordings on which the program crashed.
  public var crashes = CrashHistory()

  /// The id of the stage that takes the model.
  let stageID: String

  /// Prepares the training of a pipeline.
  /// - Throws: `PipelineError` for a pipeline without a classifier, or with several.
  public init(_ pipeline: TrainingPipeline) throws(PipelineError) {
    self.pipeline = pipeline
    stageID = try ContactExamples.classifier(of: pipeline.pipeline).id
  }

  /// Finds the labelled swings of recordings, several at a time. One that fails is kept with its errors.
  /// - Parameters:
  ///   - paths: the recordings, with labels.
  ///   - told: called for each recording as it ends.
  public func examples(
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
  ///   - set: the training data.
  ///   - output: the file for the model.
  ///   - name: the model's name, which tables repeat; nil for that of the file.
  /// - Returns: the result of the training; if no model could be fitted or written, its errors say why.
  public func report(on set: TrainingSet, writingTo output: String, name: String? = nil) -> TrainingReport {
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
  func note(_ error: any Error, in report: inout TrainingReport) {
    report.errors.append("\(error)")
    report.messages.append("error: \(error)")
    let pipeline = pipeline.pipeline
    if error is HitMissTrainer.Failure, !pipeline.stages.contains(where: { $0.type == AirSwingStage.type }) {
      report.messages.append(
        "\(pipeline.name) has no stage \(AirSwingStage.type), which finds swings that met nothing")
    }
  }
}
