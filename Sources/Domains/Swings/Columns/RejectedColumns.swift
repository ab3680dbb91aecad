import SPTables

/// The columns of the table of rejected candidates, after the recording's identifier.
package enum RejectedColumns {
  /// All columns, in order.
  package static let all: [ColumnDefinition<RejectedCandidate>] = [
    .double(
      "candidate_time_s", unit: "s", "Time of the impact or of the peak rate, on the recording's clock.",
      formula: """
        original timestamp of the sample of the largest |h| of an impact (\(ColumnFormula.h)), of the largest |w| of a \
        burst of rotation (\(ColumnFormula.w))
        """
    ) { $0.time },
    .string(
      "kind", "What proposed the candidate: impact or air_swing.",
      formula: "impact for a peak of the high-passed acceleration, air_swing for a peak of the rotation along gravity",
      range: .oneOf(RejectedCandidate.Kind.allCases.map(\.rawValue))
    ) { $0.kind.rawValue },
    .string(
      "reason", "Why it was rejected: \(RejectionReason.allCases.map(\.rawValue).joined(separator: ", ")).",
      formula: "the first check that failed: "
        + RejectionReason.allCases.map { "\($0.rawValue): \($0.meaning)" }.joined(separator: "; "),
      range: .oneOf(RejectionReason.allCases.map(\.rawValue))
    ) { $0.reason.rawValue },
    .double(
      "value", unit: nil,
      "The value that decided, where there is one, in the unit of value_unit.",
      formula: "by reason: "
        + RejectionReason.allCases.map { "\($0.rawValue): \($0.valueMeaning)" }.joined(separator: "; ")
        + "; \(ColumnFormula.w)"
    ) { $0.value },
    .string(
      "value_unit", "Unit of the value; missing without one.",
      formula: "by reason: "
        + RejectionReason.allCases.map { "\($0.rawValue): \($0.valueUnit)" }.joined(separator: "; "),
      range: .oneOf(Set(RejectionReason.allCases.map(\.valueUnit)).sorted())
    ) { $0.value?.isFinite == true ? $0.valueUnit : nil },
    .float(
      "refusal_margin", unit: "1",
      "How far the check that failed was from passing: 0 at its bound, -0.5 at half a smallest or twice a largest bound. "
        + "The largest come nearest to a swing. Missing where what failed has no bound.",
      formula: "min(v, b) / max(v, b) - 1 of the value v against the bound b that it failed", range: .between(-1, 0)
    ) { $0.refusalMargin },
    .string("explanation", "What was found and what was expected, in a sentence.") { $0.explanation },
  ]
}

/// The columns of the table of possible strokes, after the recording's identifier.
package enum PossibleStrokeColumns {
  /// All columns, in order.
  package static let all: [ColumnDefinition<PossibleStroke>] = [
    .double(
      "candidate_time_s", unit: "s", "Time of the impact or of the peak rate, on the recording's clock.",
      formula: """
        original timestamp of the sample of the largest |h| of an impact (\(ColumnFormula.h)), of the largest rate of a \
        burst of rotation
        """
    ) { $0.time },
    .string(
      "kind", "What proposed the movement: impact or air_swing.",
      formula: "impact for a peak of the high-passed acceleration, air_swing for a peak of the rotation",
      range: .oneOf(SwingCandidate.Kind.allCases.map(\.rawValue))
    ) { $0.kind.rawValue },
    .float(
      "swing_probability", unit: "1", "Probability that the movement is a stroke, 0 to 1.",
      formula: SwingModel.formula, range: .between(0, 1)
    ) { $0.probability },
    .float(
      "peak_rotation_rate_rad_s", unit: "rad/s", "Largest magnitude of the rotation rate.",
      formula: "max sqrt(x^2 + y^2 + z^2) of the rotation rate within 0.1 s of the candidate", range: .atLeast(0)
    ) { $0.peakRate },
    .float(
      "half_peak_rotation_width_s", unit: "s", "Time for which that magnitude stays above half of its largest value.",
      formula: "time between the crossings of half of peak_rotation_rate_rad_s around it, on the lines between samples",
      range: .atLeast(0)
    ) { $0.widthS },
  ]
}
