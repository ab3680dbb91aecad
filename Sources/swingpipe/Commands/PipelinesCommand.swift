import ArgumentParser
import SPBasics
import SPPipelines
import SPStages
import SPTables

struct PipelinesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipelines",
    abstract: "List the built-in pipelines, or print one as a template.",
    discussion: """
      Wherever a pipeline file is expected, one of these names works too:
        swingpipe run tennis recordings --output out
        swingpipe pipelines show tennis > mine.json

      A file of the same name takes precedence.

      \(ExitCode.explanation(.success, .usage))
      """,
    subcommands: [List.self, Show.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the built-in pipelines with what they find.",
      discussion: ExitCode.explanation(.success, .usage))

    @Flag(help: "Print them as JSON, a list with one object per pipeline.")
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
        Save it, change it, and run the file: swingpipe pipelines show tennis > mine.json. swingpipe stages show TYPE \
        lists the options of a stage; swingpipe validate mine.json finds every fault.

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
