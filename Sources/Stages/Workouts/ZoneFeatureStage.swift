import Pipelines
import Tables
import Workouts

/// Makes a table of the time in zones, one row per zone.
public struct ZoneFeatureStage: WorkoutTableStage {
  /// `features.zone`.
  public static let type: StageType = "features.zone"
  /// A one-line summary.
  public static let summary = "Makes a table of the time in zones, one row per zone."
  /// The name of the table.
  public static let tableName = "zones"
  /// The meaning of a row.
  public static let rowDescription =
    "One row per zone of power or heart rate: the time in it."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<Zone>] { ZoneColumns.all }

  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.zones }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [Zone] {
    workout.analysis?.zones ?? []
  }
}
