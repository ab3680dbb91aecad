import ArgumentParser
import SPBasics
import SPPipelines
import SPTables
import SPWorkoutPlans

struct WorkoutPlanActivitiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activities",
    abstract: "List activities, and the goals and alerts that their plans support.",
    discussion: """
      Every activity measures heart rate, time and energy. The column "measured" lists further measures. Goals and \
      alerts can use all measures of the activity.

      \(ExitCode.explanation(.success, .usage))
      """)

  @Flag(help: "Print the activities as JSON, with the source of each column.")
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
