import Pipelines
import Tables
import Workouts

/// Makes a table of laps, one row a lap.
public struct LapFeatureStage: WorkoutTableStage {
  /// `features.lap`.
  public static let type: StageType = "features.lap"
  /// What it does.
  public static let summary = "Makes a table of laps, one row a lap."
  /// The name of the table.
  public static let tableName = "laps"
  /// What a row is.
  public static let rowDescription =
    "One row a lap: its figures, and what the device said of it."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<LapColumns.Row>] { LapColumns.all }

  /// What a row is, for reports and pictures.
  public static var row: RowDescription? { WorkoutRows.laps }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [LapColumns.Row] {
    workout.analysis.map(LapColumns.rows) ?? []
  }
}
