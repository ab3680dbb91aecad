import Files
import HeadMotion
import Pipelines

extension HeadMotionStage: ExplainingStage {
  /// `head_motion`.
  public var explainedSlot: String { Slot.headMotion.name }

  /// The repetition and the posture at a time, as far as the options include them.
  public func explanation(at time: Double, reachS: Double, of value: any Sendable) -> StageExplanation? {
    guard let findings = value as? HeadFindings else { return nil }
    var parts: [StageExplanation] = []
    if let rules = rules.repetitions {
      parts.append(repetition(RepetitionExplanation(at: time, reachS: reachS, in: findings, rules: rules)))
    }
    if let rules = rules.postures {
      parts.append(posture(PostureExplanation(at: time, in: findings, rules: rules)))
    }
    guard !parts.isEmpty else {
      return StageExplanation(verdict: "the pipeline looks for neither repetitions nor postures", reasons: [])
    }
    return StageExplanation(
      verdict: parts.map(\.verdict).joined(separator: "; "), reasons: parts.flatMap(\.reasons))
  }

  private func repetition(_ told: RepetitionExplanation) -> StageExplanation {
    guard let chosen = told.chosen.map({ told.candidates[$0] }) else {
      return StageExplanation(verdict: "no repetition", reasons: ["the head did not go down and up near it"])
    }
    let verdict =
      chosen.rejection.map { "no repetition (\($0.rawValue))" } ?? "a repetition of set \(chosen.set ?? 0)"
    var lines = [
      "dip from \(ExplainedNumber.clock(chosen.measured.startTime)) over \(ExplainedNumber.clock(chosen.measured.bottomTime)) to "
        + ExplainedNumber.clock(chosen.measured.endTime)
    ]
    if let rejection = chosen.rejection { lines.append("why: \(rejection.meaning)") }
    lines += chosen.checks.map(line)
    let others = told.candidates.count - 1
    if others > 0 { lines.append("\(counted(others, "further dip")) around it") }
    return StageExplanation(verdict: verdict, reasons: lines)
  }

  private func posture(_ told: PostureExplanation) -> StageExplanation {
    guard let interval = told.interval else {
      return StageExplanation(verdict: "no posture", reasons: ["the moment lies in a gap, or before the reference"])
    }
    let rejected = told.rejected.map { rejected in
      let interval = rejected.change.interval
      return "\(interval.posture.rawValue) from \(ExplainedNumber.clock(interval.startTime)) did not count: "
        + line(rejected.check)
    }
    return StageExplanation(
      verdict: "posture \(interval.posture.rawValue)",
      reasons: [
        "from \(ExplainedNumber.clock(interval.startTime)) to \(ExplainedNumber.clock(interval.endTime))"
      ] + told.checks.map(line) + rejected)
  }

  private func line(_ check: HeadCheck) -> String {
    let unit = check.unit.map { $0 == "1" ? "" : " \($0)" } ?? ""
    let found = check.value.map { " \(ExplainedNumber.text($0))\(unit)" } ?? ""
    let expected =
      switch (check.lowest, check.highest) {
      case (let low?, let high?): ", expected \(ExplainedNumber.text(low)) to \(ExplainedNumber.text(high))\(unit)"
      case (let low?, nil): ", expected at least \(ExplainedNumber.text(low))\(unit)"
      case (nil, let high?): ", expected at most \(ExplainedNumber.text(high))\(unit)"
      case (nil, nil): ""
      }
    return "\(check.passed ? "ok" : "NO")  \(check.name)\(found)\(expected)"
  }
}
