import ArgumentParser
import Pipelines
import Stages

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of pipeline files, for editors.",
    discussion: """
      Save it beside your pipelines and name it in their first member: "$schema": "pipeline.schema.json". Editors then \
      complete stages and options, show their help and mark faults while you type.

      \(ExitCode.explanation(.success, .usage))
      """)

  func run() throws {
    StandardStreams.output(json: StandardStages.registry().pipelineSchema.pretty + "\n")
  }
}
