import ArgumentParser
import SPPipelines
import SPRecordings
import SPReporting
import SPSwings

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why a pipeline finds a hit, a miss or nothing at a moment.",
    usage: """
      swingpipe explain [<options>] <recording> (--at <time> | --swing <index>)
                        [--run <output> | --pipeline <pipeline> |
                         --sport <sport>]
      swingpipe explain [<options>] <output> --swing <index>
      """,
    discussion: """
      Runs the pipeline on the recording, and explains one moment. It writes no tables. The explanation lists the \
      candidates near the moment, the measured and the required value of each check, and why a candidate was rejected. \
      For a swing, it shows the probability of a hit, and the contribution of each feature. With --plot, it draws the \
      raw and the filtered acceleration on the axis of the impacts, and the rotation along gravity. Marks show the \
      start, onset, impact and peak rate.

      Without --pipeline and --sport, it uses the built-in pipeline of the recording's sport, such as tennis or \
      cycling. For dives and headphone motion, it uses the pipeline that detects them. For a workout of another sport, \
      give the pipeline that you ran, such as workout.

      If you give the output folder of a run, instead of a recording or with --run, it uses the pipeline and the \
      options of the run. For example, swingpipe explain out --swing 3 explains row 3 of the joined table of swings, \
      counted from 0, and names its recording. --pipeline replaces the pipeline of the run, with a warning if the two differ.

      For dives, headphone motion and workouts, use --at. For a dive, the explanation shows why it began and ended, \
      its state and temperature. For headphone motion, it shows the repetition and the posture, with each check. For a \
      workout, it shows changes of state, requests and differences between devices around the moment. For a planned \
      workout, it also shows the step.

      \(ExitCode.explanation(.success, .usage, .unusableData, .temporary, .pipelineFault))
      """)

  @Argument(help: "Recording, or the output folder of a run.", completion: .file(extensions: ["h5", "hdf5"]))
  var recording: String

  @Option(
    name: .shortAndLong, help: "Pipeline file, or the name of a built-in pipeline, such as tennis.",
    completion: .custom(Completions.pipelines))
  var pipeline: String?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("Use the pipeline of the run in this output folder.", valueName: "output"),
    completion: .directory)
  var runFolder: String?

  @Option(help: "Use the built-in pipeline of this sport.")
  var sport: Sport?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Moment to explain, in s: on the recording's clock, or after its start, as in +12.5.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var at: RecordingTime?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Swing to explain, from 0: its swing_index in a recording, or its row in the joined table of a run.",
      valueName: "index"))
  var swing: Int?

  @Option(
    parsing: .unconditional,
    help: "Reach before and after the moment, in s: for candidate swings, repetitions and changes")
  var reachS: Double = 1

  @Option(
    help: "Draw a picture to this file, .svg or .png.", completion: .file(extensions: ["svg", "png"]))
  var plot: String?

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "Override an option of a stage, as in hit.threshold_g=2; may be repeated.",
      valueName: "id.option=value"))
  var overrides: [String] = []

  @Flag(help: "Print the explanation as JSON.")
  var json = false

  @OptionGroup var pythonArguments: PythonArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    if pipeline != nil, sport != nil { throw ValidationError("expected one of --pipeline and --sport") }
    if (at == nil) == (swing == nil) {
      throw ValidationError((at == nil ? "" : "--at and --swing are both given; ") + "expected one of --at and --swing")
    }
    if let swing, swing < 0 { throw ValidationError("--swing is \(swing); expected 0 or more") }
    if !(reachS > 0 && reachS.isFinite) { throw ValidationError("--reach-s is \(reachS); expected more than 0 s") }
    if let plot {
      guard plot != "-" else {
        throw ValidationError("--plot is -, but the text goes to standard output; expected a file, or swingpipe plot")
      }
      _ = try PictureOutput(plot, option: "--plot")
    }
  }

  func run() throws {
    let inspected = try InspectedRecording(recording, run: runFolder, swing: swing, overrides: overrides) { _ in
      try explicitPipeline()
    }
    let path = inspected.path
    let loaded = try inspected.pipeline ?? chosenPipeline(for: path)
    if loaded.explainsTimesOnly, plot != nil, swing == nil {
      StandardStreams.error(
        "error: --plot needs a pipeline that finds swings, and \(loaded.name) does not; expected --at without --plot")
      throw ExitCode.usage
    }
    var output = try plot.map { try PictureOutput($0, option: "--plot") }
    if !loaded.explainsTimesOnly { try output?.check(against: path) }
    var question = at.map { RecordingExplanation.Question.moment($0) } ?? .swing(inspected.swing ?? 0)
    // Another pipeline may number the swings differently.
    if inspected.isOtherPipeline, let time = inspected.swingTimeS {
      question = try .moment(RecordingTime(parsing: "\(time)"))
    }
    let explanation = try InspectionError.reported {
      try RecordingExplanation(of: path, about: question, by: loaded, reachS: reachS)
    }
    if let output, let figure = try InspectionError.reported({ try explanation.figure() }) { try output.write(figure) }
    StandardStreams.output(
      explanation.lines.joined(separator: "\n") + "\n", json: explanation.json.pretty + "\n", isJSON: json)
  }

  /// The pipeline of --pipeline or --sport; nil without both.
  private func explicitPipeline() throws -> Pipeline? {
    try (pipeline ?? sport?.rawValue).map { try PipelineArguments(of: $0, overrides: overrides).load() }
  }

  /// The built-in pipeline of the recording's sport or streams. Its name is written to standard error.
  private func chosenPipeline(for path: String) throws -> Pipeline {
    try InspectionError.reported {
      try PipelineChoice.pipeline(for: path, overrides: overrides, tell: StandardStreams.error)
    }
  }
}
