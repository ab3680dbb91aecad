import ArgumentParser
import JSON
import Pipelines
import WorkoutPlans

struct WorkoutPlanActivitiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activities",
    abstract: "List activities, and what plans for them can hold.",
    discussion: """
      Heart rate, time and energy are measured for every activity; what else is, its goals and alerts can be on.

      \(ExitCode.explanation(.success, .usage))
      """)

  @Flag(help: "Print them as JSON, with where each column comes from.")
  var json = false

  func run() throws {
    guard !json else { return StandardStreams.output(Self.document.pretty + "\n") }
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

  private static var document: JSONValue {
    func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    let activities = ActivitySupport.all.map { row -> JSONValue in
      [
        "name": .string(row.activity.rawValue), "title": .string(row.title), "code": .integer(row.code),
        "kinds": texts(row.kinds.map(\.rawValue)), "measures": texts(row.measures.map(\.rawValue)),
        "locations": texts(row.locations.map(\.rawValue)),
      ]
    }
    let sources = ActivitySupport.sources.map { source -> JSONValue in
      ["column": .string(source.column), "basis": .string(source.basis), "says": .string(source.says)]
    }
    return ["activities": .array(activities), "sources": .array(sources)]
  }
}
