import Pipelines
import Tables
import Workouts

/// Makes a table of the time in zones, one row a zone.
public struct ZoneFeatureStage: WorkoutTableStage {
  /// `features.zone`.
  public static let type: StageType = "features.zone"
  /// What it does.
  public static let summary = "Makes a table of the time in zones, one row a zone."
  /// The name of the table.
  public static let tableName = "zones"
  /// What a row is.
  public static let rowDescription =
    "One row a zone of power or heart rate: the time in it."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<Zone>] { ZoneColumns.all }

  /// What a row is, for reports and pictures.
  public static var row: RowDescription? { WorkoutRows.zones }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [Zone] {
    workout.analysis?.zones ?? []
  }
}
