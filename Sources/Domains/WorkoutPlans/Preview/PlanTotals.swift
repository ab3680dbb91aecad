/// The totals of a plan, with all iterations counted.
package struct PlanTotals: Hashable, Sendable {
  /// Steps.
  package private(set) var steps = 0.0
  /// Steps that last until the user ends them, or until an energy is spent: their duration is unknown.
  package private(set) var openSteps = 0.0
  /// The sum of the times that are goals, in s.
  package private(set) var timeS = 0.0
  /// The sum of the distances that are goals, in m.
  package private(set) var distanceM = 0.0
  /// The duration of all steps except open ones, in s: distances at the target speed of their alert, or else at an easy
  /// speed of the activity.
  package private(set) var estimatedS = 0.0

  /// Computes the totals of a plan.
  package init(_ plan: WorkoutPlan) {
    switch plan.workout {
    case .singleGoal(let workout): add(workout.goal, nil, workout.activity, times: 1)
    case .pacer(let workout):
      steps = 1
      distanceM = workout.distance.base
      timeS = workout.time.base
      estimatedS = timeS
    case .swimBikeRun(let workout):
      steps = Double(workout.legs.count)
      openSteps = steps
    case .custom(let workout):
      for step in [workout.warmup, workout.cooldown].compactMap(\.self) { add(step, workout.activity, times: 1) }
      for block in workout.blocks {
        for step in block.steps { add(step.step, workout.activity, times: Double(block.iterations)) }
      }
    }
  }

  private mutating func add(_ step: PlanStep, _ activity: Activity, times: Double) {
    add(SingleGoal(step.goal), step.alert, activity, times: times)
  }

  private mutating func add(_ goal: SingleGoal, _ alert: StepAlert?, _ activity: Activity, times: Double) {
    steps += times
    switch goal {
    case .open, .energy: openSteps += times
    case .time(let time): timeS += times * time.base
    case .distance(let distance): distanceM += times * distance.base
    case .poolSwim(let distance, let time):
      timeS += times * time.base
      distanceM += times * distance.base
    }
    if let seconds = Self.estimatedS(goal, alert, activity) { estimatedS += times * seconds }
  }

  /// The duration of a step, in s; nil if unknown.
  static func estimatedS(_ goal: SingleGoal, _ alert: StepAlert?, _ activity: Activity) -> Double? {
    switch goal {
    case .open, .energy: return nil
    case .time(let time), .poolSwim(_, within: let time): return time.base
    case .distance(let distance):
      let asked: Double? =
        switch alert?.target {
        case .speedThreshold(let speed): speed.base
        case .speedRange(let range): (range.base.lowerBound + range.base.upperBound) / 2
        default: nil
        }
      return (asked ?? activity.support.typicalSpeedMetresPerSecond).map { distance.base / $0 }
    }
  }
}
