import ArgumentParser
import SPBasics
import SPBatches
import SPEvaluation
import SPPipelines
import SPPlots

struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Try values of options on labelled recordings, and score each combination.",
    usage: """
      swingpipe sweep <pipeline> <input> ... --set <id.option=values> ...
                      [--plot <file>] [--jobs <count>] [--json] [--quiet]
      """,
    discussion: """
      Runs every combination of the values (a point) on every recording, and scores the swings against the labels of \
      the recordings. The values 1:3:0.5 are 1 to 3 in steps of 0.5. The values 2,2.5,3 are a list. Stages that \
      several points share run once per recording. It writes only the picture of --plot.

        swingpipe sweep tennis sessions --set hit.threshold_g=1:3:0.5 \\
          --set air.max_difference=2,2.5,3 --plot sweep.svg

      The table lists F1 of all swings with its 95 % interval, F1 of the worst recording, the fraction of right \
      labels, and the 95th percentile of the onset errors. The best point looks better on these recordings than on new \
      ones, so score it on other recordings, too.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .pipelineFault, .interrupted,
        someFailed: "some recordings could not be scored; the scores count the rest"))
      """)

  @Argument(
    help: "Pipeline file, or the name of a built-in pipeline, such as tennis.",
    completion: .custom(Completions.pipelines))
  var pipeline: String

  @OptionGroup var recordings: InputArguments

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "Option to vary and its values, as in hit.threshold_g=1:3:0.5; may be repeated.", valueName: "id.option=values"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp("Draw F1 over the first option to this file, .svg or .png.", valueName: "file"),
    completion: .file(extensions: ["svg", "png"]))
  var plot: String?

  @Option(
    name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "How many recordings to work on at a time (default: one per granted processor).", valueName: "count"))
  var jobs: Int?

  @Flag(help: "Print all points as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Write only errors to standard error.")
  var quiet = false

  @OptionGroup var pythonArguments: PythonArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    if settings.isEmpty {
      throw ValidationError("--set is missing; expected an option and its values, as in hit.threshold_g=1:3:0.5")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected 1 or more") }
    try recordings.checkGiven()
    _ = try grid()
    if let plot {
      guard plot != "-" else {
        throw ValidationError("--plot is -, but the table goes to standard output; expected a file")
      }
      _ = try PictureOutput(plot, option: "--plot")
    }
  }

  func run() async throws {
    let grid = try grid()
    let sweep = try loaded(grid)
    let paths = try recordings.recordings()
    let output = try plot.map { try PictureOutput($0, option: "--plot") }
    if !quiet {
      let items = InputArguments.list(sweep.pipeline, paths).items
      OtherSports(items, of: items.count, sweep.pipeline).tell(for: "sweep", recordings.words, output: nil)
    }
    let points = counted(grid.points.count, "point")
    let made = try await Interruption.cancelling { () -> Sweep.Outcome? in
      do {
        return try await sweep.run(on: paths, jobs: jobs ?? GrantedProcessors.current.count) { done in
          if !quiet, done % 10 == 0, done < paths.count {
            StandardStreams.error("\(points): \(done) of \(counted(paths.count, "recording")) done")
          }
        }
      } catch is CancellationError {
        return nil
      }
    }
    guard let outcome = made.result, !made.wasInterrupted else {
      StandardStreams.error("interrupted; nothing was written")
      throw ExitCode.interrupted
    }
    outcome.faults.forEach(StandardStreams.error)
    guard outcome.recordingCount > 0 else {
      StandardStreams.error(
        "error: no recording could be scored, for the reasons above; expected recordings with labels of swings")
      throw ExitCode.unusableData
    }
    let report = SweepReport(grid, outcome)
    StandardStreams.output(report.text, json: report.json.pretty + "\n", isJSON: json)
    if let output { try output.write(report.figure) }
    if !quiet { StandardStreams.error("\(points) tried on \(counted(outcome.recordingCount, "recording"))") }
    guard outcome.recordingCount == paths.count else {
      let failed = paths.count - outcome.recordingCount
      StandardStreams.error(
        "\(failed) of \(counted(paths.count, "recording")) could not be scored, for the reasons above; the scores "
          + "count the rest")
      throw ExitCode.someFailed
    }
  }

  private func grid() throws -> SweepGrid {
    do {
      return try SweepGrid(settings)
    } catch {
      throw ValidationError("--set: \(error)")
    }
  }

  /// Loads the pipeline and checks the options to try.
  /// - Throws: `ExitCode.pipelineFault`, after every fault was written to standard error.
  private func loaded(_ grid: SweepGrid) throws -> Sweep {
    do {
      return try Sweep(pipeline, grid)
    } catch let error as PipelineError {
      StandardStreams.error(error.diagnostics)
    } catch {
      StandardStreams.error("error: \(error)")
    }
    throw ExitCode.pipelineFault
  }
}
