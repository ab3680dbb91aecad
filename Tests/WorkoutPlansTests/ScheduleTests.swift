import Foundation
import SPBasics
import SPWorkoutPlans
import Testing

/// Schedules.
struct ScheduleTests {
  private static let berlin = NamedTimeZone(identifier: "Europe/Berlin") ?? .gmt

  /// 2026-11-22 12:00 in Berlin.
  private static let now = Date(timeIntervalSince1970: 1_795_345_200)

  private static func date(_ text: String) throws -> LocalTime { try #require(LocalTime(text), "\(text)") }

  private static func schedule() throws -> WorkoutSchedule {
    var schedule = WorkoutSchedule(timeZone: berlin)
    try schedule.add(Plans.published, on: date("2026-11-24T17:30"), now: now)
    try schedule.add(Plans.plan("golf"), on: date("2026-11-22"), now: now)
    return schedule
  }

  @Test("The published week: golf today and done, cycling the day after tomorrow and not")
  func published() throws {
    var schedule = try Self.schedule()
    #expect(schedule.entries.map(\.plan.name) == ["Golf", "My Workout"])
    #expect(schedule.indexes(.today, now: Self.now) == [0] && schedule.indexes(.upcoming, now: Self.now) == [1])
    let open = schedule
    let isNew = schedule.complete(at: 0, when: Self.now)
    #expect(isNew && schedule != open && schedule.indexes(.done, now: Self.now) == [0])
    // Once more changes nothing, not even the moment.
    let done = schedule
    let isNewAgain = schedule.complete(at: 0, when: Self.now + 60, recording: "r")
    #expect(!isNewAgain && schedule == done)
    #expect(try WorkoutSchedule(json: schedule.json, file: "s.json") == schedule)
  }

  @Test("Duplicates, too many and too old ones are refused with the reason")
  func refusals() throws {
    var schedule = try Self.schedule()
    let before = schedule
    let golf = try Plans.plan("golf")
    #expect(
      told { try schedule.add(golf, on: Self.date("2026-11-22"), now: Self.now) } == [
        "\"Golf\" is scheduled for 2026-11-22 already; expected another date, or another plan"
      ])
    #expect(
      told { try schedule.add(golf, on: Self.date("2026-11-14"), now: Self.now) } == [
        "2026-11-14 is more than 7 days before today, 2026-11-22; expected 2026-11-15 or later"
      ])
    #expect(
      told { try schedule.add(golf, on: Self.date("2027-03-28T02:30"), now: Self.now) } == [
        "clocks in Europe/Berlin are put forward past 2027-03-28T02:30; expected an hour earlier or later"
      ])
    #expect(schedule == before)
    for day in 1...13 {
      try schedule.add(golf, on: Self.date("2026-12-\(day < 10 ? "0" : "")\(day)"), now: Self.now)
    }
    #expect(
      told { try schedule.add(golf, on: Self.date("2026-12-14"), now: Self.now) } == [
        "the schedule has 15 workouts already, as many as it can have; expected one to be removed first, or a higher limit"
      ])
    try schedule.add(golf, on: Self.date("2026-12-14"), now: Self.now, limit: 50)
    // Eight days after the first two they do not count any more, and are not shown.
    let later = Self.now + 10 * 86_400
    #expect(!schedule.indexes(.visible, now: later).contains(0))
    try schedule.add(golf, on: Self.date("2026-12-15"), now: later, limit: 15)
  }

  @Test("The window reaches from 7 days before to 7 days after today")
  func window() throws {
    var schedule = WorkoutSchedule(timeZone: Self.berlin)
    let golf = try Plans.plan("golf")
    for day in ["2026-11-15", "2026-11-21", "2026-11-29", "2026-11-30"] {
      try schedule.add(golf, on: Self.date(day), now: Self.now)
    }
    #expect(schedule.indexes(.visible, now: Self.now) == [0, 1, 2])
    #expect(schedule.indexes(.upcoming, now: Self.now) == [2] && schedule.indexes(.missed, now: Self.now) == [0, 1])
  }

  @Test("Days are days when clocks change")
  func timeZones() throws {
    // In 2026 clocks in Berlin are put forward on 29 March and back on 25 October: at noon UTC+2, and UTC+1.
    func moment(_ text: String) throws -> Double? { try Self.date(text).moment(in: Self.berlin)?.timeIntervalSince1970 }
    #expect(try moment("2026-03-28T07:00") == 1_774_677_600)
    #expect(try moment("2026-03-29T07:00") == 1_774_760_400)
    #expect(try moment("2026-03-29T02:30") == nil)
    // 02:30 comes twice: the first, in summer time, is meant.
    #expect(try moment("2026-10-25T02:30") == 1_792_888_200)
    var schedule = WorkoutSchedule(timeZone: Self.berlin)
    try schedule.add(
      Plans.plan("golf"), on: Self.date("2026-03-29"), now: Date(timeIntervalSince1970: 1_774_652_400))
    // The last second of Saturday, and the last one of a Sunday of 23 hours.
    #expect(schedule.indexes(.today, now: Date(timeIntervalSince1970: 1_774_738_799)) == [])
    #expect(schedule.indexes(.today, now: Date(timeIntervalSince1970: 1_774_738_800)) == [0])
    #expect(schedule.indexes(.today, now: Date(timeIntervalSince1970: 1_774_821_599)) == [0])
    #expect(schedule.indexes(.today, now: Date(timeIntervalSince1970: 1_774_821_600)) == [])
  }

  @Test("Recordings of the same activity on the same day mark a workout, each one, and once")
  func recordings() throws {
    var schedule = try Self.schedule()
    try schedule.add(Plans.published, on: Self.date("2026-11-24T07:00"), now: Self.now)
    let evening = RecordedWorkout(id: "ride", sport: "cycling", start: Date(timeIntervalSince1970: 1_795_540_980))
    let others = [
      RecordedWorkout(id: "run", sport: "running", start: evening.start),
      RecordedWorkout(id: "ride before", sport: "cycling", start: Self.now),
    ]
    let marked = schedule.complete(from: [evening] + others)
    // 18:23 on the 24th is nearer to 17:30 than to 7:00.
    #expect(marked.map(\.index) == [2] && marked.map(\.workout) == [evening])
    #expect(schedule.entries[2].recording == "ride" && schedule.entries[1].completed == nil)
    let again = schedule.complete(from: [evening] + others)
    #expect(again.isEmpty)
  }

  @Test("Sports as FIT names them fit the activities that FIT counts among them")
  func sports() throws {
    for (activity, sport, fits) in [
      ("downhill_skiing", "alpine_skiing", true), ("yoga", "training", true), ("swim_bike_run", "multisport", true),
      ("skating_sports", "ice_skating", true), ("cycling", "cycling", true), ("hand_cycling", "cycling", false),
      ("golf", "alpine_skiing", false),
    ] {
      var schedule = WorkoutSchedule(timeZone: .gmt)
      let named = try #require(Activity(rawValue: activity))
      let workout: Workout =
        named == .swimBikeRun
        ? .swimBikeRun(SwimBikeRunWorkout([.cycling(.outdoor), .running(.outdoor)]))
        : .singleGoal(SingleGoalWorkout(named, goal: .open))
      try schedule.add(WorkoutPlan("P", workout), on: Self.date("2026-11-22"), now: Self.now)
      let marked = schedule.complete(from: [RecordedWorkout(id: "a", sport: sport, start: Self.now)])
      #expect(marked.isEmpty != fits, "\(activity), \(sport)")
    }
  }

  @Test("A schedule that is no UTF-8 is refused at its place, and not mended")
  func encoding() throws {
    let bytes = Array("{\n ".utf8) + [0xFF] + Array("}".utf8)
    #expect(
      told { try WorkoutSchedule(bytes: bytes, file: "w.json") } == [
        "w.json:2:2: error: is not UTF-8; expected a schedule in JSON"
      ])
    let long = [UInt8](repeating: 0x20, count: WorkoutPlan.largestFile + 1)
    let tooLong = ["a: error: has more than 1048576 bytes; expected a smaller file"]
    #expect(told { try WorkoutSchedule(bytes: long, file: "a") } == tooLong)
    #expect(told { try WorkoutPlan.read(long, file: "a") } == tooLong)
  }

  @Test("Faults of a schedule and of its plans are told in one pass")
  func faults() {
    let text = """
      { "version": 1, "time_zone": "Europe/Berlni", "workouts": [
        { "date": "2026-02-30", "plan": { "version": 1, "name": "P", "kind": "single_goal", "activity": "yoga",
          "goal": { "distance_km": 1 } } },
        { "dat": "2026-02-01", "completed": "noon" } ] }
      """
    #expect(
      told { try WorkoutSchedule(json: text, file: "s.json") } == [
        "s.json:1:30: error: time_zone: this system has no table of the time zone \"Europe/Berlni\"; install its tables of all time zones (tzdata), or correct the name",
        "s.json:2:13: error: workouts[0].date: expected a date such as \"2026-11-22\" or \"2026-11-22T07:30\", found "
          + "\"2026-02-30\"",
        "s.json:3:13: error: workouts[0].plan.goal: yoga has no distance; expected a time or an open goal, such as "
          + "{ \"time_min\": 10 }",
        "s.json:4:3: error: workouts[1].date: is missing; expected a date such as 2026-11-22 or 2026-11-22T07:30",
        "s.json:4:3: error: workouts[1].plan: is missing; expected a workout plan",
        "s.json:4:5: error: workouts[1].dat: unknown key \"dat\"; did you mean \"date\"?",
        "s.json:4:39: error: workouts[1].completed: expected a moment such as \"2026-11-22T15:00:00Z\", found \"noon\"",
      ])
  }
}
