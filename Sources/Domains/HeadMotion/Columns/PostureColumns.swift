import SPTables

/// The columns of the table `postures`, after the recording's identifier: one row per interval of one posture.
package enum PostureColumns {
  private static let smoothed = """
    s += (1 - exp(-dt / time_constant_s)) * (p - s), p = pitch_deg of poses at every sample; 0.8 s + 0.2 p at 25 Hz
    """

  /// All columns, in order.
  package static let all: [ColumnDefinition<PostureInterval>] = [
    .double("start_time_s", unit: "s", "Timestamp of the first sample.", source: HeadSource.layout) { $0.startTime },
    .double(
      "end_time_s", unit: "s",
      "Timestamp of the first sample of the next posture, or of the last before a gap or the end.",
      source: HeadSource.layout
    ) { $0.endTime },
    .double(
      "duration_s", unit: "s", "Length of the interval.", formula: "end_time_s - start_time_s", range: .atLeast(0)
    ) { $0.durationS },
    .string(
      "posture", "How far the head hung: good, warning or poor.",
      formula: """
        poor where s < poor_pitch_deg, warning where s < warning_pitch_deg, left above them by hysteresis_deg; shorter \
        than min_duration_s stays with what was before; \(smoothed)
        """,
      source: "limits of -15 and -20 degrees and a smoothing of 0.8 and 0.2: used by applications for AirPods",
      range: .oneOf(Posture.allCases.map(\.rawValue))
    ) { $0.posture.rawValue },
    .float(
      "mean_pitch_deg", unit: "deg", "Mean of the smoothed pitch from the reference, positive upwards.",
      formula: "mean of s over the samples; \(smoothed)"
    ) { HeadSource.degrees($0.pitch.mean) },
    .float(
      "min_pitch_deg", unit: "deg", "Least smoothed pitch.", formula: "minimum of s over the samples; \(smoothed)"
    ) { HeadSource.degrees($0.pitch.least) },
    .float(
      "max_pitch_deg", unit: "deg", "Largest smoothed pitch.", formula: "maximum of s over the samples; \(smoothed)"
    ) { HeadSource.degrees($0.pitch.largest) },
    .string(
      "sensor_location", "Bud of the first sample: default, left or right.", source: HeadSource.layout,
      range: .oneOf(BudLocation.allCases.map(\.name))
    ) { $0.location.name },
    .string(
      "reference", "How far its poses are told in the frame of the first one: " + HeadSource.states + ".",
      range: .oneOf(ReferenceState.allCases.map(\.name))
    ) { $0.reference.name },
    .boolean("is_cut", "Whether a gap or the end of the recording ended it.") { $0.isCut },
  ]
}
