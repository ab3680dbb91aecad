import FoundationEssentials
import SPBasics
import SPTables

/// Planned workouts with their dates, and whether each is done.
///
/// Dates are local times in the schedule's time zone: a workout at seven stays at seven when clocks change.
public struct WorkoutSchedule: Hashable, Sendable {
  /// One planned workout.
  public struct Entry: Hashable, Sendable {
    /// The date.
    public var date: LocalTime
    /// The plan.
    public var plan: WorkoutPlan
    /// When it was done; nil if it is not done.
    public var completed: Date?
    /// The identifier of its recording, if known.
    public var recording: String?

    /// Makes an entry.
    public init(_ plan: WorkoutPlan, on date: LocalTime, completed: Date? = nil, recording: String? = nil) {
      self.date = date
      self.plan = plan
      self.completed = completed
      self.recording = recording
    }
  }

  /// Which workouts to list.
  public enum Query: String, CaseIterable, Hashable, Sendable {
    /// Workouts from 7 days ago to 7 days ahead, which a watch shows.
    case visible
    /// Workouts of today.
    case today
    /// Workouts after today and up to 7 days ahead that are not done.
    case upcoming
    /// Workouts that are done.
    case done
    /// Workouts before today that are not done.
    case missed
    /// All workouts.
    case all
  }

  /// Why a workout cannot be scheduled.
  public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The same plan is already scheduled on that date.
    case duplicate(name: String, date: LocalTime)
    /// The schedule is full.
    case full(limit: Int)
    /// The date is before the days that are shown.
    case past(date: LocalTime, today: CalendarDay)
    /// On that day clocks skip that time.
    case noSuchTime(date: LocalTime, zone: String)

