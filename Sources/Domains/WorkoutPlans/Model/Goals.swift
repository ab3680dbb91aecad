/// The goal that ends a step of a custom plan.
public enum StepGoal: Hashable, Sendable {
  /// The step lasts until the user ends it.
  case open
  /// A time.
  case time(Measure<TimeUnit>)
  /// A distance; only for activities whose distance is measured.
  case distance(Measure<DistanceUnit>)
}

/// The goal of a single-goal plan: any goal of a step, or one of two goals that are not possible for steps.
public enum SingleGoal: Hashable, Sendable {
  /// No goal.
  case open
  /// A time.
  case time(Measure<TimeUnit>)
  /// A distance; only for activities whose distance is measured.
  case distance(Measure<DistanceUnit>)
  /// An energy spent.
  case energy(Measure<EnergyUnit>)
  /// A distance to swim within a time; only for a pool.
  case poolSwim(Measure<DistanceUnit>, within: Measure<TimeUnit>)

  /// Makes the goal of a plan from the goal of a step.
  public init(_ goal: StepGoal) {
    switch goal {
    case .open: self = .open
    case .time(let time): self = .time(time)
    case .distance(let distance): self = .distance(distance)
    }
  }
}

extension StepGoal {
  /// Makes the goal of a step from the goal of a plan; nil for a goal that is not possible for steps.
  public init?(_ goal: SingleGoal) {
    switch goal {
    case .open: self = .open
    case .time(let time): self = .time(time)
    case .distance(let distance): self = .distance(distance)
    case .energy, .poolSwim: return nil
    }
  }
}
