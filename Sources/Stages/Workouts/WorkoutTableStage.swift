import Pipelines
import Recordings
import Tables
import Workouts

/// A stage that makes a table of a part of a workout, or of something found in one; each row begins with the session's
/// identifier.
public protocol WorkoutTableStage: TableStage where Source: OnSessionClock {
  /// The type of the result from which the table is made.
  associatedtype Source = WorkoutSession
  /// The name of the table in the ready pipelines.
  static var tableName: String { get }
  /// The rows.
  static func rows(of source: Source) -> [Row]
}

/// A result with times on the clock of a session's reference device.
public protocol OnSessionClock: Sendable {
  /// The first timestamp of the reference device's recording, in s.
  var startTime: Double? { get }
}

extension WorkoutSession: OnSessionClock {
  /// The first timestamp of the reference device's recording, in s.
  public var startTime: Double? { timeline.startTime }
}

extension WorkoutTableStage where Source == WorkoutSession {
  /// The workout.
  public static var source: Slot<WorkoutSession> { .workout }
}

extension WorkoutTableStage {
  /// The columns that identify a row's session.
  public static var identifying: IdentifyingColumns { .session }

  /// The text of the reference page.
  public static var details: String {
    """
    \(rowDescription) Tables name the session in `recording_id`. Write it to a folder of its own with `writers.table` and \
    its option `folder`, as `\(tableName)`.
    """
  }

  /// The first timestamp of the reference device.
  public static func startTime(of source: Source, _ identity: RecordingIdentity) -> Double? { source.startTime }
}
