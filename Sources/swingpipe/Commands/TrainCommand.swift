import Evaluation
import ArgumentParser
import Files
import Foundation
import Pipelines
import Stages
import Swings

struct TrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Fit the hit-or-miss model of a pipeline to labelled recordings, or learn a reference of typical swings.",
    usage: """
      swingpipe train [<options>] <pipeline> <input> ... --output <output>
      swingpipe train [<options>] <pipeline> <input> ... --reference <file>
      """,
    discussion: """
      Runs the stages ahead of the pipeline's classifiers.hit_miss, pairs the swings that they find with the labels, and \
      fits a regularised logistic regression. The model is written as JSON, with what it was trained on and its scores \
      on recordings that were held out; give it to the stage as "model": "my-model.json", beside the pipeline's file. A \
      recording that fails is reported and the others are learned from.

      --out-of-fold writes the tables that every recording gets from a model that has not seen it: figures of \
      'swingpipe score' on these can be believed.

      --reference learns what is typical of the swings of each subject and sport, from at least \(LearnedSwings.minSwings) \
      swings with an impact that the stages ahead of detectors.air_swing find; labels are not needed. Give it to that stage \
      as "reference": "my-swings.json": it is used in recordings whose own hits are too few to tell.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .pipelineFault, .interrupted,
        someFailed: "some recordings failed, or no model could be fitted, or no reference learned"))
      """)

  @OptionGroup var pipelineArguments: PipelineArguments

  @Argument(
    help: ArgumentHelp(
      "Labelled recordings, or folders that are searched for *.h5 and *.hdf5.", valueName: "input"),
    completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String]

  @Option(
    name: .shortAndLong, help: "File for the model; one that is there is replaced if it is a model.",
    completion: .file(extensions: ["json"]))
  var output: String?

  @Option(
    help: "File for a reference of typical swings, by subject and sport; one that is there is replaced if it is one.",
    completion: .file(extensions: ["json"]))
  var reference: String?

  @Option(help: "Name of the model, which tables repeat (default: the file's base name).")
  var name: String?

  @Option(
    help: "Folder for the tables of the recordings, each from a model trained without it.",
    completion: .directory)
  var outOfFold: String?

  @Option(
    name: .shortAndLong, help: "How many recordings to work on at a time (default: one a processor that is granted).")
  var jobs: Int?

  @Flag(help: "Print the model and what became of each recording on standard output, as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected 1 or more") }
    for (option, path) in [("--output", output), ("--reference", reference)] where path?.isEmpty == true {
      throw ValidationError("\(option) is empty; expected a file")
    }
    if name?.isEmpty == true { throw ValidationError("--name is empty; expected a name") }
    if let outOfFold { try OutputArgument.validate(outOfFold, option: "--out-of-fold") }
    guard (output == nil) != (reference == nil) else {
      throw ValidationError(
        output == nil
          ? "Missing --output or --reference; expected a file for the model or for the reference"
          : "--output and --reference are both given; expected one: train twice for both")
    }
    if output == nil, name != nil || outOfFold != nil {
      throw ValidationError("\(name != nil ? "--name" : "--out-of-fold") is for --output alone")
    }
  }

  func run() async throws {
    let arguments = argumentsWithoutModel
    let pipeline = try arguments.load(quiet: quiet)
    let stage = try output.map { _ in try checked { try ContactExamples.classifier(of: pipeline) } }
    if reference != nil { _ = try checked { try SwingExamples.detector(of: pipeline) } }
    let list = try InputArguments.list(pipeline, InputArguments.recordings(in: inputs))
    if let output { try ModelFile.check(output, .model, option: "--output") }
    if let reference { try ModelFile.check(reference, .reference, option: "--reference") }
    if let outOfFold { try OutputArgument.create(outOfFold, option: "--out-of-fold") }
    let jobs = jobs ?? GrantedProcessors.current.count
    let paths = list.items.map(\.shownPath)
    if let reference {
      let report = try await learned(reference, pipeline, paths, jobs: jobs)
      if json { StandardStreams.output(try JSONOutput.text(report)) }
      if !report.isComplete { throw ExitCode.someFailed }
    }
    if let output, let stage {
      let report = try await trained(output, stage, pipeline, arguments, paths, jobs: jobs)
      if json { StandardStreams.output(try JSONOutput.text(report)) }
      if !report.isComplete { throw ExitCode.someFailed }
    }
  }

  private func learned(
    _ reference: String, _ pipeline: Pipeline, _ paths: [String], jobs: Int
  ) async throws -> ReferenceTraining.Report {
    let training = ReferenceTraining(output: reference, pipeline: pipeline, jobs: jobs, quiet: quiet)
    let (report, wasInterrupted) = try await Interruption.cancelling { await training.report(on: paths) }
    guard !wasInterrupted else { throw interrupted("no reference was written") }
    return report
  }

  private func trained(
    _ output: String, _ stage: PipelineStage, _ pipeline: Pipeline, _ arguments: PipelineArguments, _ paths: [String],
    jobs: Int
  ) async throws -> TrainingReport {
    let (set, wasInterrupted) = try await Interruption.cancelling {
      await TrainingSet.gather(paths, foundBy: pipeline, jobs: jobs, quiet: quiet)
    }
    guard !wasInterrupted else { throw interrupted("no model was written") }

    var report = TrainingReport(set, output: output)
    let model = Result {
      let model = try HitMissTrainer().train(
        set.examples, name: name ?? Self.baseName(of: output), pipeline: pipeline.name)
      try WholeFile.write([UInt8](model.json), to: output)
      return model
    }
    report.model = try? model.get()
    if !quiet { report.lines.forEach(StandardStreams.error) }
    do {
      let model = try model.get()
      if let outOfFold {
        let folds = OutOfFold(folder: outOfFold, stageID: stage.id, arguments: arguments, modelPath: output)
        try await write(folds, set, model, jobs: jobs, to: &report)
      }
    } catch let error where !(error is ExitCode) {
      report.errors.append("\(error)")
      StandardStreams.error("error: \(error)")
      if error is HitMissTrainer.Failure, !pipeline.stages.contains(where: { $0.type == AirSwingStage.type }) {
        StandardStreams.error(
          "\(pipeline.name) has no stage \(AirSwingStage.type), which finds swings that met nothing")
      }
    }
    return report
  }

  private static func baseName(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  /// The pipeline's arguments without a model or a reference that cannot be read: it is not needed, and may be the one to
  /// be made.
  private var argumentsWithoutModel: PipelineArguments {
    var arguments = pipelineArguments
    do {
      _ = try pipelineArguments.checked()
    } catch let error as PipelineError {
      let files = [HitMissStage.type.rawValue: "model", AirSwingStage.type.rawValue: "reference"]
      for fault in error.diagnostics {
        guard let type = fault.stageType, let option = files[type], fault.option == option else { continue }
        if let id = fault.stageID { arguments.overrides.append("\(id).\(option)=null") }
      }
    } catch {
      // Whatever else is wrong is said when the pipeline is loaded.
    }
    return arguments
  }

  /// The stage to learn for.
  /// - Throws: `ExitCode.pipelineFault`, after what is missing was written to standard error.
  private func checked(_ stage: () throws -> PipelineStage) throws -> PipelineStage {
    do {
      return try stage()
    } catch let error as PipelineError {
      StandardStreams.error(error.diagnostics)
      throw ExitCode.pipelineFault
    }
  }

  private func write(
    _ folds: OutOfFold, _ set: TrainingSet, _ model: HitMissModel, jobs: Int, to report: inout TrainingReport
  ) async throws {
    let plan = try folds.plan(set, model)
    let (tables, wasInterrupted) = try await Interruption.cancelling { try await folds.batch(jobs: jobs).run(plan) }
    guard !wasInterrupted else {
      throw interrupted("\(folds.modelPath) is written; the out-of-fold tables are not complete")
    }
    report.add(tables, in: folds.folder)
    for error in tables.errors { StandardStreams.error("error: \(error)") }
    if !quiet {
      StandardStreams.error("out-of-fold tables of \(counted(tables.count(.done), "recording")): \(folds.folder)")
    }
  }

  private func interrupted(_ state: String) -> ExitCode {
    StandardStreams.error("interrupted: \(state)")
    return .interrupted
  }
}
