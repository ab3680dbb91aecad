import Swingpipe

/// The columns of the table of walks, after those that identify the recording.
public enum WalkColumns {
  /// All of them, in order.
  public static let all: [ColumnDefinition<Walk>] = [
    .double("start_time_s", unit: "s", "Time of the walk's first step, on the recording's clock.") { $0.startTime },
    .double("end_time_s", unit: "s", "Time of its last step.") { $0.endTime },
    .float("duration_s", unit: "s", "Time from the first step to the last.") { $0.durationS },
    .count("steps", "How many steps there are.") { $0.steps.count },
    .float("cadence_per_min", unit: "1/min", "Steps per minute.", formula: "60 * (steps - 1) / duration_s") {
      $0.cadencePerMin
    },
    .float("mean_peak_g", unit: "g", "Mean of the steps' peaks, each of the smoothed magnitude above 1 g.") {
      $0.meanPeakG
    },
  ]

  /// What a row is, for reports and for `swingpipe head`.
  public static let row = RowDescription(
    singular: "walk", plural: "walks", prominence: 2, timeColumn: "start_time_s", endColumn: "end_time_s",
    columns: [
      .init("duration_s", "Duration", summary: "Duration"), .init("steps", "Steps", summary: "Steps"),
      .init("cadence_per_min", "Cadence", summary: "Cadence"),
    ])
}
