import ArgumentParser
import SPBasics
import SPPipelines
import SPTables
import SPWorkoutPlans

struct WorkoutPlanActivitiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activities",
    abstract: "List activities, and what plans for them can hold.",
    discussion: """
      Heart rate, time and energy are measured for every activity; goals and alerts can also be on what else \
      is measured.

      \(ExitCode.explanation(.success, .usage))
      """)

  @Flag(help: "Print them as JSON, with where each column comes from.")
  var json = false

  func run() throws {
    guard !json else { return StandardStreams.output(json: ActivitySupport.json) }
    var table = TextTable([("activity", .left), ("plans", .left), ("measured", .left), ("locations", .left)])
    for row in ActivitySupport.all {
      table.append([
        row.activity.rawValue, row.kinds.map(\.rawValue).joined(separator: ", "),
        row.measures.filter { $0 != .heartRate }.map(\.rawValue).joined(separator: ", "),
        row.locations.map(\.rawValue).joined(separator: ", "),
      ])
    }
    StandardStreams.output(table.text)
  }
}
