import Pipelines
import Tables
import Workouts

/// Makes a table of laps, one row per lap.
public struct LapFeatureStage: WorkoutTableStage {
  /// `features.lap`.
  public static let type: StageType = "features.lap"
  /// A one-line summary.
  public static let summary = "Makes a table of laps, one row per lap."
  /// The name of the table.
  public static let tableName = "laps"
  /// The meaning of a row.
  public static let rowDescription =
    "One row per lap: its figures, and what the device said of it."
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
