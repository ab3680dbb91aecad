import ArgumentParser
import SPBasics
import SPBatches
import SPPipelines
import SPStages
import SPTables

struct DescribeColumnsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "columns",
    abstract: "Describe the columns of the tables.",
    usage: """
      swingpipe describe columns [<name> ...] [--pipeline <pipeline>]
                          [--set <id.option=value>] [--json | --markdown]
      """,
    discussion: """
      Without names, it lists the tables of all stages, or of a pipeline. With names, it shows each column's type, \
      unit, range, definition, formula and source. A run writes the same descriptions to OUTPUT/_meta/schema.json.

      \(ExitCode.explanation(.success, .usage, .pipelineFault))
      """)

  @Argument(
    help: ArgumentHelp(
      "Tables and columns to show, such as swings or peak_jerk_g_s (default: a list of the tables).",
      valueName: "name"), completion: .custom(Completions.describedNames))
  var names: [String] = []

  @Option(
    name: .shortAndLong,
    help:
      "Show the tables of this pipeline: a file, or the name of a built-in pipeline.",
    completion: .custom(Completions.pipelines))
  var pipeline: String?

  @Option(name: .customLong("set"), parsing: .singleValue, help: PipelineArguments.overrideHelp)
  var overrides: [String] = []

  @Flag(help: "Print the descriptions as JSON, in the form of schema.json.")
  var json = false

  @Flag(help: "Print the descriptions as a page of Markdown.")
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
      let command = pipeline.map { "swingpipe describe columns --pipeline \($0)" } ?? "swingpipe describe columns"
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
          + "details: swingpipe describe columns \(table.table), or \(column.name)\n")
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
