import ArgumentParser
import SPImportBatches
import SPPipelines
import SPStages
import SPWorkoutPlans

struct DescribeSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of pipelines, mappings or workout plans, for editors.",
    discussion: """
      Save the schema in the folder of your files, and name it in their first member: "$schema": \
      "pipeline.schema.json". Editors then complete names, show help and mark faults while you type.

      \(ExitCode.explanation(.success, .usage))
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case pipeline
    case mapping
    case workoutPlan = "workout-plan"
  }

  @Argument(help: "Format of the files: pipelines of run, mappings of import, or workout plans.")
  var format = Format.pipeline

  func run() throws {
    let schema =
      switch format {
      case .pipeline: StandardStages.registry().pipelineSchema
      case .mapping: MappingFile.schema
      case .workoutPlan: WorkoutPlan.schema
      }
    StandardStreams.output(json: schema.pretty + "\n")
  }
}
