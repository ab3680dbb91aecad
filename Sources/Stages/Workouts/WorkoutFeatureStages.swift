import SPPipelines
import SPRecordings
import SPTables
import SPWorkouts

/// A stage that makes a table of a part of a workout, or of findings in a workout. Each row begins with the session's
/// identifier.
package protocol WorkoutTableStage: TableStage where Source: OnSessionClock {
  /// The type of the result from which the table is made.
  associatedtype Source = WorkoutSession
  /// The name of the table in the ready pipelines.
  static var tableName: String { get }
  /// The rows.
  static func rows(of source: Source) -> [Row]
}

/// A result with times on the clock of a session's reference device.
package protocol OnSessionClock: Sendable {
  /// The first timestamp of the reference device's recording, in s.
  var startTime: Double? { get }
}

extension WorkoutSession: OnSessionClock {
  /// The first timestamp of the reference device's recording, in s.
  public var startTime: Double? { timeline.startTime }
}

extension WorkoutTableStage where Source == WorkoutSession {
  /// The workout.
  package static var source: Slot<WorkoutSession> { .workout }
}

extension WorkoutTableStage {
  /// The columns that identify a row's session.
  package static var identifying: IdentifyingColumns { .session }

  /// The text of the reference page.
  package static var details: String {
    """
    \(rowDescription) Tables name the session in `recording_id`. Write the table to a separate folder with \
    `writers.table` and its option `folder`, as `\(tableName)`.
    """
  }

  /// The first timestamp of the reference device.
  package static func startTime(of source: Source, _ identity: RecordingIdentity) -> Double? { source.startTime }
}

/// Makes a table with a row per workout: the totals of its samples, and the totals that the device states.
package struct WorkoutFeatureStage: WorkoutTableStage {
  package static let type: StageType = "features.workout"
  package static let summary = "Makes a table of one row per workout: its totals, and what the device said of them."
  package static let tableName = "workouts"
  package static let rowDescription =
    "One row per workout: times, distance, means, power, load, water, what the device said, and its devices."
  package static var columns: [ColumnDefinition<WorkoutColumns.Row>] { WorkoutColumns.all }
  package static var row: RowDescription? { WorkoutRowDescriptions.workouts }

  package init(_ options: NoOptions) {}

  package static func rows(of workout: WorkoutSession) -> [WorkoutColumns.Row] {
    WorkoutColumns.Row(workout).map { [$0] } ?? []
  }
}

/// Makes a table of laps, one row per lap.
package struct LapFeatureStage: WorkoutTableStage {
  package static let type: StageType = "features.lap"
  package static let summary = "Makes a table of laps, one row per lap."
  package static let tableName = "laps"
  package static let rowDescription = "One row per lap: its figures, and what the device said of it."
  package static var columns: [ColumnDefinition<LapColumns.Row>] { LapColumns.all }
  package static var row: RowDescription? { WorkoutRowDescriptions.laps }

  package init(_ options: NoOptions) {}

  package static func rows(of workout: WorkoutSession) -> [LapColumns.Row] {
    workout.analysis.map(LapColumns.rows) ?? []
  }
}

/// Makes a table of the sustained efforts that were found, one row per effort.
package struct IntervalFeatureStage: WorkoutTableStage {
  package static let type: StageType = "features.interval"
  package static let summary = "Makes a table of the sustained efforts that were found, one row per effort."
  package static let tableName = "intervals"
  package static let rowDescription = "One row per sustained effort that was found in the power."
  package static var columns: [ColumnDefinition<IntervalColumns.Row>] { IntervalColumns.all }
  package static var row: RowDescription? { WorkoutRowDescriptions.intervals }

  package init(_ options: NoOptions) {}

  package static func rows(of workout: WorkoutSession) -> [IntervalColumns.Row] {
    workout.analysis.map(IntervalColumns.rows) ?? []
  }
}

/// Makes a table of the mean-maximal power curve, one row per duration.
package struct PowerCurveFeatureStage: WorkoutTableStage {
  package static let type: StageType = "features.power_curve"
  package static let summary = "Makes a table of the mean-maximal power curve, one row per duration."
  package static let tableName = "power_curve"
  package static let rowDescription = "One row per duration: the largest mean power that was kept up for as long."
  package static var columns: [ColumnDefinition<PowerCurve.Point>] { PowerCurveColumns.all }
  package static var row: RowDescription? { WorkoutRowDescriptions.powerCurve }

  package init(_ options: NoOptions) {}

  package static func rows(of workout: WorkoutSession) -> [PowerCurve.Point] { workout.analysis?.curve.points ?? [] }
}

/// Makes a table of the time in zones, one row per zone.
package struct ZoneFeatureStage: WorkoutTableStage {
  package static let type: StageType = "features.zone"
  package static let summary = "Makes a table of the time in zones, one row per zone."
  package static let tableName = "zones"
  package static let rowDescription = "One row per zone of power or heart rate: the time in it."
  package static var columns: [ColumnDefinition<Zone>] { ZoneColumns.all }
  package static var row: RowDescription? { WorkoutRowDescriptions.zones }

  package init(_ options: NoOptions) {}

  package static func rows(of workout: WorkoutSession) -> [Zone] { workout.analysis?.zones ?? [] }
}

/// Makes a table of replayed states, one row per change or request.
package struct WorkoutStateFeatureStage: WorkoutTableStage {
  package static let type: StageType = "features.workout_state"
  package static let summary = "Makes a table of replayed states, one row per change or request."
  package static let tableName = "workout_states"
  package static let rowDescription = "One row per change of state or a request for one: whether it may be, and why."
  package static var columns: [ColumnDefinition<WorkoutStateRow>] { WorkoutStateColumns.all }
  package static var row: RowDescription? { WorkoutRowDescriptions.states }

  package init(_ options: NoOptions) {}

  package static func rows(of workout: WorkoutSession) -> [WorkoutStateRow] { workout.states }
}

/// Makes a table of the differences between devices, one row per difference.
package struct DeviceDifferenceFeatureStage: WorkoutTableStage {
  package static let type: StageType = "features.device_difference"
  package static let summary = "Makes a table of the differences between devices, one row per difference."
  package static let tableName = "device_differences"
  package static let rowDescription = "One row per difference between two devices of a session, with its reason."
  package static var columns: [ColumnDefinition<DeviceDifference>] { DeviceDifferenceColumns.all }
  package static var row: RowDescription? { WorkoutRowDescriptions.differences }

  package init(_ options: NoOptions) {}

  package static func rows(of workout: WorkoutSession) -> [DeviceDifference] { workout.differences }
}

/// Makes a table with a row for each segment that the totals leave out, and for each total that differs from the
/// device's total.
package struct WorkoutFaultFeatureStage: WorkoutTableStage {
  package static let type: StageType = "features.workout_fault"
  package static let summary = "Makes a table of the stretches that were left out of the figures, one row per stretch."
  package static let tableName = "workout_faults"
  package static let rowDescription =
    "One row per stretch that was left out of every figure, or total of the device that differs, and why."
  package static var columns: [ColumnDefinition<WorkoutFault>] { WorkoutFaultColumns.all }
  /// Nil, since the rows are not plotted and not counted.
  package static var row: RowDescription? { nil }

  package init(_ options: NoOptions) {}

  package static func rows(of workout: WorkoutSession) -> [WorkoutFault] { workout.analysis?.faults ?? [] }
}
