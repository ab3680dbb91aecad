import Pipelines
import Tables
import Workouts

/// Makes a table of the mean-maximal power curve, one row per duration.
public struct PowerCurveFeatureStage: WorkoutTableStage {
  /// `features.power_curve`.
  public static let type: StageType = "features.power_curve"
  /// A one-line summary.
  public static let summary = "Makes a table of the mean-maximal power curve, one row per duration."
  /// The name of the table.
  public static let tableName = "power_curve"
  /// The meaning of a row.
  public static let rowDescription =
    "One row per duration: the largest mean power that was kept up for as long."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<PowerCurve.Point>] { PowerCurveColumns.all }

  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.powerCurve }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [PowerCurve.Point] {
    workout.analysis?.curve.points ?? []
  }
}
