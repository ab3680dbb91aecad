import ArgumentParser
import Files
import Foundation
import Pipelines
import Stages
import Swings

struct TrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Fit the hit-or-miss model of a pipeline to labelled recordings.",
    discussion: """
      Runs the stages ahead of the pipeline's classifiers.hit_miss, pairs the swings that they find with the labels, \
      and fits a regularised logistic regression. The model is written as JSON with what it was trained on and its \
      scores on recordings held out; give it to the stage as "model": "my-model.json".

      --out-of-fold writes the tables that every recording gets from a model that has not seen it, for \
      'swingpipe score': figures that can be believed.

      \(ExitCode.explanation(.success, .someFailed, .usage, .pipelineFault, .interrupted))
      """)

  @OptionGroup var pipelineArguments: PipelineArguments

  @Argument(
    help: ArgumentHelp(
      "Labelled recordings, or folders that are searched for *.h5 and *.hdf5.", valueName: "input"),
    completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String]

  @Option(name: .shortAndLong, help: "File for the model.", completion: .file(extensions: ["json"]))
  var output: String

  @Option(help: "Name of the model, which tables repeat (default: the file's base name).")
  var name: String?

  @Option(
    help: "Folder for the tables of the recordings, each from a model trained on the others.",
    completion: .directory)
  var outOfFold: String?

  @Option(name: .shortAndLong, help: "How many recordings to work on at a time (default: one a processor).")
  var jobs: Int?

  @Flag(help: "Print the model on standard output as well.")
  var json = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected 1 or more") }
    if output.isEmpty { throw ValidationError("--output is empty; expected a file") }
    if let outOfFold { try OutputArgument.validate(outOfFold) }
    if let name, name.isEmpty { throw ValidationError("--name is empty; expected a name") }
  }

  func run() async throws {
    let pipeline = try pipelineArguments.load()
    let stage = try Failure.pipeline { try ContactExamples.classifier(of: pipeline) }
    let plan = try InputArguments.plan(pipeline, inputs)
    let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let (found, wasInterrupted) = try await Interruption.cancelling {
      try await TrainingSet.gather(plan.recordings.map(\.inputPath), foundBy: pipeline, jobs: jobs)
    }
    if wasInterrupted { throw ExitCode.interrupted }
    guard let trained = train(found, pipeline) else { throw ExitCode.someFailed }
    if json { StandardStreams.output(String(decoding: try trained.json, as: UTF8.self)) }
    if let outOfFold {
      let variants = try foldPipelines(found, stage: stage.id, in: outOfFold)
      try await writeTables(variants, to: outOfFold, jobs: jobs)
    }
    if !found.failures.isEmpty { throw ExitCode.someFailed }
  }

  /// The model, written to its file; nil where it cannot be fitted or written, which has been said.
  private func train(_ found: TrainingSet, _ pipeline: Pipeline) -> HitMissModel? {
    let name = name ?? URL(fileURLWithPath: output).deletingPathExtension().lastPathComponent
    do {
      let model = try HitMissTrainer().train(found.examples, name: name, pipeline: pipeline.name)
      try WholeFile.write([UInt8](model.json), to: output)
      TrainingSummary(model: model, found: found, path: output).lines.forEach(StandardStreams.error)
      return model
    } catch {
      StandardStreams.error("error: \(error)")
      return nil
    }
  }

  /// For each fold, the pipeline with the model that was trained without its recordings.
  private func foldPipelines(
    _ found: TrainingSet, stage: String, in folder: String
  ) throws -> [(pipeline: Pipeline, paths: [String])] {
    let models = try HitMissTrainer().foldModels(found.examples, name: name ?? "fold", pipeline: "")
    return try models.enumerated().map { index, fold in
      let path = "\(folder)/_meta/models/fold-\(index + 1).json"
      try WholeFile.write([UInt8](fold.model.json), to: path)
      var arguments = pipelineArguments
      arguments.overrides.append("\(stage).model=\(URL(fileURLWithPath: path).path)")
      let paths = found.recordings.filter { fold.recordings.contains($0.recordingID) }.map(\.path)
      return (try arguments.load(quiet: true), paths)
    }
  }

  private func writeTables(_ variants: [(pipeline: Pipeline, paths: [String])], to folder: String, jobs: Int)
    async throws
  {
    let batch = Batch(
      outputFolder: folder, jobs: jobs, toolVersion: ToolVersion.current,
      logger: StandardErrorLog.logger(quiet: true))
    let plan = try BatchPlan(variants)
    let (report, wasInterrupted) = try await Interruption.cancelling { await batch.run(plan) }
    if wasInterrupted { throw ExitCode.interrupted }
    for error in report.errors { StandardStreams.error("error: \(error)") }
    guard report.isComplete else { throw ExitCode.someFailed }
    StandardStreams.error("out-of-fold tables of \(report.recordings.count) recordings: \(folder)")
  }

  /// Errors that make the command end.
  private enum Failure {
    static func pipeline<Value>(_ work: () throws -> Value) throws -> Value {
      do {
        return try work()
      } catch {
        StandardStreams.error("error: \(error)")
        throw ExitCode.pipelineFault
      }
    }
  }
}
