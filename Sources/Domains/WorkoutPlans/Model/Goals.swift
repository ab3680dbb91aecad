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

/// The alert of a step of a custom plan: a target for the current or the average value.
public struct StepAlert: Hashable, Sendable {
  /// The target.
  public enum Target: Hashable, Sendable {
    /// A range of heart rates.
    case heartRateRange(MeasureRange<HeartRateUnit>)
    /// A heart rate zone, 1 to 5.
    case heartRateZone(Int)
    /// A range of powers.
    case powerRange(MeasureRange<PowerUnit>)
    /// A power to reach.
    case powerThreshold(Measure<PowerUnit>)
    /// A power zone, 1 to 7.
    case powerZone(Int)
    /// A range of speeds, or of paces.
    case speedRange(MeasureRange<SpeedUnit>)
    /// A speed to reach, or a pace.
    case speedThreshold(Measure<SpeedUnit>)
    /// A range of cadences.
    case cadenceRange(MeasureRange<CadenceUnit>)
    /// A cadence to reach.
    case cadenceThreshold(Measure<CadenceUnit>)
  }

  /// The value that is compared with the target.
  public enum Metric: String, CaseIterable, Hashable, Sendable {
    /// The current value.
    case current
    /// The mean since the step began.
    case average
  }

  /// The target.
  public var target: Target
  /// The value that is compared with the target.
  public var metric: Metric

  /// Makes an alert; by default on the current value.
  public init(_ target: Target, on metric: Metric = .current) {
    self.target = target
    self.metric = metric
  }

  /// The valid heart rate zones.
  package static let heartRateZones = 1...5
  /// The valid power zones, separated at 55, 75, 90, 105, 120 and 150 % of the functional threshold power.
  ///
  /// Source: H. Allen and A. Coggan, "Training and Racing with a Power Meter", VeloPress 2010.
  package static let powerZones = 1...7
}

extension StepAlert.Target {
  /// The quantity of the alert.
  public var measure: ActivitySupport.Measure {
    switch self {
    case .heartRateRange, .heartRateZone: .heartRate
    case .powerRange, .powerThreshold, .powerZone: .power
    case .speedRange, .speedThreshold: .speed
    case .cadenceRange, .cadenceThreshold: .cadence
    }
  }
}
