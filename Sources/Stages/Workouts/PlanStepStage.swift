import Files
import Pipelines
import WorkoutPlans
import Workouts

/// Options of `detectors.plan_steps`.
public struct PlanStepOptions: StageOptions {
  var plan = ""
  var laps = PlanMatch.LapMeaning.automatic

  /// The options with all defaults.
  public init() {}

  /// The table.
  public static var fields: [OptionField<Self>] {
    [
      OptionField(
        "plan", \.plan, .file(of: "a workout plan"),
        help: "Workout plan (JSON, binary, FIT or ZWO) to look for, relative to the pipeline's file."
      ).required(example: "Pipelines/Plans/my_workout.json"),
      .choice(
        "laps", \.laps,
        help: """
          What a lap means: that the rider went on to the next step, that a step ended, or that an open step ended; \
          by default found from the recording.
          """),
    ]
  }
}

/// Finds the steps of a workout plan in a workout.
public struct PlanStepStage: Stage {
  /// `detectors.plan_steps`.
  public static let type: StageType = "detectors.plan_steps"
  /// A one-line summary.
  public static let summary = "Finds the steps of a workout plan in a workout: by goals reached, and by laps."
  /// The text of the reference page.
  public static let details = """
    A step ends at the moment at which the time of its goal has counted or the distance is covered, both without pauses; an \
    open step ends with a lap. What other laps mean, `laps` says: with `next_step` the rider went on to the next step, so \
    that one of at most 5 s was skipped and a longer one cut short; with `every_step` each step ends with a lap, and steps \
    are laid beside laps by their lengths and alerts, so that skipped and repeated ones are found; with `open_step` laps \
    within other steps are the device's own, such as one per kilometre. `automatic` takes `every_step` where most laps \
    have the length of their step's goal, and else `next_step`, for which laps at regular distances (a usual \
    distance, twice or more) do not count.

    A single goal and a pacer have one step, which no lap ends. Swim, bike and run have one step per activity, and laps \
    separate them, whatever `laps` says: by the speeds that are usual of each, and with transitions between them or \
    without.

    A target is kept in the seconds whose value, or whose mean since the step began, lies in its range; a threshold is to \
    be reached. Zones are those of `detectors.workout`: those of the heart rate need its option `max_heart_rate_bpm`.
    """

  /// The plan that workouts are compared with; a ready pipeline has one of its own.
  public func remark(as id: String) -> String? {
    "workouts are compared with the plan \"\(plan.name)\" of \(path); --set \(id).plan=FILE takes another"
  }

  /// The plan's content.
  public let fileHashes: [String: ContentHash]

  let plan: WorkoutPlan
  private let path: String
  private let matcher: PlanMatcher
  private let losses: [String]

  /// The slots that it reads and writes.
  public static func ports(_ options: PlanStepOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(.workout)], writes: [.required(.planSteps)])
  }

  /// Takes the options and reads the plan.
  /// - Throws: `OptionFault` for a plan that cannot be read, is faulty, or cannot be searched for.
  public init(_ options: PlanStepOptions) throws {
    let data = try OptionFile.data(at: options.plan, option: "plan", expected: "a workout plan")
    do throws(PlanError) {
      let read = try WorkoutPlan.read(Array(data), file: options.plan)
      plan = read.plan
      losses = read.losses
      matcher = try PlanMatcher(read.plan, lapMeaning: options.laps)
    } catch {
      throw OptionFault("plan", "\(error)")
    }
    path = options.plan
    fileHashes = ["plan": ContentHash(data)]
  }

  /// Finds the steps.
  public func run(_ workspace: inout Workspace) throws {
    for loss in losses { workspace.warn("the plan: \(loss)") }
    let activity = plan.workout.activity
    if let sport = try workspace.get(.recording).identity.sport, !activity.support.fits(sport: sport) {
      workspace.warn("the plan \"\(plan.name)\" is for \(activity.rawValue), and the workout is \(sport)")
    }
    let workout = try workspace.get(.workout)
    let ride = RecordedRide(workout)
    if ride.running.isEmpty {
      workspace.warn("no workout is recorded, so that nothing was done of the plan \"\(plan.name)\"")
    }
    let match = matcher.match(ride)
    let lacking = match.count(.notMeasured)
    if lacking > 0 {
      workspace.warn(
        "the plan \"\(plan.name)\": the recording cannot tell whether the goals of \(lacking) steps were reached")
    }
    workspace.note("plan_steps", match.plannedCount)
    workspace.note("plan_steps_reached", match.count(.reached))
    try workspace.set(.planSteps, PlanFindings(plan: plan.name, match: match, startTime: workout.startTime))
  }
}

extension RecordedRide {
  /// Converts a workout for the library of plans.
  init(_ workout: WorkoutSession) {
    guard let analysis = workout.analysis else {
      self.init(running: [])
      return
    }
    let series = analysis.series
    self.init(running: series.timer.running, laps: analysis.laps.dropFirst().map(\.figures.startTime))
    distanceTimes = series.distance.times
    distanceMetres = series.distance.values
    secondsStart = series.power.startTime
    seconds = [
      .power: series.power.values, .cadence: series.cadence.values, .heartRate: series.heartRate.values,
      .speed: series.speed.values,
    ]
    for zone in analysis.zones {
      let span = zone.lower..<max(zone.lower, zone.upper ?? .infinity)
      switch zone.quantity {
      case .power: powerZones[zone.number] = span
      case .heartRate: heartRateZones[zone.number] = span
      default: break
      }
    }
  }
}
