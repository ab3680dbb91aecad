import Pipelines
import WorkoutPlans
import Workouts

extension Slot where Value == WorkoutSession {
  /// A workout: one timeline, its figures, and how its devices agree.
  public static let workout = Slot("workout", summary: "a workout: its timeline, figures, states and differences")
}

/// The steps of a plan that were found in a workout.
public struct PlanFindings: Hashable, OnSessionClock {
  /// The name of the plan.
  public var plan: String
  /// The steps found.
  public var match: PlanMatch
  /// The first timestamp of the reference device's recording, in s.
  public var startTime: Double?
}

extension Slot where Value == PlanFindings {
  /// The steps of a plan, as they were found in a workout.
  public static let planSteps = Slot("plan_steps", summary: "the steps of a plan, as they were found in a workout")
}
