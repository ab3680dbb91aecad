import FoundationEssentials
import SPBasics

/// The data of a recorded workout needed to compare it with a schedule.
public struct RecordedWorkout: Hashable, Sendable {
  /// The session's identifier, which is shared by the recordings of several devices, or else the recording's.
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

extension WorkoutSchedule {
  /// Marks the planned workouts that recorded ones fulfil: those of the same activity on the same day of the schedule's
  /// time zone. Of several on one day the nearest in time is taken, and each session fulfils at most one.
  ///
  /// It does not check whether all steps of the plan were done. Applying the same recordings again changes nothing.
  /// - Returns: the indexes of those that were marked, with their recordings.
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
}
