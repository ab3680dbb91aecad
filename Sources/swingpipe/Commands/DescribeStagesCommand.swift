import ArgumentParser
import SPPipelines
import SPStages

struct DescribeStagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stages",
    abstract: "List the stages of pipelines, or describe one stage.",
    discussion: """
      With the type of a stage, the command shows what the stage does, its inputs and outputs, and its options with \
      units, defaults and ranges.

      \(ExitCode.explanation(.success, .usage))
      """)

  @Argument(
    help: "Type of a stage, such as filters.high_pass (default: a list of all).",
    completion: .custom(Completions.stageTypes))
  var type: String?

  @Flag(help: "Print the description as JSON.")
  var json = false

  @Flag(help: "Print the reference of all stages as Markdown.")
  var markdown = false

  func validate() throws {
    if json, markdown { throw ValidationError("--json and --markdown both write to standard output; expected one") }
    if markdown, type != nil { throw ValidationError("--markdown prints all stages; expected no type beside it") }
  }

  func run() throws {
    let registry = StandardStages.registry()
    guard let type else {
      let list = markdown ? registry.reference() : registry.listText + "\n"
      return StandardStreams.output(list, json: registry.catalog.pretty + "\n", isJSON: json)
    }
    guard let stage = registry.description(of: type) else {
      let hint = registry.nearestType(to: type).map { "; did you mean \"\($0)\"?" } ?? ""
      StandardStreams.error("error: unknown stage type \"\(type)\"\(hint) (\"swingpipe describe stages\" lists them)")
      throw ExitCode.usage
    }
    StandardStreams.output(stage.helpText + "\n", json: stage.json.pretty + "\n", isJSON: json)
  }
}
