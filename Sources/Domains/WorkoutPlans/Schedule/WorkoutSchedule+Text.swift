import FoundationEssentials
import SPBasics
import SPTables

extension WorkoutSchedule {
  /// Some workouts as a table of text: index, date, plan, activity, and the day on which it was done.
  ///
  /// - Parameters:
  ///   - query: which workouts.
  ///   - now: the moment that the query goes by.
  public func table(_ query: Query, now: Date) -> String {
    let indexes = indexes(query, now: now)
    guard !indexes.isEmpty else {
      let today = CalendarDay(of: now, in: timeZone)
      return "none of \(counted(entries.count, "workout")) (\(query.rawValue), \(today))\n"
    }
    var table = TextTable([("index", .right), ("date", .left), ("plan", .left), ("activity", .left), ("done", .left)])
    for index in indexes {
      let entry = entries[index]
      table.append([
        "\(index)", entry.date.description, entry.plan.name, entry.plan.workout.activity.rawValue,
        entry.completed.map { CalendarDay(of: $0, in: timeZone).description } ?? "-",
      ])
    }
    return table.text
  }
}
