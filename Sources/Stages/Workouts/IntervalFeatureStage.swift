import Pipelines
import Tables
import Workouts

/// Makes a table of the sustained efforts that were found, one row per effort.
public struct IntervalFeatureStage: WorkoutTableStage {
  /// `features.interval`.
  public static let type: StageType = "features.interval"
  /// A one-line summary.
  public static let summary = "Makes a table of the sustained efforts that were found, one row per effort."
  /// The name of the table.
  public static let tableName = "intervals"
  /// The meaning of a row.
  public static let rowDescription =
    "One row per sustained effort that was found in the power."
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
