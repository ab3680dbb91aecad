import ArgumentParser
import Files
import Foundation
import JSON
import Pipelines
import Recordings
import WorkoutPlans

/// What is done to a schedule file.
struct ScheduleJob {
  let path: String
  /// The moment of today.
  let now: Date

  // MARK: Changes

  func add(_ plan: WorkoutPlan, on date: LocalTime, limit: Int, timeZone: String?) throws {
    var schedule: WorkoutSchedule
    if Folder.exists(path) {
      schedule = try read()
      if let timeZone, timeZone != schedule.timeZone.identifier {
        throw refused("the schedule's time zone is \(schedule.timeZone.identifier); expected it, or another file")
      }
    } else {
      schedule = WorkoutSchedule(timeZone: timeZone.flatMap(TimeZone.init(identifier:)) ?? .current)
    }
    do {
      try schedule.add(plan, on: date, now: now, limit: limit)
    } catch let refusal as WorkoutSchedule.Refusal {
      throw refused("\(refusal)")
    }
    try write(schedule)
    StandardStreams.output("scheduled: \(plan.name) on \(date)\n")
  }

  func remove(_ index: Int) throws {
    var schedule = try read()
    try check(index, schedule)
    let entry = schedule.entries[index]
    schedule.remove(at: index)
    try write(schedule)
    StandardStreams.output("removed: \(entry.plan.name) on \(entry.date)\n")
  }

  func complete(index: Int?, plan: String?, on date: LocalTime?) throws {
    var schedule = try read()
    let found: Int
    if let index {
      try check(index, schedule)
      found = index
    } else {
      let fitting = schedule.entries.indices.filter { index in
        let entry = schedule.entries[index]
        return entry.plan.name == plan && (date == nil || entry.date == date)
      }
      guard let first = fitting.first(where: { schedule.entries[$0].completed == nil }) ?? fitting.last else {
        let names = schedule.entries.map { "\"\($0.plan.name)\" on \($0.date)" }.joined(separator: ", ")
        let wanted = "\"\(plan ?? "")\"" + (date.map { " on \($0)" } ?? "")
        throw refused("has no workout \(wanted); expected one of \(names.isEmpty ? "none" : names)")
      }
      found = first
    }
    let entry = schedule.entries[found]
    let isNew = schedule.complete(at: found, when: now)
    if isNew { try write(schedule) }
    StandardStreams.output("\(isNew ? "done" : "done already"): \(entry.plan.name) on \(entry.date)\n")
  }

  func complete(from paths: [String]) throws {
    var schedule = try read()
    var workouts: [RecordedWorkout] = []
    var failures = 0
    for path in paths {
      do {
        let recording = try Recording(opening: path)
        guard let sport = recording.attributes.sport else { throw Lack("has no attribute sport") }
        guard let start = try LabelTimeline(of: recording)?.unixStartS else { throw Lack("does not say when it began") }
        workouts.append(
          RecordedWorkout(
            id: recording.attributes.sessionID ?? recording.attributes.recordingID, sport: sport,
            start: Date(timeIntervalSince1970: start)))
      } catch {
        let text = "\(error)"
        StandardStreams.error("error: " + (text.hasPrefix(path) ? text : "\(path): \(text)"))
        failures += 1
      }
    }
    let marked = schedule.complete(from: workouts)
    if !marked.isEmpty { try write(schedule) }
    for item in marked {
      let entry = schedule.entries[item.index]
      StandardStreams.output("done: \(entry.plan.name) on \(entry.date), by \(item.workout.id)\n")
    }
    if marked.isEmpty { StandardStreams.output("no workout of the schedule is of these recordings\n") }
    if failures > 0 { throw failures == paths.count ? ExitCode.unusableData : .someFailed }
  }

  private struct Lack: Error, CustomStringConvertible {
    let description: String
    init(_ what: String) { description = what + "; expected one that tells its sport and its start" }
  }

  // MARK: Lists

  func text(_ query: WorkoutSchedule.Query) throws -> String {
    let schedule = try read()
    let indexes = schedule.indexes(query, now: now)
    guard !indexes.isEmpty else {
      return "none of \(counted(schedule.entries.count, "workout")) (\(query.rawValue), \(today(schedule)))\n"
    }
    var table = TextTable([("index", .right), ("date", .left), ("plan", .left), ("activity", .left), ("done", .left)])
    for index in indexes {
      let entry = schedule.entries[index]
      table.append([
        "\(index)", entry.date.description, entry.plan.name, entry.plan.workout.activity.rawValue,
        entry.completed.map { LocalDay(of: $0, in: schedule.timeZone).description } ?? "-",
      ])
    }
    return table.text
  }

  func json(_ query: WorkoutSchedule.Query) throws -> String {
    let schedule = try read()
    let workouts = schedule.indexes(query, now: now).map { index -> JSONValue in
      let entry = schedule.entries[index]
      return [
        "index": .integer(index), "date": .string(entry.date.description), "plan": entry.plan.jsonValue,
        "completed": .optional(entry.completed?.formatted(.iso8601)), "recording": .optional(entry.recording),
      ]
    }
    let value: JSONValue = [
      "time_zone": .string(schedule.timeZone.identifier), "today": .string(today(schedule)),
      "workouts": .array(workouts),
    ]
    return value.pretty + "\n"
  }

  private func today(_ schedule: WorkoutSchedule) -> String {
    LocalDay(of: now, in: schedule.timeZone).description
  }

  // MARK: The file

  private func read() throws -> WorkoutSchedule {
    let bytes = try WorkoutPlanFile.bytes(path)
    do {
      return try WorkoutSchedule(bytes: bytes, file: path)
    } catch {
      error.faults.forEach { StandardStreams.error("\($0)") }
      throw ExitCode.pipelineFault
    }
  }

  private func write(_ schedule: WorkoutSchedule) throws {
    do {
      try WholeFile.write(Array(schedule.json.utf8), to: Folder.exists(path) ? Folder.realPath(path) : path)
    } catch {
      StandardStreams.error("error: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
  }

  private func check(_ index: Int, _ schedule: WorkoutSchedule) throws {
    guard schedule.entries.indices.contains(index) else {
      let count = schedule.entries.count
      throw refused("has no workout \(index); expected \(count == 0 ? "one to be added" : "0 to \(count - 1)")")
    }
  }

  private func refused(_ reason: String) -> ExitCode {
    StandardStreams.error("error: \(path): \(reason)")
    return .usage
  }
}
