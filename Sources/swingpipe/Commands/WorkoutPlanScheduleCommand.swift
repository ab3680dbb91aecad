import ArgumentParser
import FoundationEssentials
import SPBasics
import SPRecordings
import SPWorkoutPlans

struct WorkoutPlanScheduleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "List, add, remove and complete planned workouts in a schedule file.",
    usage: """
      swingpipe workout-plan schedule <schedule> [--list <query>] [--json]
      swingpipe workout-plan schedule <schedule> --add <plan> --on <date>
                                      [--limit <count>] [--time-zone <name>]
      swingpipe workout-plan schedule <schedule> --remove <index>
      swingpipe workout-plan schedule <schedule> --complete-from <input> ...
      """,
    discussion: """
      Dates are local dates in the time zone of the schedule, with or without a time: 2026-11-24, or 2026-11-24T17:30. \
      The first --add creates the file. --add rejects duplicates, more workouts than --limit, and dates more than \
      \(WorkoutSchedule.windowDays) days ago. It then reports the reason.

      QUERIES (of --list):
        visible   from 7 days ago to 7 days ahead (default)
        today     planned for today
        upcoming  after today, up to 7 days ahead, not done
        done      done on any date
        missed    before today, not done
        all       all workouts

      --complete-from marks a workout as done if a recording of the same day has the activity of the workout as its \
      sport. It does not check the steps.

      If a change is rejected, the exit code is 64, and the schedule stays as it was.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .temporary, .pipelineFault,
        someFailed: "some recordings of --complete-from cannot be read",
        pipelineFault: "the schedule or the plan is wrong"))
      """)

  @Argument(help: "Schedule file (JSON).", completion: .file(extensions: ["json"]))
  var schedule: String

  @Option(help: ArgumentHelp("Which workouts to list (default: visible).", valueName: "query"))
  var list: WorkoutSchedule.Query?

  @Option(
    help: ArgumentHelp("Workout plan to schedule.", valueName: "plan"),
    completion: .file(extensions: PlanFile.extensions))
  var add: String?

  @Option(
    help: ArgumentHelp("Date of the workout, with or without a time.", valueName: "date"),
    transform: LocalTime.init(argument:))
  var on: LocalTime?

  @Option(parsing: .unconditional, help: ArgumentHelp("Position of the workout to remove, from 0.", valueName: "index"))
  var remove: Int?

  @Option(
    name: .customLong("complete-from"), parsing: .upToNextOption,
    help: ArgumentHelp("Recordings of done workouts, or folders of recordings.", valueName: "recording"),
    completion: .file(extensions: ["h5", "hdf5"]))
  var completeFrom: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest number of workouts in the schedule (default: \(WorkoutSchedule.usualLimit)). Workouts of more than "
        + "\(WorkoutSchedule.windowDays) days ago do not count.",
      valueName: "count"))
  var limit: Int?

  @Option(help: ArgumentHelp("Time zone of a new schedule (default: the zone of this machine).", valueName: "name"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp("Moment to use as now, in ISO 8601 with Z (default: the current time).", valueName: "moment"),
    transform: Date.init(argument:))
  var now: Date?

  @Flag(help: "Print the workouts as JSON.")
  var json = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    let actions = [add != nil, remove != nil, !completeFrom.isEmpty].filter(\.self).count
    guard actions <= 1 else { throw ValidationError("expected one of --add, --remove and --complete-from") }
    guard (add == nil) == (on == nil) else { throw ValidationError("--add and --on go together; expected both") }
    if let limit, limit < 1 { throw ValidationError("--limit is \(limit); expected 1 or more") }
    if limit != nil, add == nil { throw ValidationError("--limit goes with --add; expected both") }
    if actions > 0, list != nil || json {
      throw ValidationError(
        "--list and --json show the schedule; expected them without --add, --remove or --complete-from")
    }
    if timeZone != nil, add == nil {
      throw ValidationError("--time-zone is for a new schedule; expected --add with it")
    }
    if let timeZone, NamedTimeZone(identifier: timeZone) == nil {
      throw ValidationError(
        "--time-zone: unknown time zone \"\(timeZone)\"; expected a name such as Europe/Berlin, of this system's "
          + "tables (tzdata)")
    }
  }

  func run() throws {
    let file = ScheduleFile(schedule)
    let now = now ?? Date()
    if let add, let on {
      let plan = try PlanArguments.read(add)
      let zone = timeZone.flatMap(NamedTimeZone.init(identifier:))
      try telling { try file.add(plan, on: on, now: now, limit: limit ?? WorkoutSchedule.usualLimit, timeZone: zone) }
      StandardStreams.output("scheduled: \(plan.name) on \(on)\n")
    } else if let remove {
      let entry = try telling { try file.remove(at: remove) }
      StandardStreams.output("removed: \(entry.plan.name) on \(entry.date)\n")
    } else if !completeFrom.isEmpty {
      try complete(file, from: InputArguments.recordings(in: completeFrom))
    } else {
      let schedule = try telling { try file.read() }
      let query = list ?? .visible
      StandardStreams.output(
        schedule.table(query, now: now), json: schedule.listing(query, now: now), isJSON: json)
    }
  }

  private func complete(_ file: ScheduleFile, from paths: [String]) throws {
    // If the schedule cannot be read, fail before reading any recording.
    _ = try telling { try file.read() }
    let workouts = paths.compactMap { path in
      do {
        return try RecordedWorkout(at: path)
      } catch {
        let text = "\(error)"
        StandardStreams.error("error: " + (text.hasPrefix(path) ? text : "\(path): \(text)"))
        return nil
      }
    }
    let marked = try telling { try file.complete(from: workouts) }
    for item in marked {
      StandardStreams.output("done: \(item.entry.plan.name) on \(item.entry.date), by \(item.workout.id)\n")
    }
    if marked.isEmpty { StandardStreams.output("no workout of the schedule matches these recordings\n") }
    if workouts.count < paths.count { throw workouts.isEmpty ? ExitCode.unusableData : .someFailed }
  }
}

