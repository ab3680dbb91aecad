import SPBasics
import SPSwings
import SPTables

/// The reason why there is a hit, a miss or no swing at a moment, as lines of text.
struct SwingExplanationText {
  /// The decision, in one line.
  let verdict: String
  /// The reasons, one line each.
  let reasons: [String]
  /// The reasons, in a few lines for a picture.
  let notes: [String]

  init(_ explanation: MomentExplanation, _ found: SwingEvidence) throws {
    let chosen = explanation.chosen.map { explanation.candidates[$0] }
    verdict = Self.verdict(chosen, explanation.swing)
    var lines: [String] = []
    var notes: [String] = []
    if let chosen {
      lines += Self.moments(chosen, explanation.swing?.swing)
      if case .rejected(_, let why) = chosen.outcome {
        lines.append("why: \(why)")
        if let margin = chosen.checks.last?.margin {
          lines.append("refusal margin \(Self.number(margin, 3)): 0 at the bound that it failed, -1 far from it")
        }
        notes.append(why)
      }
      lines += Self.checks(chosen.checks)
    } else {
      let absence = Self.absence(around: explanation, found)
      lines += absence
      notes += absence
    }
    if let swing = explanation.swing {
      let decision = Self.decision(swing)
      lines += ["decision"] + decision.map { "  \($0)" }
      // The title of a picture already contains the verdict.
      notes += decision.dropFirst()
    }
    let others = explanation.candidates.indices.filter { $0 != explanation.chosen }
    if !others.isEmpty {
      lines.append("around it")
      lines += others.map { "  " + Self.line(explanation.candidates[$0], from: explanation.time) }
    }
    reasons = lines
    self.notes = notes
  }

  // MARK: Parts

  private static func verdict(_ candidate: MomentExplanation.Candidate?, _ swing: LabelledSwing?) -> String {
    guard let candidate else { return "nothing" }
    switch candidate.outcome {
    case .swing(let index, let label):
      guard let swing else { return "swing \(index), \(label.rawValue)" }
      return "swing \(index), \(label.rawValue), \(probability(of: swing))"
    case .rejected(let reason, _): return "no swing (\(reason.rawValue))"
    case .unlabelled: return "a swing"
    case .unjudged, .weak: return candidate.isWeak ? "a \(shock(candidate))" : "an \(shock(candidate))"
    }
  }

  private static func moments(_ candidate: MomentExplanation.Candidate, _ swing: Swing?) -> [String] {
    var lines: [String] = []
    if let swing {
      lines.append(
        "start \(seconds(swing.startTime)): \(milliseconds(candidate.time - swing.startTime)) ahead of the "
          + "\(swing.impact == nil ? "peak rate" : "impact"), "
          + "\(number(abs(swing.accumulatedRotation), 2)) rad, up to \(number(abs(swing.peakRate), 1)) rad/s")
    }
    // A miss is anchored at its peak rate even if it has an impact to show.
    if swing.map({ $0.impact == nil }) ?? (candidate.kind == .airSwing) {
      lines.append("peak rate \(seconds(candidate.time))" + (candidate.impact == nil ? ": no impact" : ""))
    }
    if let impact = candidate.impact {
      lines.append(
        "\(candidate.isWeak ? "weak impact" : "impact") \(seconds(impact.time)): "
          + "\(number(abs(impact.peak), 2)) g high-passed, threshold \(number(impact.threshold, 2)) g; "
          + "onset \(milliseconds(impact.time - impact.onsetTime)) ahead"
          + (impact.isSaturated ? "; saturated" : "") + (isMiss(candidate) ? "; not called a contact" : ""))
    }
    return lines
  }

  private static func checks(_ checks: [SwingCheck]) -> [String] {
    guard !checks.isEmpty else { return [] }
    var table = TextTable([("", .left), ("check", .left), ("found", .right), ("expected", .left), ("", .left)])
    for check in checks {
      let suffix = check.unit.map { $0 == "1" ? "" : " \($0)" } ?? ""
      let decimals = decimals(check)
      let found = check.value.map { value($0, of: check, decimals) + suffix } ?? ""
      // The text above the table already contains the sentence about a failed check without bounds.
      let remark = check.lowest == nil && check.highest == nil ? nil : check.remark
      table.append([
        check.passed ? "ok" : "NO", check.name, found, expectation(check, decimals) + unit(check), remark ?? "",
      ])
    }
    return table.text.split(separator: "\n").map(String.init)
  }

  private static func unit(_ check: SwingCheck) -> String {
    guard check.lowest != nil || check.highest != nil, let unit = check.unit, unit != "1" else { return "" }
    return " \(unit)"
  }

  /// A probability that passed is rounded as in the sentences.
  private static func value(_ value: Double, of check: SwingCheck, _ decimals: Int) -> String {
    check.passed && check.unit == "1" && value > 0 && value < 1 ? chance(value) : number(value, decimals)
  }

  /// The number of decimals: three, or more if that is needed to show that a failed value differs from its bounds.
  private static func decimals(_ check: SwingCheck) -> Int {
    guard !check.passed, let value = check.value else { return 3 }
    let bounds = [check.lowest, check.highest].compactMap(\.self)
    return (3...15).first { decimals in bounds.allSatisfy { number($0, decimals) != number(value, decimals) } } ?? 15
  }

  private static func expectation(_ check: SwingCheck, _ decimals: Int) -> String {
    switch (check.lowest, check.highest) {
    case (let low?, let high?): "\(number(low, decimals)) to \(number(high, decimals))"
    case (let low?, nil): "at least \(number(low, decimals))"
    case (nil, let high?): "at most \(number(high, decimals))"
    case (nil, nil): check.expectation ?? ""
    }
  }

