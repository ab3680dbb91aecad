import Pipelines
import Tables
import Workouts

/// Makes a table of replayed states, one row per change or request.
public struct WorkoutStateFeatureStage: WorkoutTableStage {
  /// `features.workout_state`.
  public static let type: StageType = "features.workout_state"
  /// A one-line summary.
  public static let summary = "Makes a table of replayed states, one row per change or request."
  /// The name of the table.
  public static let tableName = "workout_states"
  /// The meaning of a row.
  public static let rowDescription =
    "One row per change of state or a request for one: whether it may be, and why."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<WorkoutStateRow>] { WorkoutStateColumns.all }

  /// The kind of a row, for reports and plots.
  public static var row: RowDescription? { WorkoutRows.states }

  /// Makes the stage.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [WorkoutStateRow] {
    workout.states
  }
}
