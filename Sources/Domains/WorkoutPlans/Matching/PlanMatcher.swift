/// Finds the steps of a plan in a recorded workout: by their goals, and by laps.
///
/// Time and distance of goals count without pauses. A goal is reached when the time has passed or the distance is
/// covered. `PlanMatch.LapMeaning` describes how laps end steps.
package struct PlanMatcher: Sendable {
  /// A step of a plan of any kind.
  package struct Step: Hashable, Sendable {
    /// Its part of the plan: `warmup`, `work`, `recovery` or `cooldown`.
    package var role: String
    /// The block and the iteration of the step, from 0; nil outside of blocks.
    package var block, iteration: Int?
    /// Its name, if any.
    package var name: String?
    /// The goal that ends it.
    package var goal: SingleGoal
    /// Its alert.
    package var alert: StepAlert?
    /// The time that the plan allows for the goal, s: for a pacer, and for a distance to swim within a time.
    package var plannedS: Double?
    /// The activity, if the plan has several.
    package var activity: Activity?

    /// The goal in words, in the units of the plan.
    package var goalText: String { PlanWords(units: .written).text(goal) }
    /// Only the distance of the goal, without its time.
    var distanceText: String {
      if case .poolSwim(let distance, _) = goal { return PlanWords(units: .written).text(distance) }
      return goalText
    }
    /// The alert in words.
    package var alertText: String? { alert.map(PlanWords(units: .written).text) }
  }

  /// The largest number of steps, with all iterations, of a plan to match.
  package static let mostSteps = 2000
  /// A lap this near to a goal was made by the device, s: devices report both within a second.
  static let nearS = 1.0
  /// The longest step that counts as skipped, s.
  static let longestSkipS = 5.0

  /// The steps of the plan in the order in which they are done.
  package let steps: [Step]
  private let lapMeaning: PlanMatch.LapMeaning
  private let kind: Workout.Kind

  /// Makes a matcher. For a plan with several activities each activity is a step.
  /// - Throws: ``PlanError`` for an invalid plan, or a plan with more than `mostSteps` steps.
  package init(_ plan: WorkoutPlan, lapMeaning: PlanMatch.LapMeaning = .automatic) throws(PlanError) {
    steps = try Self.steps(of: plan.validated())
    self.lapMeaning = lapMeaning
    kind = plan.workout.kind
  }

  private static func steps(of plan: WorkoutPlan) throws(PlanError) -> [Step] {
    switch plan.workout {
    case .singleGoal(let workout):
      var step = Step(role: "work", goal: workout.goal)
      if case .poolSwim(_, let time) = workout.goal { step.plannedS = time.base }
      return [step]
    case .pacer(let workout):
      let speed = Measure(workout.speedMetresPerSecond, SpeedUnit.metresPerSecond)
      return [
        Step(
          role: "work", goal: .distance(workout.distance), alert: StepAlert(.speedThreshold(speed), on: .average),
          plannedS: workout.time.base)
      ]
    case .swimBikeRun(let workout):
      return workout.legs.map {
        Step(role: "work", name: $0.activity.support.title, goal: .open, activity: $0.activity)
      }
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
  package func match(_ ride: RecordedRide) -> PlanMatch {
    let measuring = StepMeasuring(ride: ride, progress: RideProgress(ride))
    switch kind {
    case .swimBikeRun: return LegMatching(measuring, steps).match
    case .singleGoal, .pacer: return byGoals(measuring, without: { _ in true }, laps: nil)
    case .custom: break
    }
    if lapMeaning == .everyStep || lapMeaning == .automatic {
      let byLaps = LapMatching(measuring, steps)
      if lapMeaning == .everyStep || byLaps.isLikely { return byLaps.match }
    }
    // If only laps can end steps, the laps are the rider's.
    let hasGoals = steps.contains { $0.goal != .open }
    let automatic = lapMeaning == .automatic && hasGoals ? AutomaticLaps.times(of: ride, measuring.progress) : []
    var match = byGoals(
      measuring, without: automatic.contains, laps: lapMeaning == .openStep ? .openStep : .nextStep)
    match.automaticLapCount = automatic.count
    return match
  }

  /// Matches by goals, and by the laps that are not ignored.
  private func byGoals(
    _ measuring: StepMeasuring, without isLeftOut: (Double) -> Bool, laps: PlanMatch.LapMeaning?
  ) -> PlanMatch {
    var ride = measuring.ride
    ride.laps.removeAll(where: isLeftOut)
    var inOrder = GoalMatching(StepMeasuring(ride: ride, progress: measuring.progress), steps, laps: laps)
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
  /// Why the time at which a goal is reached cannot be determined; nil if it can, and for an open goal.
  func lack(for goal: SingleGoal) -> String? {
    switch goal {
    case .open, .time: nil
    case .energy: "no sensor measures energy"
    case .distance, .poolSwim: hasDistance ? nil : "the recording has no distance"
    }
  }

  /// When a step that begins at a time reaches its goal; nil if never or unknown.
  ///
  /// A ride that ends within a second of the goal ended with it: devices report both to the second, and distances once
  /// per second.
  func time(of goal: SingleGoal, from start: Double) -> Double? {
    let (reached, lack): (Double?, Double?)
    switch goal {
    case .open, .energy: return nil
    case .time(let time):
      let timer = timerS(at: start) + time.base
      (reached, lack) = (self.time(ofTimerS: timer), lackS(ofTimerS: timer))
    case .distance(let distance), .poolSwim(let distance, _):
      guard let metres = metres(at: start).map({ $0 + distance.base }) else { return nil }
      (reached, lack) = (self.time(ofMetres: metres), lackS(ofMetres: metres))
    }
    return reached ?? lack.flatMap { $0 <= PlanMatcher.nearS ? end : nil }
  }
}

/// Distinguishes automatic laps of a device, at a fixed distance, from the rider's laps.
private enum AutomaticLaps {
  /// The distances that devices offer, m: 400 m to 10 km, and half a mile to 5 mi.
  private static let distances = [400, 500, 800, 1000, 2000, 3000, 5000, 10_000, 804.672, 1609.344, 3218.688, 8046.72]

  /// Returns the laps at a usual distance after the previous lap, for the distance with the most such laps, at least
  /// two. The result is empty if distances are not recorded.
  ///
  /// A device with automatic laps counts from the last lap, so no stretch between two laps can be longer.
  static func times(of ride: RecordedRide, _ progress: RideProgress) -> Set<Double> {
    var last = ride.start
    var lengths: [(time: Double, metres: Double, tolerance: Double)] = []
    for lap in ride.laps where lap > last {
      guard let from = progress.metres(at: last), let to = progress.metres(at: lap) else { return [] }
      // The distance covered in a second, the interval at which devices report distances.
      let before = progress.metres(at: lap - 1) ?? to
      lengths.append((lap, to - from, max(3, to - before)))
      last = lap
    }
    let rest = progress.metres(at: ride.end).flatMap { end in progress.metres(at: last).map { end - $0 } } ?? 0
    let fitting = distances.map { distance -> [Double] in
      guard rest <= distance + 3, lengths.allSatisfy({ $0.metres <= distance + $0.tolerance }) else { return [] }
      return lengths.filter { abs($0.metres - distance) <= $0.tolerance }.map(\.time)
    }
    guard let most = fitting.max(by: { $0.count < $1.count }), most.count > 1 else { return [] }
    return Set(most)
  }
}
