import SPWorkoutPlans

extension PlannedRide {
  /// Makes the plan for a rider, with the transitions between activities if there are several.
  /// - Throws: `PlanError` for an invalid plan.
  public init(_ plan: WorkoutPlan) throws(PlanError) {
    let activity = plan.workout.activity
    let steps = try PlanMatcher(plan).steps
    var done: [Step] = []
    for step in steps {
      if step.activity != nil, !done.isEmpty { done.append(.transition) }
      done.append(Step(step, of: step.activity ?? activity))
    }
    self.init(done)
    sport = activity == .swimBikeRun ? "multisport" : activity.rawValue
  }
}

extension PlannedRide.Step {
  /// How long a rider takes for an open step, and for the transition to the next activity, s.
  private static let openS = 300.0, transitionS = 90.0

  /// The transition from one activity to the next, at walking speed.
  fileprivate static var transition: Self {
    var step = Self(.open(transitionS), effortW: 80)
    step.usualSpeedMS = 1.3
    step.isTransition = true
    return step
  }

  /// Makes a step of a plan for a rider. Powers to reach are kept to within a tenth above them; zones, which depend on
  /// the rider, and cadences are ignored.
  fileprivate init(_ step: PlanMatcher.Step, of activity: Activity) {
    let goal: PlannedRide.Goal =
      switch step.goal {
      case .open, .energy: .open(Self.openS)
      case .time(let time): .time(time.base)
      case .distance(let distance), .poolSwim(let distance, _): .distance(distance.base)
      }
    self.init(goal, effortW: step.role == "work" ? 200 : 120)
    if activity != .cycling { usualSpeedMS = activity.support.typicalSpeedMetresPerSecond }
    switch step.alert?.target {
    case .powerRange(let range): powerW = range.base
    case .powerThreshold(let value): powerW = value.base...(1.1 * value.base)
    case .speedRange(let range): speedMS = range.base
    case .speedThreshold(let value): leastSpeedMS = value.base
    case .heartRateRange(let range): heartRateBpm = range.base
    case .heartRateZone, .powerZone, .cadenceRange, .cadenceThreshold, nil: break
    }
  }
}
