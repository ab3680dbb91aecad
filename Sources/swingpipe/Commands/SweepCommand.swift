import ArgumentParser
import SPBasics
import SPBatches
import SPEvaluation
import SPPipelines
import SPPlots

struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Try values of options on labelled recordings, and score each.",
    usage: """
      swingpipe sweep <pipeline> <input> ... --set <id.option=values> ...
                      [--plot <file>] [--jobs <count>] [--json] [--quiet]
      """,
    discussion: """
      Every combination of the values is tried on every recording that carries labels of swings, and scored against \
      them. Values are 1:3:0.5, from 1 to 3 in steps of 0.5, or are separated by commas: 2,2.5,3. Stages that \
      combinations have in common run once per recording. Nothing is written but the picture.

        swingpipe sweep tennis sessions --set hit.threshold_g=1:3:0.5 \\
          --set air.max_difference=2,2.5,3 --plot sweep.svg

      The table has F1 of all swings with its 95 % interval over recordings, F1 of the worst recording, the fraction \
      of right labels and the 95th percentile of the onsets' errors. The best point looks better on the recordings \
      that it was chosen on than on others: score it on others, too.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .pipelineFault, .interrupted,
        someFailed: "some recordings could not be scored; the points count the others"))
      """)

  @Argument(
    help: "Pipeline file, or the name of a built-in one, such as tennis.", completion: .custom(Completions.pipelines))
  var pipeline: String

  @OptionGroup var recordings: InputArguments

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "An option and its values, as in hit.threshold_g=1:3:0.5; may be repeated.", valueName: "id.option=values"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp("Picture to draw of F1 over the first option, .svg or .png.", valueName: "file"),
    completion: .file(extensions: ["svg", "png"]))
  var plot: String?

  @Option(
    name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("How many recordings are worked on at a time.", valueName: "count"))
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
        "\(failed) of \(counted(paths.count, "recording")) could not be scored, for the reasons above; the points are "
          + "scored on the others")
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
