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

  @Option(help: "Chance that a step with a goal is done again, 0 to 0.9; goes with --step-laps. (default: 0)")
  var repeatChance: Double?

  @Option(name: .customLong("ride-on-s"), help: "How long the rider goes on after the plan, in s. (default: 0)")
  var rideOnS: Double?

  @Flag(help: "Have the watch make a lap of every step.")
  var stepLaps = false

  func validate() throws {
    if repeatChance != nil, !stepLaps { throw ValidationError("--repeat-chance goes with --step-laps; expected both") }
    let isIdle = compliance == nil && skipChance == nil && repeatChance == nil && rideOnS == nil && !stepLaps
    guard plan != nil || isIdle else {
      throw ValidationError(
        "--compliance, --skip-chance, --repeat-chance, --ride-on-s and --step-laps go with --plan; expected it")
    }
  }

  /// The ride; nil without a plan.
  /// - Throws: `ExitCode.pipelineFault`, after every fault of the plan was told.
  func ride() throws -> PlannedRide? {
    guard let plan else { return nil }
    var ride: PlannedRide
    do {
      ride = PlannedRide(try PlanMatcher(WorkoutPlanFile.read(plan)).steps.map(PlannedRide.Step.init))
    } catch let error as PlanError {
      error.faults.forEach { StandardStreams.error("error: \(plan): \($0)") }
      throw ExitCode.pipelineFault
    }
    ride.compliance = compliance ?? ride.compliance
    ride.skipChance = skipChance ?? ride.skipChance
    ride.repeatChance = repeatChance ?? ride.repeatChance
    ride.rideOnS = rideOnS ?? ride.rideOnS
    ride.hasLapEveryStep = stepLaps
    return ride
  }
}

extension PlannedRide.Step {
  /// How long a rider takes for an open step, s.
  private static let openS = 300.0

  /// A step of a plan as a rider knows it. What is to be reached is kept to within a tenth above it; zones, which are
  /// another rider's, and cadences are not looked at.
  fileprivate init(_ step: PlanMatcher.Step) {
    let goal: PlannedRide.Goal =
      switch step.goal {
      case .open, .energy: .open(Self.openS)
      case .time(let time): .time(time.base)
      case .distance(let distance), .poolSwim(let distance, _): .distance(distance.base)
      }
    self.init(goal, effortW: step.role == "work" ? 200 : 120)
    switch step.alert?.target {
    case .powerRange(let range): powerW = range.base
    case .powerThreshold(let value): powerW = value.base...(1.1 * value.base)
    case .speedRange(let range): speedMS = range.base
    case .speedThreshold(let value): speedMS = value.base...(1.1 * value.base)
    case .heartRateRange(let range): heartRateBpm = range.base
    case .heartRateZone, .powerZone, .cadenceRange, .cadenceThreshold, nil: break
    }
  }
}
