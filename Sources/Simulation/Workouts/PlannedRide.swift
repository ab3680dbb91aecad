import SPWorkoutPlans

/// A plan for a simulated rider, and how well it is followed.
package struct PlannedRide: Sendable, Hashable {
  /// How a step ends.
  package enum Goal: Sendable, Hashable {
    /// The rider ends the step after this number of s.
    case open(Double)
    /// A time, s.
    case time(Double)
    /// A distance, m.
    case distance(Double)
  }

  /// A step of the plan.
  package struct Step: Sendable, Hashable {
    /// How the step ends.
    package var goal: Goal
    /// Power if nothing else is required, W.
    package var effortW: Double
    /// The required power, speed and heart rate, W, m/s, beats per minute.
    package var powerW, speedMS, heartRateBpm: ClosedRange<Double>?
    /// A speed to reach, m/s: the rider goes as fast as the effort allows, and at least this fast.
    package var leastSpeedMS: Double?
    /// The speed if nothing else is required, m/s; nil for the speed that the power gives on a bicycle.
    package var usualSpeedMS: Double?
    /// Whether it is the transition between two activities, which is not a step of the plan.
    package var isTransition = false

    package init(
      _ goal: Goal, effortW: Double = 200, powerW: ClosedRange<Double>? = nil, speedMS: ClosedRange<Double>? = nil,
      heartRateBpm: ClosedRange<Double>? = nil
    ) {
      self.goal = goal
      self.effortW = effortW
      self.powerW = powerW
      self.speedMS = speedMS
      self.heartRateBpm = heartRateBpm
    }

    /// The lowest speed of the step, m/s.
    var lowestSpeedMS: Double { 0.8 * (speedMS?.lowerBound ?? leastSpeedMS ?? usualSpeedMS ?? 4) }
  }

  /// The result of a step.
  package enum Outcome: String, Sendable, Hashable {
    /// The step reached its goal, or the rider ended an open step.
    case reached
    /// The step ended before its goal.
    case cutShort = "cut_short"
    /// The step was skipped.
    case skipped
    /// The workout ended before the step.
    case notDone = "not_done"
  }

  /// A step as ridden, on the watch's clock.
  package struct RiddenStep: Sendable, Hashable {
    /// The position of the step in the plan, from 0.
    package var index: Int
    /// How often the step was done before.
    package var repetition: Int
    /// The result of the step.
    package var outcome: Outcome
    /// The start and end of the step, s; nil if it was not ridden.
    package var times: ClosedRange<Double>?
  }

  /// The steps in the order in which they are done, with all iterations.
  package var steps: [Step]
  /// The sport in the recordings.
  package var sport = "cycling"
  /// Fraction of the seconds in which the rider keeps the target, 0 to 1.
  package var compliance = 0.9
  /// Chance that a step with a goal is skipped, 0 to 1.
  package var skipChance = 0.0
  /// Chance that the rider ends a step by a lap after 30 to 80 % of its goal, 0 to 1. Steps below 20 s or 160 m are
  /// always completed.
  package var cutShortChance = 0.0
  /// Chance that a step with a goal is done again, 0 to 0.9; requires `hasLapEveryStep`.
  package var repeatChance = 0.0
  /// Chance that the whole ride ends early, 0 to 1: after 12 to 54 % of the longest possible time of its steps.
  package var endEarlyChance = 0.0
  /// How long the rider continues after the plan, s.
  package var rideOnS = 0.0
  /// Whether the device makes a lap for every step; otherwise the rider makes laps only for open and skipped steps.
  package var hasLapEveryStep = false
  /// The distance of automatic laps of the device, m, counted from the previous lap; nil for a device without them.
  package var autoLapM: Double?

  package init(_ steps: [Step]) { self.steps = steps }

  /// The longest duration of the plan, s.
  var longestS: Double {
    steps.reduce(0) { sum, step in
      switch step.goal {
      case .open(let seconds), .time(let seconds): sum + seconds
      case .distance(let metres): sum + metres / step.lowestSpeedMS
      }
    }
  }

  /// Makes the plan for a rider, with the transitions between activities if there are several.
  /// - Throws: `PlanError` for an invalid plan.
  package init(_ plan: WorkoutPlan) throws(PlanError) {
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

  /// Makes a step of a plan for a rider. The rider keeps a power to reach to within a tenth above it. Cadences and
  /// zones, which depend on the rider, are ignored.
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
