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

/// Makes a table with one row per workout: its totals, and the device's own totals.
public struct WorkoutFeatureStage: WorkoutTableStage {
  /// `features.workout`.
  public static let type: StageType = "features.workout"
  /// A one-line summary.
  public static let summary = "Makes a table of one row per workout: its totals, and what the device said of them."
  /// The name of the table.
  public static let tableName = "workouts"
  /// The meaning of a row.
  public static let rowDescription =
    "One row per workout: times, distance, means, power, load, water, what the device said, and its devices."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<WorkoutColumns.Row>] { WorkoutColumns.all }
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.workouts }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [WorkoutColumns.Row] {
    WorkoutColumns.Row(workout).map { [$0] } ?? []
  }
}

/// Makes a table of laps, one row per lap.
public struct LapFeatureStage: WorkoutTableStage {
  /// `features.lap`.
  public static let type: StageType = "features.lap"
  /// A one-line summary.
  public static let summary = "Makes a table of laps, one row per lap."
  /// The name of the table.
  public static let tableName = "laps"
  /// The meaning of a row.
  public static let rowDescription = "One row per lap: its figures, and what the device said of it."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<LapColumns.Row>] { LapColumns.all }
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.laps }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [LapColumns.Row] {
    workout.analysis.map(LapColumns.rows) ?? []
  }
}

/// Makes a table of the sustained efforts that were found, one row per effort.
public struct IntervalFeatureStage: WorkoutTableStage {
  /// `features.interval`.
  public static let type: StageType = "features.interval"
  /// A one-line summary.
  public static let summary = "Makes a table of the sustained efforts that were found, one row per effort."
  /// The name of the table.
  public static let tableName = "intervals"
  /// The meaning of a row.
  public static let rowDescription = "One row per sustained effort that was found in the power."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<IntervalColumns.Row>] { IntervalColumns.all }
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.intervals }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [IntervalColumns.Row] {
    workout.analysis.map(IntervalColumns.rows) ?? []
  }
}

/// Makes a table of the mean-maximal power curve, one row per duration.
public struct PowerCurveFeatureStage: WorkoutTableStage {
  /// `features.power_curve`.
  public static let type: StageType = "features.power_curve"
  /// A one-line summary.
  public static let summary = "Makes a table of the mean-maximal power curve, one row per duration."
  /// The name of the table.
  public static let tableName = "power_curve"
  /// The meaning of a row.
  public static let rowDescription = "One row per duration: the largest mean power that was kept up for as long."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<PowerCurve.Point>] { PowerCurveColumns.all }
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.powerCurve }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [PowerCurve.Point] { workout.analysis?.curve.points ?? [] }
}

/// Makes a table of the time in zones, one row per zone.
public struct ZoneFeatureStage: WorkoutTableStage {
  /// `features.zone`.
  public static let type: StageType = "features.zone"
  /// A one-line summary.
  public static let summary = "Makes a table of the time in zones, one row per zone."
  /// The name of the table.
  public static let tableName = "zones"
  /// The meaning of a row.
  public static let rowDescription = "One row per zone of power or heart rate: the time in it."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<Zone>] { ZoneColumns.all }
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.zones }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [Zone] { workout.analysis?.zones ?? [] }
}

/// Makes a table of replayed states, one row per change or request.
public struct WorkoutStateFeatureStage: WorkoutTableStage {
  /// `features.workout_state`.
  public static let type: StageType = "features.workout_state"
  /// A one-line summary.
  public static let summary = "Makes a table of replayed states, one row per change or request."
  /// The name of the table.
  public static let tableName = "workout_states"
  /// The meaning of a row.
  public static let rowDescription = "One row per change of state or a request for one: whether it may be, and why."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<WorkoutStateRow>] { WorkoutStateColumns.all }
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.states }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [WorkoutStateRow] { workout.states }
}

/// Makes a table of the differences between devices, one row per difference.
public struct DeviceDifferenceFeatureStage: WorkoutTableStage {
  /// `features.device_difference`.
  public static let type: StageType = "features.device_difference"
  /// A one-line summary.
  public static let summary = "Makes a table of the differences between devices, one row per difference."
  /// The name of the table.
  public static let tableName = "device_differences"
  /// The meaning of a row.
  public static let rowDescription = "One row per difference between two devices of a session, with its reason."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<DeviceDifference>] { DeviceDifferenceColumns.all }
  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.differences }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [DeviceDifference] { workout.differences }
}

/// Makes a table of what was left out of the figures, one row per stretch.
public struct WorkoutFaultFeatureStage: WorkoutTableStage {
  /// `features.workout_fault`.
  public static let type: StageType = "features.workout_fault"
  /// A one-line summary.
  public static let summary = "Makes a table of what was left out of the figures, one row per stretch."
  /// The name of the table.
  public static let tableName = "workout_faults"
  /// The meaning of a row.
  public static let rowDescription =
    "One row per stretch that was left out of every figure, or total of the device that differs, and why."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<WorkoutFault>] { WorkoutFaultColumns.all }
  /// Nil: these rows are neither plotted nor counted.
  public static var row: RowDescription? { nil }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [WorkoutFault] { workout.analysis?.faults ?? [] }
}
