import SPBasics
import SPPipelines
import SPWorkoutPlans
import SPWorkouts

/// The steps of a plan that were found in a workout.
package struct PlanFindings: Hashable, OnSessionClock {
  /// The name of the plan.
  package var plan: String
  /// The steps found.
  package var match: PlanMatch
  /// The first timestamp of the reference device's recording, in s.
  package var startTime: Double?
}

extension Slot where Value == PlanFindings {
  /// The steps of a plan, as they were found in a workout.
  package static let planSteps = Slot("plan_steps", summary: "the steps of a plan, as they were found in a workout")
}

/// Options of `detectors.plan_steps`.
package struct PlanStepOptions: StageOptions {
  var plan = ""
  var laps = PlanMatch.LapMeaning.automatic

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      OptionField(
        "plan", \.plan, .file(of: "a workout plan"),
        help: "Workout plan (JSON, binary, FIT, ZWO, ERG or MRC) to look for, relative to the pipeline's file."
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
package struct PlanStepStage: Stage {
  package static let type: StageType = "detectors.plan_steps"
  package static let summary = "Finds the steps of a workout plan in a workout: by goals reached, and by laps."
  package static let details = """
    A step ends at the moment at which the time of its goal has counted or the distance is covered, both without pauses; an \
    open step ends with a lap. The option `laps` gives the meaning of other laps. With `next_step`, the rider went \
    on to the next step: a step of at most 5 s was skipped, and a longer step cut short. With `every_step`, each \
    step ends with a lap. The lengths and alerts of the steps are compared with the laps, which finds skipped and \
    repeated steps. With `open_step`, laps within other steps are the device's own, such as one per kilometre. \
    `automatic` takes `every_step` where most laps \
    have the length of their step's goal, and else `next_step`, for which laps at regular distances (a usual \
    distance, twice or more) do not count.

    A single goal and a pacer have one step, which no lap ends. Swim, bike and run have one step per activity, and laps \
    separate them, whatever `laps` says: by the speeds that are usual of each, and with transitions between them or \
    without.

    A target is kept in each second whose value, or whose mean since the step began, is in the range of the target. A \
    threshold must be reached. The zones come from `detectors.workout`. Zones of the heart rate need the option \
    `max_heart_rate_bpm` of that stage.
    """

  /// Names the plan that workouts are compared with. A built-in pipeline contains a plan.
  package func remark(as id: String) -> String? {
    "workouts are compared with the plan \"\(plan.name)\" of \(path); --set \(id).plan=FILE takes another"
  }

  /// The plan's content.
  package let fileHashes: [String: ContentHash]

  private let plan: WorkoutPlan
  private let path: String
  private let matcher: PlanMatcher
  private let losses: [String]

  package static func ports(_ options: PlanStepOptions) -> Ports {
    Ports(reads: [.required(.recording), .required(.workout)], writes: [.required(.planSteps)])
  }

  /// Stores the options and reads the plan.
  /// - Throws: `OptionFault` for a plan that cannot be read, is faulty, or cannot be searched for.
  package init(_ options: PlanStepOptions) throws {
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
  package func run(_ workspace: inout Workspace) throws {
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

extension PlanStepStage: ExplainingStage {
  /// `plan_steps`.
  package var explainedSlot: String { Slot.planSteps.name }

  /// The step at a time, or the steps around it: its description in the plan, the reasons for its start and end, the
  /// values reached, and how long its target was kept.
  package func explanation(at time: Double, reachS: Double, of value: any Sendable) -> StageExplanation? {
    guard let findings = value as? PlanFindings else { return nil }
    let match = findings.match
    let done = match.steps.filter { $0.span != nil }
    // One step ends where the next one begins.
    guard let step = done.last(where: { $0.span?.contains(time) == true }) else {
      return outside(time, done, match, plan: findings.plan)
    }
    let place = done.firstIndex(of: step)
    let before = place.flatMap { $0 > 0 ? done[$0 - 1] : nil }
    return StageExplanation(
      verdict: "\(Self.title(step, of: match)) of the plan \"\(findings.plan)\": \(Self.words(step.outcome.rawValue))",
      reasons: reasons(step, after: before, match))
  }

  private func outside(
    _ time: Double, _ done: [PlanMatch.Step], _ match: PlanMatch, plan: String
  ) -> StageExplanation {
    let missed = match.steps.filter { $0.span == nil }.map { "\(Self.title($0, of: match)): \($0.reason)" }
    if let last = done.last, let end = last.span?.upperBound, time > end {
      let verdict =
        match.riddenOn == nil
        ? "after the last step that was done of the plan \"\(plan)\""
        : "after the plan \"\(plan)\": the workout went on for \(ExplainedNumber.seconds(match.riddenOnS)) without pauses"
      return StageExplanation(
        verdict: verdict,
        reasons: ["\(Self.title(last, of: match)) ended at \(ExplainedNumber.clock(end)): \(last.reason)"] + missed)
    }
    let next = done.first { ($0.span?.lowerBound ?? 0) > time }
    let reasons = next.flatMap { step in
      step.span.map { ["\(Self.title(step, of: match)) began at \(ExplainedNumber.clock($0.lowerBound))"] }
    }
    return StageExplanation(verdict: "in no step of the plan \"\(plan)\"", reasons: (reasons ?? []) + missed)
  }

  private func reasons(_ step: PlanMatch.Step, after before: PlanMatch.Step?, _ match: PlanMatch) -> [String] {
    guard let span = step.span else { return [] }
    var lines = ["the plan says: \(Self.planned(step.step))"]
    let began = "began at \(ExplainedNumber.clock(span.lowerBound))"
    lines.append(began + (before.map { Self.after($0, at: span.lowerBound, match) } ?? ", with the workout"))
    lines.append("ended at \(ExplainedNumber.clock(span.upperBound)): \(step.reason)")
    if let figures = step.figures { lines += measured(figures, step) }
    if step.repetition > 0 {
      lines.append("done again, after \(step.repetition == 1 ? "once" : "\(step.repetition) times")")
    }
    if step.step.activity != nil { lines.append("laps: they separate the activities") }
    if let meaning = match.lapMeaning { lines.append("laps: \(Self.meaning(meaning))") }
    return lines
  }

  private func measured(_ figures: StepFigures, _ step: PlanMatch.Step) -> [String] {
    var parts = ["\(ExplainedNumber.seconds(figures.timerS)) without pauses"]
    if let distance = figures.distanceM { parts.append("\(ExplainedNumber.text(distance.rounded())) m") }
    for (quantity, unit) in Self.units {
      guard let mean = figures.means[quantity] else { continue }
      parts.append("mean \(Self.words(quantity.rawValue)) \(ExplainedNumber.text((10 * mean).rounded() / 10)) \(unit)")
    }
    var lines = ["reached: " + parts.joined(separator: ", ")]
    if let overshoot = step.overshootS, overshoot > 0 {
      lines.append("went on for \(ExplainedNumber.seconds(overshoot)) after its goal")
    }
    guard let alert = step.step.alertText else { return lines }
    if let kept = figures.compliance {
      lines.append(
        "target \(alert)\(Self.range(figures.target)): kept in \(kept.within) of \(kept.seconds) s with a value "
          + "(\(Int((100 * kept.fraction).rounded())) %)")
    } else {
      lines.append("target \(alert): not measured, or the ends of its zone are not known")
    }
    return lines
  }

  private static let units: [(RecordedRide.Quantity, String)] = [
    (.power, "W"), (.heartRate, "bpm"), (.cadence, "rpm"), (.speed, "m/s"),
  ]

  /// The target in the units of the recording. The plan may use other units.
  private static func range(_ target: StepFigures.Target?) -> String {
    guard let target, let unit = units.first(where: { $0.0 == target.quantity })?.1 else { return "" }
    let low = ExplainedNumber.text(target.low)
    return target.high.map { " (\(low) to \(ExplainedNumber.text($0)) \(unit))" } ?? " (\(low) \(unit) or more)"
  }

  private static func title(_ step: PlanMatch.Step, of match: PlanMatch) -> String {
    let name = step.step.name.map { " \"\($0)\"" } ?? ""
    return "step \(step.index + 1) of \(match.plannedCount)\(name)"
  }

  /// The event that ended the previous step. If the step ended more than 1 s earlier, as before a transition, the text
  /// states the time between.
  private static func after(_ before: PlanMatch.Step, at start: Double, _ match: PlanMatch) -> String {
    guard let end = before.span?.upperBound, start - end > 1 else {
      return ", where \(title(before, of: match)) ended: \(before.reason)"
    }
    return ", \(ExplainedNumber.seconds(start - end)) after \(title(before, of: match)) ended: \(before.reason)"
  }

  private static func planned(_ step: PlanMatcher.Step) -> String {
    var text = step.role
    if let block = step.block, let iteration = step.iteration {
      text += " of block \(block + 1), iteration \(iteration + 1)"
    }
    text += ", goal \(step.goalText)"
    return step.alertText.map { "\(text), target \($0)" } ?? text
  }

  private static func meaning(_ laps: PlanMatch.LapMeaning) -> String {
    switch laps {
    case .automatic: "as the recording shows"
    case .nextStep: "the rider went on to the next step (next_step)"
    case .everyStep: "every step ended with one (every_step)"
    case .openStep: "they end open steps only (open_step)"
    }
  }

  private static func words(_ name: String) -> String { name.replacing("_", with: " ") }
}
