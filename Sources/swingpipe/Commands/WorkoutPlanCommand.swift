import ArgumentParser
import SPWorkoutPlans

struct WorkoutPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workout-plan",
    abstract: "Check, show, convert and schedule workout plans.",
    discussion: """
      A plan is a goal for an activity, a distance in a given time, a series of swimming, cycling and running, or \
      blocks of steps with goals and alerts. Plans are JSON files: see the examples in Pipelines/Plans. With the \
      schema from "swingpipe describe schema workout-plan", editors complete and check plans.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault,
        pipelineFault: "a plan or a schedule is wrong"))
      """,
    subcommands: [
      WorkoutPlanValidateCommand.self, WorkoutPlanShowCommand.self, WorkoutPlanConvertCommand.self,
      WorkoutPlanScheduleCommand.self, WorkoutPlanCompleteCommand.self, WorkoutPlanActivitiesCommand.self,
    ])
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
