/// Finds the steps of a plan in a recorded workout: by their goals, and by laps.
///
/// Time and distance of goals count without pauses. A goal is reached at the moment at which the time has counted or the
/// distance is covered. How laps end steps, ``PlanMatch/LapMeaning`` says.
public struct PlanMatcher: Sendable {
  /// A step of a plan of any kind.
  public struct Step: Hashable, Sendable {
    /// Its part of the plan: `warmup`, `work`, `recovery` or `cooldown`.
    public var role: String
    /// The block and the iteration that it belongs to, from 0; nil outside of blocks.
    public var block, iteration: Int?
    /// What it is called, where it has a name.
    public var name: String?
    /// What ends it.
    public var goal: SingleGoal
    /// What it alerts to.
    public var alert: StepAlert?

    /// The goal in words, in the units of the plan.
    public var goalText: String { PlanWords(units: .written).text(goal) }
    /// The alert in words.
    public var alertText: String? { alert.map(PlanWords(units: .written).text) }
  }

  /// The most steps, with all iterations, of a plan that is looked for.
  public static let mostSteps = 2000
  /// How near to a goal a lap is the device's own, s: devices tell of both within a second.
  static let nearS = 1.0
  /// The longest step that counts as skipped, s.
  static let longestSkipS = 5.0

  /// The steps of the plan in the order in which they are done.
  public let steps: [Step]
  private let lapMeaning: PlanMatch.LapMeaning

  /// Makes a matcher.
  /// - Throws: ``PlanError`` for a plan that makes no sense, of several activities, or of more than ``mostSteps`` steps.
  public init(_ plan: WorkoutPlan, lapMeaning: PlanMatch.LapMeaning = .automatic) throws(PlanError) {
    steps = try Self.steps(of: plan.validated())
    self.lapMeaning = lapMeaning
  }

  private static func steps(of plan: WorkoutPlan) throws(PlanError) -> [Step] {
    switch plan.workout {
    case .singleGoal(let workout): return [Step(role: "work", goal: workout.goal)]
    case .pacer(let workout):
      let speed = Measure(workout.speedMetresPerSecond, SpeedUnit.metresPerSecond)
      return [
        Step(
          role: "work", goal: .distance(workout.distance), alert: StepAlert(.speedThreshold(speed), on: .average))
      ]
    case .swimBikeRun:
      throw PlanError([
        PlanFault("", "is a plan for several activities, whose steps are not looked for; expected one for one activity")
      ])
    case .custom(let workout):
      guard workout.stepCount <= Double(mostSteps) else {
        throw PlanError([
          PlanFault(
            "", "has \(PlanNumber.text(workout.stepCount)) steps with all iterations; expected at most \(mostSteps)")
        ])
      }
      return workout.stepsInOrder().map(Step.init)
    }
  }

  /// Finds the steps.
  public func match(_ ride: RecordedRide) -> PlanMatch {
    let measuring = StepMeasuring(ride: ride, progress: RideProgress(ride))
    if lapMeaning == .everyStep || lapMeaning == .automatic {
      let byLaps = LapMatching(measuring, steps)
      if lapMeaning == .everyStep || byLaps.isLikely { return byLaps.match }
    }
    var inOrder = GoalMatching(measuring, steps, laps: lapMeaning == .openStep ? .openStep : .nextStep)
    inOrder.run()
    return inOrder.match
  }
}

extension PlanMatcher.Step {
  fileprivate init(_ placed: PlacedStep) {
    switch placed.part {
    case .warmup: role = "warmup"
    case .cooldown: role = "cooldown"
    case .block(let block, let iteration, _, let purpose):
      role = purpose.rawValue
      (self.block, self.iteration) = (block, iteration)
    }
    name = placed.step.name
    goal = SingleGoal(placed.step.goal)
    alert = placed.step.alert
  }
}

extension RideProgress {
  /// Why nobody can tell when a goal is reached; nil where that can be told, and for an open one.
  func lack(for goal: SingleGoal) -> String? {
    switch goal {
    case .open, .time: nil
    case .energy: "no sensor measures energy"
    case .distance, .poolSwim: hasDistance ? nil : "the recording has no distance"
    }
  }

  /// When a goal is reached by a step that begins at a moment; nil where it never is, or nobody can tell.
  func time(of goal: SingleGoal, from start: Double) -> Double? {
    switch goal {
    case .open, .energy: nil
    case .time(let time): self.time(ofTimerS: timerS(at: start) + time.base)
    case .distance(let distance), .poolSwim(let distance, _):
      metres(at: start).flatMap { self.time(ofMetres: $0 + distance.base) }
    }
  }
}
