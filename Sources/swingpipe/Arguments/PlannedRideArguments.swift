import ArgumentParser
import SPSimulation
import SPWorkoutPlans

/// The way in which a simulated rider follows a plan.
struct PlannedRideArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Workout plan that the rider follows.", valueName: "plan"),
    completion: .file(extensions: PlanFile.extensions))
  var plan: String?

  @Option(help: "Fraction of time in which the rider keeps to the plan's alerts, 0 to 1 (default: 0.9).")
  var compliance: Double?

  @Option(help: "Chance that a step with a goal is skipped, 0 to 1 (default: 0).")
  var skipChance: Double?

  @Option(help: "Chance that a lap ends a step after 30 to 80 % of its goal, 0 to 1 (default: 0).")
  var cutShortChance: Double?

  @Option(help: "Chance that the whole ride ends early, 0 to 1 (default: 0).")
  var endEarlyChance: Double?

  @Option(help: "Chance that a step with a goal is done again, 0 to 0.9 (default: 0). Requires --step-laps.")
  var repeatChance: Double?

  @Option(name: .customLong("ride-on-s"), help: "Time for which the rider continues after the plan, in s (default: 0).")
  var rideOnS: Double?

  @Option(
    name: .customLong("auto-lap-m"),
    help: "Distance of the watch's automatic laps, in m (default: none). It counts from the previous lap.")
  var autoLapM: Double?

  @Flag(help: "Let the watch make a lap of every step.")
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
  /// - Throws: `ExitCode`, after every fault of the plan was written to standard error.
  func ride() throws -> PlannedRide? {
    guard let plan else { return nil }
    var ride: PlannedRide
    do {
      ride = try PlannedRide(PlanArguments.read(plan))
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
