import Pipelines
import Tables
import Workouts

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
