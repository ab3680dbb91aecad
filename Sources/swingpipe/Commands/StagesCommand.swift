import ArgumentParser
import SPPipelines
import SPStages

struct StagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stages",
    abstract: "List the stages of pipelines, or describe one stage.",
    discussion: ExitCode.explanation(.success, .usage),
    subcommands: [List.self, Show.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List all stages.", discussion: ExitCode.explanation(.success, .usage))

    @Flag(help: "Print all that is known of them as JSON.")
    var json = false

    @Flag(help: "Print the reference of all stages as Markdown.")
    var markdown = false

    func validate() throws {
      if json, markdown { throw ValidationError("--json and --markdown both write to standard output; expected one") }
    }

    func run() throws {
      let registry = StandardStages.registry()
      if json {
        StandardStreams.output(json: registry.catalog.pretty + "\n")
      } else {
        StandardStreams.output(markdown ? registry.reference() : registry.listText + "\n")
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show a stage: what it does, its slots, and its options with units, defaults and ranges.",
      discussion: ExitCode.explanation(.success, .usage))

    @Argument(help: "Type of the stage, such as filters.high_pass.", completion: .custom(Completions.stageTypes))
    var type: String

    @Flag(help: "Print it as JSON.")
    var json = false

    func run() throws {
      let registry = StandardStages.registry()
      guard let stage = registry.description(of: type) else {
        let hint = registry.nearestType(to: type).map { "; did you mean \"\($0)\"?" } ?? ""
        StandardStreams.error("error: unknown stage type \"\(type)\"\(hint) (\"swingpipe stages\" lists them)")
        throw ExitCode.usage
      }
      StandardStreams.output(stage.helpText + "\n", json: stage.json.pretty + "\n", isJSON: json)
    }
  }
}
