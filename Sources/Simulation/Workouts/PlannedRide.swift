/// A plan as a simulated rider follows it, and how well.
public struct PlannedRide: Sendable, Hashable {
  /// What ends a step.
  public enum Goal: Sendable, Hashable {
    /// The rider, after so many s.
    case open(Double)
    /// A time, s.
    case time(Double)
    /// A distance, m.
    case distance(Double)
  }

  /// A step of the plan.
  public struct Step: Sendable, Hashable {
    /// What ends it.
    public var goal: Goal
    /// Power when nothing else is asked for, W.
    public var effortW: Double
    /// The power, speed and heart rate that are asked for, W, m/s, beats a minute.
    public var powerW, speedMS, heartRateBpm: ClosedRange<Double>?

    /// Makes a step.
    public init(
      _ goal: Goal, effortW: Double = 200, powerW: ClosedRange<Double>? = nil, speedMS: ClosedRange<Double>? = nil,
      heartRateBpm: ClosedRange<Double>? = nil
    ) {
      self.goal = goal
      self.effortW = effortW
      self.powerW = powerW
      self.speedMS = speedMS
      self.heartRateBpm = heartRateBpm
    }
  }

  /// A step as it was ridden, on the watch's clock.
  public struct RiddenStep: Sendable, Hashable {
    /// Its place in the plan, from 0.
    public var index: Int
    /// How often it was done before.
    public var repetition: Int
    /// Whether it was passed over.
    public var isSkipped: Bool
    /// From when to when, s.
    public var startTime, endTime: Double
  }

  /// The steps in the order in which they are done, with all iterations.
  public var steps: [Step]
  /// Share of the seconds in which the rider keeps what is asked for, 0 to 1.
  public var compliance = 0.9
  /// Chance that a step with a goal is skipped, 0 to 1.
  public var skipChance = 0.0
  /// Chance that a step with a goal is done again, 0 to 0.9; the device has to make a lap of every step.
  public var repeatChance = 0.0
  /// How long the rider goes on after the plan, s.
  public var rideOnS = 0.0
  /// Whether the device makes a lap of every step, or the rider of open and skipped ones only.
  public var hasLapEveryStep = false

  /// Makes a ride of at least one step.
  public init(_ steps: [Step]) { self.steps = steps }

  /// The longest that the plan takes, s.
  var longestS: Double {
    steps.reduce(0) { sum, step in
      switch step.goal {
      case .open(let seconds), .time(let seconds): sum + seconds
      case .distance(let metres): sum + metres / (0.8 * (step.speedMS?.lowerBound ?? 4))
      }
    }
  }
}
