import Pipelines
import Tables
import Workouts

/// Makes a table of the differences between devices, one row a difference.
public struct DeviceDifferenceFeatureStage: WorkoutTableStage {
  /// `features.device_difference`.
  public static let type: StageType = "features.device_difference"
  /// What it does.
  public static let summary = "Makes a table of the differences between devices, one row a difference."
  /// The name of the table.
  public static let tableName = "device_differences"
  /// What a row is.
  public static let rowDescription =
    "One row a difference between two devices of a session, with its reason."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<DeviceDifference>] { DeviceDifferenceColumns.all }

  /// What a row is, for reports and pictures.
  public static var row: RowDescription? { WorkoutRows.differences }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [DeviceDifference] {
    workout.differences
  }
}
