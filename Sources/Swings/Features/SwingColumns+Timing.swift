import Tables

extension SwingColumns {
  /// Further times.
  static let timing: [ColumnDefinition<Row>] = [
    .double(
      "impact_time_subsample_s", unit: "s",
      "Vertex of the parabola through the peak sample and its neighbours; missing for a miss.",
      formula: ImpactColumns.subsampleFormula, source: ColumnSource.parabola
    ) {
      $0.swing.swing.impact?.subsampleTime
    },
    .float(
      "follow_through_s", unit: "s",
      "Time from the anchor until the rate along gravity falls under the start's threshold, at most 1.5 s.",
      formula: """
        t[k] - anchor_time_s, k = the first sample from the anchor on with s*w < c; \(ColumnFormula.w), \
        \(ColumnFormula.s), c = the threshold of start_time_s; missing where there is none within 1.5 s and before a gap \
        or two missing samples in a row
        """,
      range: .between(0, TimingFeatures.followThroughLimitS)
    ) {
      $0.features?.timing?.followThroughS
    },
    .float(
      "tempo_ratio", unit: "1",
      "Duration of the backswing over that from start to anchor; missing without a reversal of the rotation, and where the backswing is cut off.",
      formula: """
        (start_time_s - b) / (anchor_time_s - start_time_s); b = first timestamp of the run of samples with -s*w >= 1 rad/s \
        that ends at most 0.2 s before start_time_s, looked for in the 5 s before it; missing where that run reaches back to \
        these, to the first sample after a gap or to two missing ones; \(ColumnFormula.w), \(ColumnFormula.s)
        """,
      source: "backswing over downswing as tempo: J. Novosel and J. Garrity, \"Tour Tempo\", 2004", range: .atLeast(0)
    ) {
      $0.features?.timing?.tempoRatio
    },
    .float(
      "stillness_before_s", unit: "s",
      "Time before the swing's motion in which the rotation rate stayed under 1 rad/s, at most 5 s.",
      formula: """
        m - first timestamp of the run of samples with |rotation rate| < 1 rad/s that ends with the last sample before m, or \
        else 0; m = b of tempo_ratio where there is a backswing, start_time_s where there is none; no further back than \
        5 s before start_time_s, or a gap; missing where b is cut off, or two missing samples in a row come first
        """,
      range: .between(0, TimingFeatures.stillnessLimitS)
    ) {
      $0.features?.timing?.stillnessBeforeS
    },
  ]
}
