import ArgumentParser
import SPBasics
import SPBatches
import SPPipelines
import SPStages
import SPTables

struct ColumnsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "columns",
    abstract: "Describe the columns of the tables.",
    usage: """
      swingpipe columns [<name> ...] [--pipeline <pipeline>]
                        [--set <id.option=value>] [--json | --markdown]
      """,
    discussion: """
      Without names it lists the tables that the stages can make, or that a pipeline writes. With names it shows each \
      column's type, unit, range, definition, formula and source. A run writes the same to OUTPUT/_meta/schema.json.

      \(ExitCode.explanation(.success, .usage, .pipelineFault))
      """)

  @Argument(
    help: ArgumentHelp(
      "Tables and columns to show, such as swings, peak_jerk_g_s or recordings.impacts. (default: a list of the tables)",
      valueName: "name"), completion: .custom(Completions.describedNames))
  var names: [String] = []

  @Option(
    name: .shortAndLong,
    help:
      "Pipeline whose tables are shown, under the names that it gives them: a file, or the name of a built-in one.",
    completion: .custom(Completions.pipelines))
  var pipeline: String?

  @Option(name: .customLong("set"), parsing: .singleValue, help: PipelineArguments.overrideHelp)
  var overrides: [String] = []

  @Flag(help: "Print them as JSON, as schema.json has them.")
  var json = false

  @Flag(help: "Print them as a page of Markdown.")
  var markdown = false

  func validate() throws {
    if !overrides.isEmpty, pipeline == nil {
      throw ValidationError("--set is an option of a pipeline; expected --pipeline beside it")
    }
    if json, markdown { throw ValidationError("--json and --markdown both write to standard output; expected one") }
  }

  func run() throws {
    let tables: [DataDictionary]
    do {
      tables = try dictionaries().selecting(names)
    } catch let error as [DataDictionary].UnknownNames {
      let command = pipeline.map { "swingpipe columns --pipeline \($0)" } ?? "swingpipe columns"
      for message in error.messages { StandardStreams.error("error: \(message) (\"\(command)\" lists them)") }
      throw ExitCode.usage
    }
    if json {
      StandardStreams.output(json: try JSONOutput.text(["tables": tables]))
    } else if markdown {
      StandardStreams.output(tables.columnReference())
    } else {
      // Wider lines are hard to read, and narrower lines break formulas too often.
      let width = min(100, max(80, Terminal.outputWidth ?? 80))
      guard names.isEmpty else { return StandardStreams.output(tables.columnText(width: width)) }
      guard let table = tables.first, let column = table.columns.last else { return }
      StandardStreams.output(
        tables.tableText(width: width)
          + "name tables or columns to see them: swingpipe columns \(table.table), or \(column.name)\n")
    }
  }

  /// The tables that can be shown: the tables of the pipeline, or of all stages if no pipeline is given.
  /// - Throws: `ExitCode.pipelineFault`, after every fault was written to standard error.
  private func dictionaries() throws -> [DataDictionary] {
    guard let pipeline else { return StandardTables.all }
    // The pipeline is not a positional argument here, since the positional arguments are names of tables and columns.
    var arguments = PipelineArguments()
    arguments.pipeline = pipeline
    arguments.overrides = overrides
    let found = try arguments.load().dictionaries
    if found.isEmpty { StandardStreams.error("warning: \(pipeline) writes no table") }
    return found
  }
}
