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
      Runs the pipeline on the recording without writing tables and explains one moment: the candidates around it, \
      what each check measured and required, why a candidate was rejected, and with what probability a swing was \
      called a hit or a miss and what each feature added to that. --plot draws the raw and the filtered acceleration \
      on the axis of the impacts and the rotation along gravity, aligned in time, with start, onset, impact and peak \
      rate marked.

      Without --pipeline and --sport the built-in pipeline for the recording's sport is taken, such as tennis or \
      cycling, and for a dive or headphone motion the one that detects it; for a workout of another sport give the \
      pipeline that it was run with, such as workout.

      With the output folder of a run in place of a recording, or in --run, the pipeline is that of the run, with its \
      options: swingpipe explain out --swing 3 explains the run's third swing, and says \
      of which recording it is. An explicit --pipeline wins, with a warning if it is not that of the run.

      For a dive it shows what opened and closed it, its state and temperature; for headphone motion the repetition \
      and the posture, with each check; for a workout the changes of state, requests and differences between devices \
      around the moment; for a planned workout also its step. These take --at.

      \(ExitCode.explanation(.success, .usage, .unusableData, .temporary, .pipelineFault))
      """)

  @Argument(help: "Recording, or the output folder of a run.", completion: .file(extensions: ["h5", "hdf5"]))
  var recording: String

  @Option(
    name: .shortAndLong, help: "Pipeline file, or the name of a built-in one, such as tennis.",
    completion: .custom(Completions.pipelines))
  var pipeline: String?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("Output folder of a run, whose pipeline is taken.", valueName: "output"),
    completion: .directory)
  var runFolder: String?

  @Option(help: "Sport whose built-in pipeline is run.")
  var sport: Sport?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Moment on the recording's own clock, in s, or after its start, as in +12.5.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var at: RecordingTime?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A swing: of a recording by its swing_index, from 0; of a run by its number, from 1.",
      valueName: "index"))
  var swing: Int?

  @Option(
    parsing: .unconditional,
    help: "How far around the moment candidates of swings, repetitions and changes are listed, in s.")
  var reachS: Double = 1

  @Option(
    help: "Picture to draw, .svg or .png.", completion: .file(extensions: ["svg", "png"]))
  var plot: String?

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "Override an option of a stage, as in hit.threshold_g=2; may be repeated.",
      valueName: "id.option=value"))
  var overrides: [String] = []

  @Flag(help: "Print all of it as JSON.")
  var json = false

  @OptionGroup var pythonArguments: PythonArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    if pipeline != nil, sport != nil { throw ValidationError("expected one of --pipeline and --sport") }
    if (at == nil) == (swing == nil) { throw ValidationError("expected one of --at and --swing") }
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
        "error: --plot is for pipelines that find swings, and \(loaded.name) does not; expected --at without --plot")
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
