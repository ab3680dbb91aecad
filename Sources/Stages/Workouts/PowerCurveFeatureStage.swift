import Pipelines
import Tables
import Workouts

/// Makes a table of the mean-maximal power curve, one row a duration.
public struct PowerCurveFeatureStage: WorkoutTableStage {
  /// `features.power_curve`.
  public static let type: StageType = "features.power_curve"
  /// What it does.
  public static let summary = "Makes a table of the mean-maximal power curve, one row a duration."
  /// The name of the table.
  public static let tableName = "power_curve"
  /// What a row is.
  public static let rowDescription =
    "One row a duration: the largest mean power that was kept up for as long."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<PowerCurve.Point>] { PowerCurveColumns.all }

  /// What a row is, for reports and pictures.
  public static var row: RowDescription? { WorkoutRows.powerCurve }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [PowerCurve.Point] {
    workout.analysis?.curve.points ?? []
  }
}
