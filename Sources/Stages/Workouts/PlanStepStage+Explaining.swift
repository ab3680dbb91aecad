import Pipelines
import WorkoutPlans

extension PlanStepStage: ExplainingStage {
  /// `plan_steps`.
  public var explainedSlot: String { Slot.planSteps.name }

  /// The step at a time, or the steps around it: its description in the plan, why it began and ended there, the values
  /// reached, and how long its target was kept.
  public func explanation(at time: Double, reachS: Double, of value: any Sendable) -> StageExplanation? {
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

  /// The target in the units of the recording, which may differ from those of the plan.
  private static func range(_ target: StepFigures.Target?) -> String {
    guard let target, let unit = units.first(where: { $0.0 == target.quantity })?.1 else { return "" }
    let low = ExplainedNumber.text(target.low)
    return target.high.map { " (\(low) to \(ExplainedNumber.text($0)) \(unit))" } ?? " (\(low) \(unit) or more)"
  }

  private static func title(_ step: PlanMatch.Step, of match: PlanMatch) -> String {
    let name = step.step.name.map { " \"\($0)\"" } ?? ""
    return "step \(step.index + 1) of \(match.plannedCount)\(name)"
  }

  /// The event that ended the previous step, and how long ago if that is more than 1 s, as after a transition.
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
