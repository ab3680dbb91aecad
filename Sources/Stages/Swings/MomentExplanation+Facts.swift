import JSON
import Swings

extension MomentExplanation {
  /// The explanation for programs, with the same content as for people, and `null` for unknown values.
  ///
  /// - Parameter axis: the axis that impacts are detected on.
  func facts(axis: Axis) -> [JSONValue.Member] {
    [
      .init(key: "axis", value: .string(axis.rawValue)),
      .init(key: "chosen", value: .optional(chosen)),
      .init(key: "decision", value: swing.map(Self.decision) ?? .null),
      .init(key: "candidates", value: .array(candidates.map(Self.candidate))),
    ]
  }

  private static func decision(_ swing: LabelledSwing) -> JSONValue {
    [
      "label": .string(swing.label.rawValue),
      "hit_probability": .optional(swing.hitProbability),
      "min_probability": .optional(swing.contactCheck?.lowest),
      "model_expected_calibration_error": .optional(swing.modelScores?.calibrationError),
      "decision_margin": .optional(swing.decisionMargin),
      "nearest_check": .optional(swing.nearestCheck?.name),
      "model_version": .string(swing.model),
      "start_time_s": .optional(swing.swing.startTime),
      "anchor_time_s": .optional(swing.swing.anchorTime),
      "log_odds": .optional(swing.logOdds),
      "intercept": .optional(swing.intercept),
      "contributions": .array(
        swing.contributions.map {
          [
            "feature": .string($0.feature.rawValue), "value": .optional($0.value),
            "contribution": .optional($0.logOdds),
          ]
        }),
    ]
  }

  private static func candidate(_ candidate: Candidate) -> JSONValue {
    let (outcome, swingIndex, explanation) = told(candidate)
    let impact = candidate.impact
    return [
      "kind": .string(candidate.kind.rawValue),
      "time_s": .number(candidate.time),
      "outcome": .string(outcome),
      "swing_index": .optional(swingIndex),
      "explanation": .optional(explanation),
      "impact_time_s": .optional(impact?.time),
      "impact_onset_time_s": .optional(impact?.onsetTime),
      "high_passed_peak_g": .optional(impact?.peak),
      "threshold_g": .optional(impact?.threshold),
      "is_weak": impact == nil ? .null : .boolean(candidate.isWeak),
      "checks": .array(candidate.checks.map(check)),
    ]
  }

  private static func told(_ candidate: Candidate) -> (String, swingIndex: Int?, why: String?) {
    switch candidate.outcome {
    case .swing(let index, let label): (label.rawValue, index, nil)
    case .rejected(let reason, let why): (reason.rawValue, nil, why)
    case .unlabelled: ("swing", nil, nil)
    case .unjudged: (candidate.isWeak ? "weak_impact" : "impact", nil, nil)
    case .weak(let index): ("weak_impact", index, nil)
    }
  }

  private static func check(_ check: SwingCheck) -> JSONValue {
    [
      "name": .string(check.name), "value": .optional(check.value), "unit": .optional(check.unit),
      "lowest": .optional(check.lowest), "highest": .optional(check.highest), "passed": .boolean(check.passed),
      "margin": .optional(check.margin), "remark": .optional(check.remark),
    ]
  }
}
