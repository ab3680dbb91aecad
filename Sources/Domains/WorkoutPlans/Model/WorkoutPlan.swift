/// A planned workout: a name, and one of four kinds of plans.
public struct WorkoutPlan: Hashable, Sendable {
  /// Its name for people; not empty.
  public var name: String
  /// Further notes.
  public var notes: String?
  /// The plan.
  public var workout: Workout
  /// Parts of a file that this version does not know and keeps unchanged.
  public var extensions: [PlanExtension]

  /// Makes a plan. ``faults()`` checks whether it is valid for its activity.
  public init(_ name: String, notes: String? = nil, _ workout: Workout, extensions: [PlanExtension] = []) {
    self.name = name
    self.notes = notes
    self.workout = workout
    self.extensions = extensions
  }
}

/// The four kinds of plans, each with only the parts that it can have.
public enum Workout: Hashable, Sendable {
  /// A single activity with a single goal.
  case singleGoal(SingleGoalWorkout)
  /// A distance in a time.
  case pacer(PacerWorkout)
  /// Activities one after another, with transitions between them.
  case swimBikeRun(SwimBikeRunWorkout)
  /// A warm-up, blocks of steps, and a cooldown.
  case custom(CustomWorkout)

  /// A kind of plan.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A single activity with a single goal.
    case singleGoal = "single_goal"
    /// A distance in a time.
    case pacer
    /// Activities one after another.
    case swimBikeRun = "swim_bike_run"
    /// A warm-up, blocks of steps, and a cooldown.
    case custom
  }

  /// The kind of this plan.
  public var kind: Kind {
    switch self {
    case .singleGoal: .singleGoal
    case .pacer: .pacer
    case .swimBikeRun: .swimBikeRun
    case .custom: .custom
    }
  }

  /// The activity; for swim, bike, run the activity of that name.
  public var activity: Activity {
    switch self {
    case .singleGoal(let workout): workout.activity
    case .pacer(let workout): workout.activity
    case .swimBikeRun: .swimBikeRun
    case .custom(let workout): workout.activity
    }
  }
}

/// Where an activity takes place.
public enum Location: String, CaseIterable, Hashable, Sendable {
  /// Under a roof.
  case indoor
  /// Under the sky.
  case outdoor
  /// In a pool, for swimming only.
  case pool
  /// In a lake or the sea, for swimming only.
  case openWater = "open_water"
}

/// A single activity with a single goal.
public struct SingleGoalWorkout: Hashable, Sendable {
  /// The activity.
  public var activity: Activity
  /// Where; nil if the plan leaves it open.
  public var location: Location?
  /// The goal.
  public var goal: SingleGoal

  /// Makes a workout.
  public init(_ activity: Activity, _ location: Location? = nil, goal: SingleGoal) {
    self.activity = activity
    self.location = location
    self.goal = goal
  }
}

/// A distance in a time: the pace follows from the two.
public struct PacerWorkout: Hashable, Sendable {
  /// The activity.
  public var activity: Activity
  /// Where; nil if the plan leaves it open.
  public var location: Location?
  /// The distance.
  public var distance: Measure<DistanceUnit>
  /// The time for the distance.
  public var time: Measure<TimeUnit>

  /// Makes a workout.
  public init(
    _ activity: Activity, _ location: Location? = nil, distance: Measure<DistanceUnit>, time: Measure<TimeUnit>
  ) {
    self.activity = activity
    self.location = location
    self.distance = distance
    self.time = time
  }

  /// The speed to keep, in m/s.
  public var speedMetresPerSecond: Double { distance.base / time.base }
}

/// Activities that follow each other without a break; the watch detects the transitions by itself.
public struct SwimBikeRunWorkout: Hashable, Sendable {
  /// One of the activities, with its possible locations.
  public enum Leg: Hashable, Sendable {
    /// Swimming.
    case swimming(Water)
    /// Cycling.
    case cycling(Ground)
    /// Running.
    case running(Ground)
  }

  /// Where to swim.
  public enum Water: String, CaseIterable, Hashable, Sendable {
    /// A pool.
    case pool
    /// A lake or the sea.
    case openWater = "open_water"
  }

  /// Where to ride or run.
  public enum Ground: String, CaseIterable, Hashable, Sendable {
    /// Under a roof.
    case indoor
    /// Under the sky.
    case outdoor
  }

  /// The activities in their order; at least two.
  public var legs: [Leg]

  /// Makes a workout.
  public init(_ legs: [Leg]) { self.legs = legs }
}

extension SwimBikeRunWorkout.Leg {
  /// The activity of the leg.
  public var activity: Activity {
    switch self {
    case .swimming: .swimming
    case .cycling: .cycling
    case .running: .running
    }
  }

  /// Where it takes place.
  public var location: Location {
    switch self {
    case .swimming(.pool): .pool
    case .swimming(.openWater): .openWater
    case .cycling(.indoor), .running(.indoor): .indoor
    case .cycling(.outdoor), .running(.outdoor): .outdoor
    }
  }

  /// The leg for an activity at a location; nil if a leg cannot be there.
  public init?(_ activity: Activity, _ location: Location) {
    switch (activity, location) {
    case (.swimming, .pool): self = .swimming(.pool)
    case (.swimming, .openWater): self = .swimming(.openWater)
    case (.cycling, .indoor): self = .cycling(.indoor)
    case (.cycling, .outdoor): self = .cycling(.outdoor)
    case (.running, .indoor): self = .running(.indoor)
    case (.running, .outdoor): self = .running(.outdoor)
    default: return nil
    }
  }
}

/// A part of a binary plan that this version does not know: it is written back as read.
public struct PlanExtension: Hashable, Sendable {
  /// The number of the part; an odd number.
  public let tag: Int
  /// Its content.
  public let bytes: [UInt8]

  /// Whether a tag is allowed for a part that readers may skip: it must be odd, and unknown to this version.
  package static func isAllowed(tag: Int) -> Bool { tag % 2 == 1 && tag > 3 && tag < 1 << 32 }

  /// Makes a part.
  /// - Returns: nil for a tag that is not allowed.
  public init?(tag: Int, bytes: [UInt8]) {
    guard Self.isAllowed(tag: tag) else { return nil }
    self.tag = tag
    self.bytes = bytes
  }
}
