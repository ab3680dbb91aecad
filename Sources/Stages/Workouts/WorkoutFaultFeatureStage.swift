import Pipelines
import Tables
import Workouts

/// Makes a table of what was left out of the figures, one row a stretch.
public struct WorkoutFaultFeatureStage: WorkoutTableStage {
  /// `features.workout_fault`.
  public static let type: StageType = "features.workout_fault"
  /// What it does.
  public static let summary = "Makes a table of what was left out of the figures, one row a stretch."
  /// The name of the table.
  public static let tableName = "workout_faults"
  /// What a row is.
  public static let rowDescription =
    "One row a stretch that was left out of every figure, and why."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<WorkoutFault>] { WorkoutFaultColumns.all }

  /// Nobody counts them.
  public static var row: RowDescription? { nil }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [WorkoutFault] {
    workout.analysis?.faults ?? []
  }
}
