import ArgumentParser
import SPBasics
import SPPipelines
import SPStages
import SPTables

struct PipelinesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipelines",
    abstract: "List, print, check, test and train pipelines.",
    discussion: """
      Use the name of a built-in pipeline like a pipeline file:
        swingpipe run tennis recordings --output out

      To change a built-in pipeline, start from its file:
        swingpipe pipelines show tennis > mine.json

      If there is a file of the same name, commands use the file.

      \(ExitCode.explanation(.success, .usage))
      """,
    subcommands: [List.self, Show.self, ValidateCommand.self, TestCommand.self, TrainCommand.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the built-in pipelines, each with a description.",
      discussion: ExitCode.explanation(.success, .usage))

    @Flag(help: "Print a JSON list, one object per pipeline.")
    var json = false

    func run() throws {
      let entries = zip(StandardPipelines.names, StandardPipelines.descriptions).map(Entry.init)
      guard !json else { return StandardStreams.output(json: try JSONOutput.text(entries)) }
      var table = TextTable([("name", .left), ("finds", .left)])
      for entry in entries { table.append([entry.name, entry.description]) }
      StandardStreams.output(table.text)
    }

    private struct Entry: Encodable {
      let name: String
      let description: String
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print a built-in pipeline with its comments.",
      discussion: """
        Save the pipeline, change the file, and run it: swingpipe pipelines show tennis > mine.json. swingpipe \
        describe stages TYPE lists the options of a stage. swingpipe pipelines validate mine.json reports every fault.

        \(ExitCode.explanation(.success, .usage))
        """)

    @Argument(help: "Name of the pipeline, such as tennis.", completion: .list(StandardPipelines.names))
    var name: String

    func run() throws {
      guard let text = StandardPipelines.text(of: name) else {
        StandardStreams.error(
          "error: no built-in pipeline is called \"\(name)\"; \(NearestName.advice(name, in: StandardPipelines.names))")
        StandardStreams.error("Usage: swingpipe pipelines show <name>")
        throw ExitCode.usage
      }
      StandardStreams.output(text)
    }
  }
}
