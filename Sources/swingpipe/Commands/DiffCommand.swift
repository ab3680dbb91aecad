import ArgumentParser
import SPEvaluation
import SPSwings

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two runs swing by swing.",
    usage: "swingpipe diff [<options>] <first> <second>",
    discussion: """
      Pairs the swings of each recording by anchor_time_s, one to one in the order of time: as many pairs as possible, \
      as close as possible. For each pair, it compares the label, the times and all other columns, also texts. It does \
      not compare swing_index, which changes whenever swings are lost or added. If only one run has a value, this \
      counts as a difference. A shift is the time in the second run minus the time in the first run: later is \
      positive.

      Give the earlier run first. Lost swings are only in the first run, and added swings only in the second.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, success: "no difference", someFailed: "there are differences"))
      """)

  @Argument(help: "Output folder of the earlier run.", completion: .directory)
  var first: String

  @Argument(help: "Output folder of the later run, over the same recordings.", completion: .directory)
  var second: String

  @Option(help: ArgumentHelp("Largest time between the anchors of a pair", valueName: "ms"))
  var withinMs = 150.0

  @Option(
    help: ArgumentHelp(
      "Largest difference at which times and durations in double precision count as equal", valueName: "ms"))
  var movedOverMs = 0.01

  @Option(
    help: ArgumentHelp(
      "Largest relative difference at which other numbers count as equal", valueName: "fraction"))
  var tolerance = 1e-9

  @Flag(help: "List only the ten recordings that changed most.")
  var brief = false

  @Flag(help: "List each swing that was lost, added, moved or relabelled.")
  var swings = false

  @Flag(help: "Print the comparison as JSON, also for each recording that differs.")
  var json = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    for (name, value) in [
      ("--within-ms", withinMs), ("--moved-over-ms", movedOverMs), ("--tolerance", tolerance),
    ] where !(value >= 0 && value.isFinite) {
      throw ValidationError("\(name) is \(value); expected 0 or more")
    }
    if json, swings { throw ValidationError("--json lists the swings too; expected --swings without it") }
    if json, brief { throw ValidationError("--json gives everything; expected --brief without it") }
  }

  func run() async throws {
    let runs = try tables()
    for warning in runs.flatMap(\.warnings) { StandardStreams.error("warning: \(warning)") }
    var rules = ComparisonRules()
    rules.withinS = withinMs / 1000
    rules.movedOverS = movedOverMs / 1000
    rules.tolerance = tolerance
    let report: OutputComparison
    do {
      report = try await OutputComparison(of: runs[0], with: runs[1], by: rules)
    } catch {
      for message in error.messages { StandardStreams.error("error: \(message)") }
      throw ExitCode.unusableData
    }
    StandardStreams.output(
      report.text(isBrief: brief, withSwings: swings), json: report.json.pretty + "\n", isJSON: json)
    if report.hasNothingInCommon {
      StandardStreams.error(
        "no recording is in both runs, so no swing could be paired; swingpipe report with both output folders shows "
          + "their results side by side")
    }
    if report.differs { throw ExitCode.someFailed }
  }

  /// The tables of both folders.
  /// - Throws: `ExitCode.usage`, after each folder at fault was named on standard error.
  private func tables() throws -> [RunTables] {
    var runs: [RunTables] = []
    for folder in [first, second] {
      do {
        runs.append(try RunTables(folder))
      } catch {
        StandardStreams.error("error: \(error)")
      }
    }
    guard runs.count == 2 else { throw ExitCode.usage }
    return runs
  }
}
