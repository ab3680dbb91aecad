import ArgumentParser
import SPImportBatches
import SPPipelines
import SPStages

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of pipeline files or mapping files, for editors.",
    discussion: """
      Save it beside your files and name it in their first member: "$schema": "pipeline.schema.json". Editors then \
      complete stages and options, show their help and mark faults while you type.

      \(ExitCode.explanation(.success, .usage))
      """)

  @Flag(help: "Print the schema of mapping files of import, rather than of pipelines.")
  var mapping = false

  func run() throws {
    let schema = mapping ? MappingFile.schema : StandardStages.registry().pipelineSchema
    StandardStreams.output(json: schema.pretty + "\n")
  }
}
