import ArgumentParser
import SPBasics
import SPBatches
import SPEvaluation
import SPPipelines
import SPSwings

struct TrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Train a model of hits or of strokes, or learn typical swings, from recordings.",
    usage: """
      swingpipe pipelines train <pipeline> <input> ... --output <file>
      swingpipe pipelines train <pipeline> <input> ... --reference <file>
      swingpipe pipelines train <pipeline> <input> ... --swing-model <file>
      """,
    discussion: """
      With --output, it runs the stages before classifiers.hit_miss, pairs their swings with the labels, and fits a \
      regularised logistic regression. The model is a JSON file with a summary of its training data, and scores on \
      held-out recordings. Save it next to the pipeline file, and set "model": "my-model.json" in \
      classifiers.hit_miss. If a recording fails, the command reports it, and uses all other recordings.

      --out-of-fold writes the tables of each recording with a model that was trained without this recording. The \
      training does not flatter the scores of these tables (swingpipe score).

      --reference learns the typical swings of each subject and sport. It needs at least \(LearnedSwings.minSwings) \
      swings with an impact in one sport, but no labels. The stages before detectors.air_swing find these swings. Set \
      "reference": "my-swings.json" in detectors.air_swing. It helps in recordings with too few hits to compare with.

      --swing-model fits the model of swing_probability, which separates strokes from other movements. Give it \
      labelled recordings of play and of everyday life, in folders by player, place or sport. To score a folder, it \
      trains a model without this folder. A recording without a swing needs an empty list of labels (swingpipe label). \
      Set "swing_model": "my-swing-model.json" in detectors.air_swing.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .pipelineFault, .interrupted,
        someFailed: "some recordings failed, or no model or reference was written"))
      """)

  @OptionGroup var pipelineArguments: PipelineArguments

  @Argument(
    help: ArgumentHelp(
      "Labelled recordings, or folders that are searched for *.h5, *.hdf5, *.mat, *.nc and *.nwb.", valueName: "input"),
    completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String]

  @Option(
    name: .shortAndLong, help: "File for a model of hits. It replaces only another model.",
    completion: .file(extensions: ["json"]))
  var output: String?

  @Option(
    help: "File for the typical swings of each subject and sport. It replaces only another such file.",
    completion: .file(extensions: ["json"]))
  var reference: String?

  @Option(
    help: "File for a model that separates strokes from other movements. It replaces only another such file.",
    completion: .file(extensions: ["json"]))
  var swingModel: String?

  @Option(help: "Name of the model (default: the file's base name). Tables repeat the name of a model of hits.")
  var name: String?

  @Option(
    help: "Folder for tables of each recording, from a model trained without this recording.",
    completion: .directory)
  var outOfFold: String?

  @Option(
    name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
    help: "How many recordings to work on at a time (default: one per granted processor).")
  var jobs: Int?

  @Flag(help: "Print the model and the outcome of each recording as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Write only errors to standard error.")
  var quiet = false

  @OptionGroup var pythonArguments: PythonArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected 1 or more") }
    for (option, path) in [("--output", output), ("--reference", reference), ("--swing-model", swingModel)]
    where path?.isEmpty == true {
      throw ValidationError("\(option) is empty; expected a file")
    }
    if name?.isEmpty == true { throw ValidationError("--name is empty; expected a name") }
    if let outOfFold { try OutputArgument.validate(outOfFold, option: "--out-of-fold") }
    let given = [("--output", output), ("--reference", reference), ("--swing-model", swingModel)].filter { $0.1 != nil }
    guard given.count == 1 else {
      throw ValidationError(
        given.isEmpty
          ? "Missing --output, --reference or --swing-model; expected one of them, with the file to write"
          : "\(given[0].0) and \(given[1].0) are both given; expected one; for both, run the command twice")
    }
    if reference != nil, name != nil {
      throw ValidationError("--name is for a model; expected --output or --swing-model")
    }
    if output == nil, outOfFold != nil {
      throw ValidationError("--out-of-fold works only with --output; expected the command without it")
    }
  }

  func run() async throws {
    let pipeline = try telling {
      try TrainingPipeline(
        pipelineArguments.pipeline, overrides: pipelineArguments.overrides, assumesPlay: swingModel == nil)
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
      let paths = try recordings(for: pipeline.pipeline, reference, .reference, option: "--reference")
      let (report, wasInterrupted) = try await Interruption.cancelling { [training] in
        await training.report(on: paths, writingTo: reference, told: tell)
      }
      guard !wasInterrupted else { throw interrupted("no reference was written") }
      try end(report.errors, report.lines, report.isComplete) { try report.json() }
    }
    if let swingModel {
      var training = try telling { try SwingModelTraining(pipeline) }
      training.jobs = jobs ?? training.jobs
      training.crashes = Supervisor.crashHistory
      let paths = try recordings(for: pipeline.pipeline, swingModel, .swingModel, option: "--swing-model")
      let (report, wasInterrupted) = try await Interruption.cancelling { [training, name] in
        await training.report(on: paths, writingTo: swingModel, name: name, told: tell)
      }
      guard !wasInterrupted else { throw interrupted("no model was written") }
      try end(report.errors, report.lines, report.isComplete) { try report.json() }
    }
  }

  /// The recordings to learn from. It also checks the output file, and makes the folder of --out-of-fold.
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

  /// Writes the outcome of a training, and throws if a part of it failed.
  private func end(_ errors: [String], _ lines: [String], _ isComplete: Bool, json text: () throws -> String) throws {
    for error in errors { StandardStreams.error("error: \(error)") }
    if !quiet { lines.forEach(StandardStreams.error) }
    if json { StandardStreams.output(json: try text()) }
    if !isComplete { throw ExitCode.someFailed }
  }

  private func train(_ training: ModelTraining, to output: String, on paths: [String]) async throws {
    let (set, wasInterrupted) = try await Interruption.cancelling { await training.examples(in: paths, told: tell) }
    guard !wasInterrupted else { throw interrupted("no model was written") }
    var report = training.report(on: set, writingTo: output, name: name)
    if !quiet { report.lines.forEach(StandardStreams.error) }
    report.messages.forEach(StandardStreams.error)
    if let outOfFold, report.model != nil {
      let batch = Batch(
        outputFolder: outOfFold, jobs: training.jobs, toolVersion: ToolVersion.current,
        logger: StandardErrorLog.logger(quiet: true))
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
