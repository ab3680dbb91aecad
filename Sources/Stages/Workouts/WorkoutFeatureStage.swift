import Pipelines
import Tables
import Workouts

/// Makes a table of one row a workout: its totals, and what the device said of them.
public struct WorkoutFeatureStage: WorkoutTableStage {
  /// `features.workout`.
  public static let type: StageType = "features.workout"
  /// What it does.
  public static let summary = "Makes a table of one row a workout: its totals, and what the device said of them."
  /// The name of the table.
  public static let tableName = "workouts"
  /// What a row is.
  public static let rowDescription =
    "One row a workout: times, distance, means, power, load, water, what the device said, and its devices."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<WorkoutColumns.Row>] { WorkoutColumns.all }

  /// What a row is, for reports and pictures.
  public static var row: RowDescription? { WorkoutRows.workouts }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [WorkoutColumns.Row] {
    WorkoutColumns.Row(workout).map { [$0] } ?? []
  }
}
