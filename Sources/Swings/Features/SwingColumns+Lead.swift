import Tables

extension SwingColumns {
  /// The most important columns: which swing, when, and its label.
  static let lead: [ColumnDefinition<Row>] = order + moments + label

  private static let order: [ColumnDefinition<Row>] = [
    .count(
      "swing_index", "Position of the swing in its recording, by time, from 0.",
      formula: "number of the recording's swings with an earlier anchor_time_s"
    ) { $0.index }
  ]

  private static let moments: [ColumnDefinition<Row>] = [
    .double(
      "start_time_s", unit: "s",
      "Start of the swing on the recording's clock: the moment, between samples, from which the rotation along gravity meets its threshold up to the anchor.",
      formula: """
        t[k] - (t[k] - t[k-1]) * (s*w[k] - c) / (s*w[k] - s*w[k-1]); \(ColumnFormula.w), p = w of the largest size in \
        the 0.1 s before the anchor, s = sign of p, c = max(min_rate_rad_s, min_rate_share * |p|), k = the earliest \
        sample with s*w >= c, walking back from that of p until quiet_samples in a row are under c
        """
    ) {
      $0.swing.swing.startTime
    },
    .double(
      "impact_time_s", unit: "s",
      "Original timestamp of the sample at which the high-passed acceleration peaks; missing for a miss.",
      formula: ImpactColumns.impactTimeFormula, source: ColumnSource.kaiser
    ) {
      $0.swing.swing.impact?.time
    },
    .double(
      "impact_onset_time_s", unit: "s",
      "Timestamp of the last raw sample before the shock's first step; missing for a miss.",
      formula: ImpactColumns.onsetFormula
    ) {
      $0.swing.swing.impact?.onsetTime
    },
    .double(
      "time_to_contact_s", unit: "s", "Impact time minus start time; missing for a miss.",
      formula: "impact_time_s - start_time_s", range: .atLeast(0)
    ) { row in
      row.swing.swing.impact.map { $0.time - row.swing.swing.startTime }
    },
    .double(
      "anchor_time_s", unit: "s", "The impact of a hit, or the moment of the highest rate of a miss.",
      formula:
        "impact_time_s of a hit, timestamp of the sample with the largest |w| of a miss, from its start until s*w "
        + "falls under c of start_time_s; \(ColumnFormula.w), \(ColumnFormula.s)"
    ) {
      $0.swing.swing.anchorTime
    },
  ]

  private static let label: [ColumnDefinition<Row>] = [
    .string(
      "label", "Whether the swing met the ball: hit or miss.",
      formula: "hit where there is an impact and hit_probability >= min_probability, or else miss",
      range: .oneOf(SwingLabel.allCases.map(\.rawValue))
    ) {
      $0.swing.label.rawValue
    },
    .float(
      "hit_probability", unit: "1", "Probability of a contact, 0 to 1, by the model named in model_version.",
      formula: """
        1 / (1 + exp(-(intercept + sum over features of weight * (value - mean) / scale))); features are \
        \(ContactEvidence.Feature.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: ", "))
        """,
      source:
        "logistic regression: D. R. Cox, \"The regression analysis of binary sequences\", J. R. Stat. Soc. B 20 (1958)",
      range: .between(0, 1)
    ) {
      $0.swing.hitProbability
    },
  ]
}
