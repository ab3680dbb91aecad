import SPTables

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