    /// The reason, the expected values, and the remedy.
    public var description: String {
      switch self {
      case .duplicate(let name, let date):
        "\"\(name)\" is scheduled for \(date) already; expected another date, or another plan"
      case .full(let limit):
        "the schedule has \(limit) workouts already, as many as it can have; expected one to be removed first, or a "
          + "higher limit"
      case .past(let date, let today):
        "\(date) is more than \(WorkoutSchedule.windowDays) days before today, \(today); expected "
          + "\(today + -WorkoutSchedule.windowDays) or later"
      case .noSuchTime(let date, let zone):
        "clocks in \(zone) are put forward past \(date); expected an hour earlier or later"
      }
    }
  }

  /// The usual largest number of workouts at once; Apple's first systems allowed 15.
  public static let usualLimit = 15
  /// How many days before and after today workouts are shown.
  package static let windowDays = 7

  /// The time zone of the dates.
  public let timeZone: NamedTimeZone
  /// The workouts, by date; workouts of the same date in the order in which they were added.
  public private(set) var entries: [Entry]

  /// Makes a schedule.
  public init(timeZone: NamedTimeZone, entries: [Entry] = []) {
    self.timeZone = timeZone
    self.entries = entries
    sort()
  }

  // MARK: Changes

  /// Schedules a plan.
  ///
  /// - Parameters:
  ///   - plan: A valid plan.
  ///   - date: The date of the workout.
  ///   - now: The current time.
  ///   - limit: The largest number of workouts. Workouts of more than 7 days ago do not count.
  /// - Throws: `Refusal`, or ``PlanError`` for an invalid plan.
  public mutating func add(
    _ plan: WorkoutPlan, on date: LocalTime, now: Date, limit: Int = WorkoutSchedule.usualLimit
  ) throws {
    let plan = try plan.validated()
    let today = CalendarDay(of: now, in: timeZone)
    let first = today + -Self.windowDays
    guard date.day >= first else { throw Refusal.past(date: date, today: today) }
    guard date.moment(in: timeZone) != nil else { throw Refusal.noSuchTime(date: date, zone: timeZone.identifier) }
    guard !entries.contains(where: { $0.plan == plan && $0.date == date }) else {
      throw Refusal.duplicate(name: plan.name, date: date)
    }
    guard entries.count(where: { $0.date.day >= first }) < limit else { throw Refusal.full(limit: limit) }
    entries.append(Entry(plan, on: date))
    sort()
  }

  /// Removes a workout.
  package mutating func remove(at index: Int) { entries.remove(at: index) }

  /// Marks a workout as done. A workout that is already done is unchanged.
  /// - Returns: whether it is newly done.
  @discardableResult
  public mutating func complete(at index: Int, when: Date, recording: String? = nil) -> Bool {
    guard entries[index].completed == nil else { return false }
    entries[index].completed = when
    entries[index].recording = recording
    return true
  }

  private mutating func sort() {
    entries = entries.enumerated().sorted { first, second in
      let (a, b) = (first.element.date, second.element.date)
      if a.day != b.day { return a.day < b.day }
      if a.minutes != b.minutes { return (a.minutes ?? -1) < (b.minutes ?? -1) }
      return first.offset < second.offset
    }.map(\.element)
  }

  // MARK: Queries

  /// The indexes of the workouts selected by a query, by date.
  public func indexes(_ query: Query, now: Date) -> [Int] {
    let today = CalendarDay(of: now, in: timeZone)
    let window = (today + -Self.windowDays)...(today + Self.windowDays)
    return entries.indices.filter { index in
      let entry = entries[index]
      let day = entry.date.day
      return switch query {
      case .all: true
      case .visible: window.contains(day)
      case .today: day == today
      case .upcoming: day > today && day <= window.upperBound && entry.completed == nil
      case .done: entry.completed != nil
      case .missed: day < today && entry.completed == nil
      }
    }
  }

  // MARK: Recordings

  /// Marks the planned workouts that recorded workouts fulfil: both must have the same activity on the same day in the
  /// schedule's time zone. Of several planned workouts on a day, the nearest in time is marked. Each session fulfils at
  /// most one planned workout.
  ///
  /// It does not check whether all steps of the plan were done. Applying the same recordings again changes nothing.
  /// - Returns: the indexes of the marked workouts, with their recordings.
  public mutating func complete(from workouts: [RecordedWorkout]) -> [(index: Int, workout: RecordedWorkout)] {
    var marked: [(index: Int, workout: RecordedWorkout)] = []
    for workout in workouts.sorted(by: { ($0.start, $0.id) < ($1.start, $1.id) }) {
      guard !entries.contains(where: { $0.recording == workout.id }) else { continue }
      let day = CalendarDay(of: workout.start, in: timeZone)
      let fitting = entries.indices.filter { index in
        let entry = entries[index]
        return entry.completed == nil && entry.date.day == day
          && entry.plan.workout.activity.support.fits(sport: workout.sport)
      }
      let nearest = fitting.min { distance($0, workout.start) < distance($1, workout.start) }
      guard let nearest, complete(at: nearest, when: workout.start, recording: workout.id) else { continue }
      marked.append((nearest, workout))
    }
    return marked
  }

  private func distance(_ index: Int, _ moment: Date) -> Double {
    entries[index].date.moment(in: timeZone).map { abs($0.timeIntervalSince(moment)) } ?? .infinity
  }

  // MARK: Text

  /// The selected workouts as a table of text: index, date, plan, activity, and the day on which the workout was done.
  ///
  /// - Parameters:
  ///   - query: which workouts.
  ///   - now: the current time.
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

/// The data of a recorded workout needed to compare it with a schedule.
public struct RecordedWorkout: Hashable, Sendable {
  /// The identifier of the session, which the recordings of several devices share, or else of the recording.
  public let id: String
  /// Its sport: the name of an activity, such as `cycling`, or of a sport of the FIT Global Profile, such as
  /// `alpine_skiing`.
  public let sport: String
  /// When it began.
  public let start: Date

  /// Makes a workout.
  public init(id: String, sport: String, start: Date) {
    self.id = id
    self.sport = sport
    self.start = start
  }
}
