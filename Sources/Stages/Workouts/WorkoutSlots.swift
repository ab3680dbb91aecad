import Pipelines
import Workouts

extension Slot where Value == WorkoutSession {
  /// A workout: one timeline, its figures, and how its devices agree.
  public static let workout = Slot("workout", summary: "a workout: its timeline, figures, states and differences")
}
