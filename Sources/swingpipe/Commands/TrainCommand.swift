import ArgumentParser
import Evaluation
import FFTW
import Files
import Pipelines
import Supervision
import Swings

struct TrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Train the hit-or-miss model, or a reference of typical swings, on labelled recordings.",
    usage: """
      swingpipe train [<options>] <pipeline> <input> ... --output <output>
      swingpipe train [<options>] <pipeline> <input> ... --reference <file>
      """,
    discussion: """
      Runs the stages ahead of the pipeline's classifiers.hit_miss, pairs the swings that they find with the labels, \
      and fits a regularised logistic regression. The model is written as JSON, with what it was trained on and its \
      scores on recordings that were held out; give it to the stage as "model": "my-model.json", beside the \
      pipeline's file. A recording that fails is reported, and the model is fitted to the others.

      --out-of-fold writes the tables that every recording gets from a model that was trained without it: scores of \
      'swingpipe score' on these are not flattered by the training.

      --reference learns what is typical of the swings of each subject and sport, from at least \
      \(LearnedSwings.minSwings) swings with an impact that the stages ahead of detectors.air_swing find; labels are \
      not needed. Give it to that stage as "reference": "my-swings.json": it is used in recordings with too few hits \
      of their own to compare with.

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
    name: .shortAndLong, help: "File for the model; only another model is replaced.",
    completion: .file(extensions: ["json"]))
  var output: String?

  @Option(
    help: "File for a reference of typical swings, by subject and sport; only another such file is replaced.",
    completion: .file(extensions: ["json"]))
  var reference: String?

  @Option(help: "Name of the model, which tables repeat (default: the file's base name).")
  var name: String?

  @Option(
    help: "Folder for the tables of the recordings, each from a model trained without it.",
    completion: .directory)
  var outOfFold: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "How many recordings to work on at a time (default: one per granted processor).")
  var jobs: Int?

  @Flag(help: "Print the model and what became of each recording on standard output, as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Write only errors to standard error.")
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
    let pipeline = try telling {
      try TrainingPipeline(pipelineArguments.pipeline, overrides: pipelineArguments.overrides)
    }
    if !quiet { pipeline.pipeline.warnings.forEach { StandardStreams.error("\($0)") } }
    if let output {
      var training = try telling { try ModelTraining(pipeline) }
      training.jobs = jobs ?? training.jobs
      training.crashes = Supervisor.crashHistory
      try await train(training, to: output, on: recordings(for: pipeline.pipeline, output, .model, option: "--output"))
    }
    if let reference {
      var training = try telling { try ReferenceTraining(pipeline) }
      training.jobs = jobs ?? training.jobs
      training.crashes = Supervisor.crashHistory
      try await learn(
        training, to: reference, on: recordings(for: pipeline.pipeline, reference, .reference, option: "--reference"))
    }
  }

  /// The recordings to learn from. Also checks the output file and makes the folder of --out-of-fold.
  private func recordings(
    for pipeline: Pipeline, _ output: String, _ kind: OutputTarget.Kind, option: String
  ) throws -> [String] {
    let list = try InputArguments.list(pipeline, InputArguments.recordings(in: inputs))
    let duplicates = list.items.filter(\.isDuplicate)
    for item in duplicates { StandardStreams.error("error: \(item.shownPath): \(item.fault ?? "")") }
    guard duplicates.isEmpty else { throw ExitCode.usage }
    try telling(option: option, as: .usage) { try OutputTarget.check(output, for: kind) }
    if let outOfFold { try OutputArgument.create(outOfFold, option: "--out-of-fold") }
    return list.items.map(\.shownPath)
  }

  private func tell(_ progress: TrainingProgress) {
    progress.errors.forEach(StandardStreams.error)
    if !quiet { StandardStreams.error(progress.line) }
  }

  private func learn(_ training: ReferenceTraining, to reference: String, on paths: [String]) async throws {
    let (report, wasInterrupted) = try await Interruption.cancelling {
      await training.report(on: paths, writingTo: reference, told: tell)
    }
    guard !wasInterrupted else { throw interrupted("no reference was written") }
    for error in report.errors { StandardStreams.error("error: \(error)") }
    if !quiet { report.lines.forEach(StandardStreams.error) }
    if json { StandardStreams.output(json: try report.json()) }
    if !report.isComplete { throw ExitCode.someFailed }
  }

  private func train(_ training: ModelTraining, to output: String, on paths: [String]) async throws {
    let (set, wasInterrupted) = try await Interruption.cancelling { await training.examples(in: paths, told: tell) }
    guard !wasInterrupted else { throw interrupted("no model was written") }
    var report = training.report(on: set, writingTo: output, name: name)
    if !quiet { report.lines.forEach(StandardStreams.error) }
    report.messages.forEach(StandardStreams.error)
    if let outOfFold, report.model != nil {
      var batch = Batch(
        outputFolder: outOfFold, jobs: training.jobs, toolVersion: ToolVersion.current,
        logger: StandardErrorLog.logger(quiet: true))
      batch.fftwWisdom = WisdomFile.inUse
      let (tables, wasInterrupted) = try await Interruption.cancelling { [report, batch] in
        await training.writingOutOfFold(set, report, by: batch)
      }
      guard !wasInterrupted else { throw interrupted("\(output) is written; the out-of-fold tables are not complete") }
      report = tables
      report.messages.forEach(StandardStreams.error)
      if !quiet, let line = report.outOfFoldLine { StandardStreams.error(line) }
    }
    if json { StandardStreams.output(json: try report.json()) }
    if !report.isComplete { throw ExitCode.someFailed }
  }

  private func interrupted(_ state: String) -> ExitCode {
    StandardStreams.error("interrupted: \(state)")
    return .interrupted
  }
}
