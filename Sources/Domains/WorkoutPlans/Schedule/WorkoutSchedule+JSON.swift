import FoundationEssentials
import SPBasics

extension WorkoutSchedule {
  /// The version of the format of schedule files.
  public static let version = 1

  /// Reads a schedule from the bytes of a file.
  /// - Throws: the errors of ``init(json:file:)``, and ``PlanError`` for a file that is too large or not UTF-8.
  public init(bytes: [UInt8], file: String) throws(PlanError) {
    try self.init(json: WorkoutPlan.text(of: bytes, file, "a schedule in JSON"), file: file)
  }

  /// Reads a schedule from JSON, in which each workout contains its plan.
  /// - Throws: ``PlanError`` with every fault of the schedule and of its plans, each at its place.
  public init(json: String, file: String) throws(PlanError) {
    let document = JSONDocument.parse(json, file: file)
    let syntax = document.faults.map { PlanFault("", at: $0.location, $0.message, suggestion: $0.suggestion) }
    guard let root = document.root else { throw PlanError(syntax) }
    var reader = PlanReader(root: "")
    guard reader.check(root, ScheduleFields.schedule, "") else { throw PlanError(syntax + reader.faults) }
    if let version = root.member("version")?.node, version.number?.integer != Self.version {
      reader.expected("\(Self.version), the version of the format", "version", version)
    }
    let name = reader.string(root, "time_zone", "")
    let zone = name.flatMap(NamedTimeZone.init(identifier:))
    if zone == nil, let node = root.member("time_zone")?.node, node.string != nil {
      reader.add(
        "time_zone", at: node.location,
        "this system has no table of the time zone \(node.summary); install its tables of all time zones (tzdata), or "
          + "correct the name")
    }
    var faults: [PlanFault] = []
    var entries: [Entry] = []
    for item in reader.list(root, "workouts", "") {
      do throws(PlanError) {
        if let entry = try Self.entry(item.node, item.path, &reader) { entries.append(entry) }
      } catch {
        faults += error.faults
      }
    }
    let all = syntax + reader.faults + faults
    guard all.isEmpty, let zone else { throw PlanError(all) }
    self.init(timeZone: zone, entries: entries)
  }

  private static func entry(
    _ node: JSONNode, _ path: String, _ reader: inout PlanReader
  ) throws(PlanError) -> Entry? {
    guard reader.check(node, ScheduleFields.entry, path) else { return nil }
    let date = reader.string(node, "date", path).flatMap(LocalTime.init)
    if date == nil, let value = node.member("date")?.node, value.string != nil {
      reader.expected("a date such as \"2026-11-22\" or \"2026-11-22T07:30\"", path + ".date", value)
    }
    let completed = reader.string(node, "completed", path).flatMap(UTCTime.moment)
    if completed == nil, let value = node.member("completed")?.node, value.string != nil {
      reader.expected("a moment such as \"2026-11-22T15:00:00Z\"", path + ".completed", value)
    }
    let recording = reader.string(node, "recording", path)
    guard let plan = node.member("plan")?.node else { return nil }
    let read = try WorkoutPlan(plan, path: path + ".plan")
    return date.map { Entry(read, on: $0, completed: completed, recording: recording) }
  }

  /// The schedule as JSON; it reads back as the same schedule, with moments to the second.
  public var json: String {
    let workouts = entries.map { entry -> JSONValue in
      var members: [JSONValue.Member] = [.init(key: "date", value: .string("\(entry.date)"))]
      if let completed = entry.completed {
        members.append(.init(key: "completed", value: .string(UTCTime.text(completed, decimals: 0))))
      }
      if let recording = entry.recording { members.append(.init(key: "recording", value: .string(recording))) }
      return .object(members + [.init(key: "plan", value: entry.plan.jsonValue)])
    }
    let value: JSONValue = [
      "version": .integer(Self.version), "time_zone": .string(timeZone.identifier), "workouts": .array(workouts),
    ]
    return value.pretty + "\n"
  }
}

extension WorkoutSchedule {
  /// Returns selected workouts as JSON for programs, each with its position.
  /// - Parameters:
  ///   - query: which workouts.
  ///   - now: the current time.
  package func listing(_ query: Query, now: Date) -> String {
    let workouts = indexes(query, now: now).map { index -> JSONValue in
      let entry = entries[index]
      return [
        "index": .integer(index), "date": .string(entry.date.description), "plan": entry.plan.jsonValue,
        "completed": .optional(entry.completed.map { UTCTime.text($0, decimals: 0) }),
        "recording": .optional(entry.recording),
      ]
    }
    let value: JSONValue = [
      "time_zone": .string(timeZone.identifier), "today": .string("\(CalendarDay(of: now, in: timeZone))"),
      "workouts": .array(workouts),
    ]
    return value.pretty + "\n"
  }
}

/// The members of a schedule file.
private enum ScheduleFields {
  static let schedule = [
    PlanField("version", "The version of the format.", ["const": .integer(WorkoutSchedule.version)]),
    PlanField("time_zone", "The name of the time zone that dates are in.", ["type": "string"]),
    PlanField("workouts", "A list of the planned workouts.", ["type": "array"]),
  ]

  static let entry = [
    PlanField("date", "A date such as 2026-11-22 or 2026-11-22T07:30.", ["type": "string"]),
    PlanField("completed", "The moment when it was done.", isRequired: false, ["type": "string"]),
    PlanField("recording", "The identifier of its recording.", isRequired: false, ["type": "string"]),
    PlanField("plan", "A workout plan.", ["type": "object"]),
  ]
}
