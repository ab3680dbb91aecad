import FoundationEssentials
import SPBasics

/// A file with a schedule of workouts, and changes to it. Each change is written at once, completely or not at all.
package struct ScheduleFile: Sendable {
  /// Why a change of a schedule was rejected; the schedule is unchanged.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, the reason, and the expected values.
    package let description: String
  }

  /// The file.
  package let path: String

  /// Takes a path; the file need not exist.
  package init(_ path: String) { self.path = path }

  /// The schedule in the file.
  /// - Throws: `FileError`, or ``PlanError`` with every fault.
  package func read() throws -> WorkoutSchedule {
    try WorkoutSchedule(bytes: PlanFile.bytes(path), file: path)
  }

  /// Schedules a workout; the first workout creates the file.
  /// - Parameters:
  ///   - plan: The planned workout.
  ///   - date: The date of the workout.
  ///   - now: The current time.
  ///   - limit: The largest number of workouts at once.
  ///   - timeZone: The time zone of a new schedule; nil for this machine's. An existing schedule must have the same
  ///     time zone.
  /// - Throws: `Refusal`, and the errors of reading and writing.
  package func add(
    _ plan: WorkoutPlan, on date: LocalTime, now: Date = Date(), limit: Int = WorkoutSchedule.usualLimit,
    timeZone: NamedTimeZone? = nil
  ) throws {
    var schedule: WorkoutSchedule
    if Folder.exists(path) {
      schedule = try read()
      if let timeZone, timeZone.identifier != schedule.timeZone.identifier {
        throw refusal("the schedule's time zone is \(schedule.timeZone.identifier); expected it, or another file")
      }
    } else {
      guard let zone = timeZone ?? .current else {
        throw refusal(
          "this machine's time zone has no name in the system's tables (tzdata); expected --time-zone with a name such as Europe/Berlin"
        )
      }
      schedule = WorkoutSchedule(timeZone: zone)
    }
    do {
      try schedule.add(plan, on: date, now: now, limit: limit)
    } catch let error as WorkoutSchedule.Refusal {
      throw refusal("\(error)")
    }
    try write(schedule)
  }

  /// Removes a workout by its position, from 0.
  /// - Returns: the removed workout.
  /// - Throws: `Refusal`, and the errors of reading and writing.
  package func remove(at index: Int) throws -> WorkoutSchedule.Entry {
    var schedule = try read()
    let entry = try entry(index, of: schedule)
    schedule.remove(at: index)
    try write(schedule)
    return entry
  }

  /// Marks a workout as done by its position, from 0. A workout that is already done is unchanged.
  /// - Returns: the workout, and whether it is newly done.
  /// - Throws: `Refusal`, and the errors of reading and writing.
  package func complete(
    at index: Int, when moment: Date = Date()
  ) throws -> (entry: WorkoutSchedule.Entry, isNew: Bool) {
    try complete(when: moment) { schedule in
      _ = try entry(index, of: schedule)
      return index
    }
  }

  /// Marks a workout as done by the name of its plan; of several, the first that is not done.
  /// - Parameters:
  ///   - name: the name of the plan.
  ///   - date: its date; nil for any.
  ///   - moment: the time at which it was done.
  /// - Returns: the workout, and whether it was not done before.
  /// - Throws: `Refusal`, and the errors of reading and writing.
  package func complete(
    plan name: String, on date: LocalTime? = nil, when moment: Date = Date()
  ) throws -> (entry: WorkoutSchedule.Entry, isNew: Bool) {
    try complete(when: moment) { schedule in
      let entries = schedule.entries
      let fitting = entries.indices.filter { index in
        entries[index].plan.name == name && (date == nil || entries[index].date == date)
      }
      if let found = fitting.first(where: { entries[$0].completed == nil }) ?? fitting.last { return found }
      let names = entries.map { "\"\($0.plan.name)\" on \($0.date)" }.joined(separator: ", ")
      let wanted = "\"\(name)\"" + (date.map { " on \($0)" } ?? "")
      throw refusal("has no workout \(wanted); expected one of \(names.isEmpty ? "none" : names)")
    }
  }

  /// Marks the planned workouts that recorded workouts fulfil, as `WorkoutSchedule.complete(from:)` does.
  /// - Returns: the marked workouts, each with its recording.
  /// - Throws: the errors of reading and writing.
  package func complete(
    from workouts: [RecordedWorkout]
  ) throws -> [(entry: WorkoutSchedule.Entry, workout: RecordedWorkout)] {
    var schedule = try read()
    let marked = schedule.complete(from: workouts)
    if !marked.isEmpty { try write(schedule) }
    return marked.map { (schedule.entries[$0.index], $0.workout) }
  }

  private func complete(
    when moment: Date, _ position: (WorkoutSchedule) throws -> Int
  ) throws -> (entry: WorkoutSchedule.Entry, isNew: Bool) {
    var schedule = try read()
    let index = try position(schedule)
    let isNew = schedule.complete(at: index, when: moment)
    if isNew { try write(schedule) }
    return (schedule.entries[index], isNew)
  }

  private func entry(_ index: Int, of schedule: WorkoutSchedule) throws(Refusal) -> WorkoutSchedule.Entry {
    guard schedule.entries.indices.contains(index) else {
      let count = schedule.entries.count
      throw refusal("has no workout \(index); expected \(count == 0 ? "one to be added" : "0 to \(count - 1)")")
    }
    return schedule.entries[index]
  }

  private func write(_ schedule: WorkoutSchedule) throws {
    try WholeFile.write(Array(schedule.json.utf8), to: Folder.exists(path) ? Folder.realPath(path) : path)
  }

  private func refusal(_ reason: String) -> Refusal { Refusal(description: "\(path): \(reason)") }
}