struct WorkoutPlanCompleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Mark a planned workout as done.",
    usage: "swingpipe workout-plan complete [<options>] <schedule>",
    discussion: """
      A workout that is already done keeps the moment at which it was first marked.

      \(ExitCode.explanation(.success, .usage, .temporary, .pipelineFault,
        pipelineFault: "the schedule is wrong"))
      """)

  @Argument(help: "Schedule file (JSON).", completion: .file(extensions: ["json"]))
  var schedule: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Position of the workout, from 0, as in the list.", valueName: "index"))
  var index: Int?

  @Option(help: "Name of the plan. If it is scheduled more than once, the first workout that is not done counts.")
  var plan: String?

  @Option(
    help: ArgumentHelp("Date of the workout, if the plan is scheduled more than once.", valueName: "date"),
    transform: LocalTime.init(argument:))
  var on: LocalTime?

  @Option(
    help: ArgumentHelp("When the workout was done, in ISO 8601 with Z (default: now).", valueName: "moment"),
    transform: Date.init(argument:))
  var at: Date?

  func validate() throws {
    guard (index == nil) != (plan == nil) else { throw ValidationError("expected one of --index and --plan") }
    if on != nil, plan == nil { throw ValidationError("--on goes with --plan; expected both") }
  }

  func run() throws {
    let file = ScheduleFile(schedule)
    let (entry, isNew) = try telling {
      if let index { return try file.complete(at: index, when: at ?? Date()) }
      return try file.complete(plan: plan ?? "", on: on, when: at ?? Date())
    }
    StandardStreams.output("\(isNew ? "done" : "done already"): \(entry.plan.name) on \(entry.date)\n")
  }
}

extension WorkoutSchedule.Query: ExpressibleByArgument {}

extension LocalTime {
  /// Parses an option's value.
  /// - Throws: `ValidationError` if it is not a date, with or without a time.
  fileprivate init(argument: String) throws {
    guard let time = LocalTime(argument) else {
      throw ValidationError("\"\(argument)\" is not a date; expected one such as 2026-11-24 or 2026-11-24T17:30")
    }
    self = time
  }
}

extension Date {
  /// Parses an option's value.
  /// - Throws: `ValidationError` if it is not a date and time in ISO 8601.
  fileprivate init(argument: String) throws {
    guard let moment = UTCTime.moment(argument) else {
      throw ValidationError("\"\(argument)\" is not a moment; expected one such as 2026-11-22T15:00:00Z")
    }
    self = moment
  }
}

extension RecordedWorkout {
  /// The workout of a recording.
  /// - Throws: an error for a recording without a sport or a start on the calendar; the errors of reading.
  fileprivate init(at path: String) throws {
    struct Lack: Error, CustomStringConvertible {
      let description: String
      init(_ what: String) { description = what + "; expected a recording with a sport and a start date" }
    }
    let recording = try Recording(opening: path)
    let attributes = recording.attributes
    guard let sport = attributes.sport else { throw Lack("has no attribute sport") }
    guard let start = try LabelTimeline(of: recording)?.unixStartS else { throw Lack("does not state when it began") }
    self.init(
      id: attributes.sessionID ?? attributes.recordingID, sport: sport, start: Date(timeIntervalSince1970: start))
  }
}
