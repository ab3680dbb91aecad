import Pipelines
import Tables
import Workouts

/// Makes a table of the differences between devices, one row per difference.
public struct DeviceDifferenceFeatureStage: WorkoutTableStage {
  /// `features.device_difference`.
  public static let type: StageType = "features.device_difference"
  /// A one-line summary.
  public static let summary = "Makes a table of the differences between devices, one row per difference."
  /// The name of the table.
  public static let tableName = "device_differences"
  /// The meaning of a row.
  public static let rowDescription =
    "One row per difference between two devices of a session, with its reason."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<DeviceDifference>] { DeviceDifferenceColumns.all }

  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.differences }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [DeviceDifference] {
    workout.differences
  }
}