  /// The decision, then its log-odds with the terms of their sum.
  private static func decision(_ swing: LabelledSwing) -> [String] {
    [
      "\(swing.label.rawValue): \(probability(of: swing)); model \(swing.model)\(calibration(of: swing))"
    ] + margin(of: swing) + [
      "log-odds of a contact \(signed(swing.logOdds))\(cap(of: swing)), the sum of"
    ]
      + swing.contributions.map { part in
        "\(signed(part.logOdds)) \(part.feature.meaning) (\(part.feature.rawValue) \(number(part.value, 2)))"
      } + ["\(signed(swing.intercept)) for any swing"]
  }

  /// Why the probability of a swing without an impact is less than its log-odds say; empty for other swings.
  private static func cap(of swing: LabelledSwing) -> String {
    swing.consideredImpact == nil
      ? " (but without an impact, the probability is at most \(number(HitMissClassifier.mostWithoutImpact, 2)))" : ""
  }

  /// The distance between the model's probabilities and the fractions of hits, on recordings that the model had not
  /// seen.
  private static func calibration(of swing: LabelledSwing) -> String {
    guard let error = swing.modelScores?.calibrationError else { return "" }
    return ", off by \(number(error, 3)) on average in recordings that it has not seen"
  }

  /// The certainty that there was a swing, and the check that comes closest to failing.
  private static func margin(of swing: LabelledSwing) -> [String] {
    guard let check = swing.nearestCheck, let margin = swing.decisionMargin, let value = check.value else { return [] }
    let found = number(value, 3) + (check.unit == "1" ? "" : check.unit.map { " \($0)" } ?? "")
    let expected = expectation(check, 3) + unit(check)
    let stroke = swing.swing.probability.map { "probability of a stroke \(chance($0)); " } ?? ""
    return [
      "a swing: \(stroke)decision margin \(number(margin, 2)); nearest to its bound is \(check.name), \(found), "
        + "expected \(expected)"
    ]
  }

  /// The probability with the threshold for a hit. A decision depends on more than the model.
  private static func probability(of swing: LabelledSwing) -> String {
    let probability = "probability of a contact \(chance(swing.hitProbability))"
    if let lowest = swing.contactCheck?.lowest { return "\(probability) (a hit needs \(exact(lowest)) or more)" }
    guard swing.consideredImpact == nil else { return probability }
    return "\(probability), \(swing.hitProbability < 0.5 ? "and" : "but") no impact to call a hit"
  }

  private static func isMiss(_ candidate: MomentExplanation.Candidate) -> Bool {
    if case .swing(_, .miss) = candidate.outcome { true } else { false }
  }

  /// A shock that belongs to no swing.
  private static func shock(_ candidate: MomentExplanation.Candidate) -> String {
    let name = candidate.isWeak ? "weak impact" : "impact"
    guard case .weak(let index) = candidate.outcome else { return name }
    return name + (index.map { " within swing \($0), but not its own" } ?? " outside of any swing")
  }

  private static func line(_ candidate: MomentExplanation.Candidate, from time: Double) -> String {
    let offset = String(printf: "%+.3f s", candidate.time - time)
    let what = candidate.kind == .impact ? "impact" : "burst of rotation"
    switch candidate.outcome {
    case .swing(let index, let label): return "\(offset)  swing \(index), \(label.rawValue)"
    case .rejected(let reason, let why): return "\(offset)  \(what), rejected (\(reason.rawValue)): \(why)"
    case .unlabelled: return "\(offset)  swing"
    case .unjudged, .weak:
      let magnitude = candidate.impact.map { "\(number(abs($0.peak), 2)) g: " } ?? ""
      return "\(offset)  \(magnitude)\(shock(candidate))"
    }
  }

  private static func absence(around explanation: MomentExplanation, _ found: SwingEvidence) -> [String] {
    var lines: [String] = []
    if let acceleration = found.peaksOfAcceleration?.largest[found.impactAxis.position] {
      let threshold = found.impactThresholdG.map { "; an impact takes \(number($0, 2)) g" } ?? ""
      lines.append(
        "the high-passed \(found.impactAxis == .any ? "" : "\(found.impactAxis.rawValue) ")acceleration reaches \(number(acceleration, 3)) g "
          + "within 0.5 s\(threshold)")
    }
    if let rate = found.peakOfRotation?.largest[0] {
      lines.append("the rotation along gravity reaches \(number(rate, 2)) rad/s within 0.5 s")
    }
    return lines
  }

  // MARK: Numbers

  /// Three decimals, and limits at the ends, since a model is never certain.
  private static func chance(_ value: Double) -> String {
    value < 0.001 ? "under 0.001" : value > 0.999 ? "over 0.999" : number(value, 3)
  }

  /// All digits, since the last digit of a threshold can decide.
  private static func exact(_ value: Double) -> String { "\(value)".replacing(/\.0$/, with: "") }

  private static func signed(_ value: Double) -> String { String(printf: "%+.2f", value) }

  private static func number(_ value: Double, _ decimals: Int) -> String {
    let text = String(printf: "%.\(decimals)f", value)
    guard decimals > 1, text.contains(".") else { return text }
    let trimmed = text.reversed().drop { $0 == "0" }
    return String((trimmed.first == "." ? trimmed.dropFirst() : trimmed).reversed())
  }

  private static func seconds(_ value: Double) -> String { String(printf: "%.4f s", value) }
  private static func milliseconds(_ value: Double) -> String { String(printf: "%.1f ms", 1000 * value) }
}

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
      "swing_probability": .optional(swing.swing.probability),
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
