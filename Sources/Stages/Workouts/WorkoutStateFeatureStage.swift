import Pipelines
import Tables
import Workouts

/// Makes a table of replayed states, one row a change or request.
public struct WorkoutStateFeatureStage: WorkoutTableStage {
  /// `features.workout_state`.
  public static let type: StageType = "features.workout_state"
  /// What it does.
  public static let summary = "Makes a table of replayed states, one row a change or request."
  /// The name of the table.
  public static let tableName = "workout_states"
  /// What a row is.
  public static let rowDescription =
    "One row a change of state or a request for one: whether it may be, and why."
  /// The columns after the identifier.
  public static var columns: [ColumnDefinition<WorkoutStateRow>] { WorkoutStateColumns.all }

  /// What a row is, for reports and pictures.
  public static var row: RowDescription? { WorkoutRows.states }

  /// Takes no options.
  public init(_ options: NoOptions) {}

  /// The rows of a workout.
  public static func rows(of workout: WorkoutSession) -> [WorkoutStateRow] {
    workout.states
  }
}
