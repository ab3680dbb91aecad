import ArgumentParser
import Simulation
import WorkoutPlans

/// How a simulated rider follows a plan.
struct PlannedRideArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Workout plan that the rider follows.", valueName: "plan"),
    completion: .file(extensions: WorkoutPlanFile.extensions))
  var plan: String?

  @Option(help: "Share of the seconds in which the rider keeps to the plan's alerts, 0 to 1. (default: 0.9)")
  var compliance: Double?

  @Option(help: "Chance that a step with a goal is skipped, 0 to 1. (default: 0)")
  var skipChance: Double?

  @Option(help: "Chance that a lap ends a step after 30 to 80 % of its goal, 0 to 1. (default: 0)")
  var cutShortChance: Double?

  @Option(help: "Chance that the whole ride ends early, 0 to 1. (default: 0)")
  var endEarlyChance: Double?

  @Option(help: "Chance that a step with a goal is done again, 0 to 0.9; goes with --step-laps. (default: 0)")
  var repeatChance: Double?

  @Option(name: .customLong("ride-on-s"), help: "How long the rider goes on after the plan, in s. (default: 0)")
  var rideOnS: Double?

  @Option(
    name: .customLong("auto-lap-m"),
    help: "Distance after which the watch makes a lap by itself, in m, counted from the lap before. (default: none)")
  var autoLapM: Double?

  @Flag(help: "Have the watch make a lap of every step.")
  var stepLaps = false

  func validate() throws {
    if repeatChance != nil, !stepLaps { throw ValidationError("--repeat-chance goes with --step-laps; expected both") }
    let given = [
      ("--compliance", compliance), ("--skip-chance", skipChance), ("--cut-short-chance", cutShortChance),
      ("--end-early-chance", endEarlyChance), ("--repeat-chance", repeatChance), ("--ride-on-s", rideOnS),
      ("--auto-lap-m", autoLapM), ("--step-laps", stepLaps ? 1 : nil),
    ].filter { $0.1 != nil }.map(\.0)
    guard plan != nil || given.isEmpty else {
      throw ValidationError("\(given[0]) goes with --plan; expected both")
    }
  }

  /// The ride; nil without a plan.
  /// - Throws: `ExitCode.pipelineFault`, after every fault of the plan was told.
  func ride() throws -> PlannedRide? {
    guard let plan else { return nil }
    var ride: PlannedRide
    do {
      ride = try PlannedRide(WorkoutPlanFile.read(plan))
    } catch let error as PlanError {
      error.faults.forEach { StandardStreams.error("error: \(plan): \($0)") }
      throw ExitCode.pipelineFault
    }
    ride.compliance = compliance ?? ride.compliance
    ride.skipChance = skipChance ?? ride.skipChance
    ride.cutShortChance = cutShortChance ?? ride.cutShortChance
    ride.endEarlyChance = endEarlyChance ?? ride.endEarlyChance
    ride.autoLapM = autoLapM
    ride.repeatChance = repeatChance ?? ride.repeatChance
    ride.rideOnS = rideOnS ?? ride.rideOnS
    ride.hasLapEveryStep = stepLaps
    return ride
  }
}

extension PlannedRide {
  /// The plan as a rider knows it, with the ways between the activities of a plan of several.
  /// - Throws: `PlanError` for a plan that is at fault.
  fileprivate init(_ plan: WorkoutPlan) throws(PlanError) {
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
  /// How long a rider takes for an open step, and for the way to the next activity, s.
  private static let openS = 300.0, transitionS = 90.0

  /// The way from one activity to the next, at a walk.
  fileprivate static var transition: Self {
    var step = Self(.open(transitionS), effortW: 80)
    step.usualSpeedMS = 1.3
    step.isTransition = true
    return step
  }

  /// A step of a plan as a rider knows it. Powers to be reached are kept to within a tenth above them; zones, which are
  /// another rider's, and cadences are not looked at.
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
