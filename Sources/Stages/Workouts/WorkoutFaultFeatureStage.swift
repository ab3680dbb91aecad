import Pipelines
import Tables
import Workouts

/// Makes a table of what was left out of the figures, one row per stretch.
public struct WorkoutFaultFeatureStage: WorkoutTableStage {
  /// `features.workout_fault`.
  public static let type: StageType = "features.workout_fault"
  /// A one-line summary.
  public static let summary = "Makes a table of what was left out of the figures, one row per stretch."
  /// The name of the table.
  public static let tableName = "workout_faults"
  /// The meaning of a row.
  public static let rowDescription =
    "One row per stretch that was left out of every figure, or total of the device that differs, and why."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<WorkoutFault>] { WorkoutFaultColumns.all }

  /// Nil: these rows are neither plotted nor counted.
  public static var row: RowDescription? { nil }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [WorkoutFault] {
    workout.analysis?.faults ?? []
  }
}
