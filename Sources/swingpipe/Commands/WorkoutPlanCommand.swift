import ArgumentParser
import SPWorkoutPlans

struct WorkoutPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workout-plan",
    abstract: "Check, show, convert and schedule workout plans.",
    discussion: """
      A plan is one goal for an activity, a distance in a time, swimming, cycling and running one after another, or \
      blocks of steps with goals and alerts. Plans are written as JSON, as those in Pipelines/Plans are; "swingpipe \
      workout-plan schema" lets editors complete and check them.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault,
        pipelineFault: "a plan or a schedule is at fault"))
      """,
    subcommands: [
      WorkoutPlanValidateCommand.self, WorkoutPlanShowCommand.self, WorkoutPlanConvertCommand.self,
      WorkoutPlanScheduleCommand.self, WorkoutPlanCompleteCommand.self, WorkoutPlanActivitiesCommand.self,
      WorkoutPlanSchemaCommand.self,
    ])
}

struct WorkoutPlanSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of workout plans, for editors.",
    discussion: """
      Save it beside your plans and name it in their first member: "$schema": "workout-plan.schema.json". Editors then \
      complete keys, show their help and mark faults while you type.

      \(ExitCode.explanation(.success, .usage))
      """)

  func run() throws { StandardStreams.output(json: WorkoutPlan.schema.pretty + "\n") }
}

/// Reads workout plans for commands.
enum PlanArguments {
  /// The plan in a file. Parts that could not be read are reported on standard error.
  /// - Throws: `ExitCode`, after every fault was written to standard error.
  static func read(_ path: String) throws -> WorkoutPlan {
    let read = try telling { try PlanFile.read(path) }
    for loss in read.losses { StandardStreams.error("warning: \(path): \(loss)") }
    return read.plan
  }
}
