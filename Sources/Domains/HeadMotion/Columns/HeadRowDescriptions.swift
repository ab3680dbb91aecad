import SPTables

/// The kinds of rows in the tables of head motion, for reports and plots.
package enum HeadRowDescriptions {
  /// Poses: one picture of the angles of a whole recording.
  package static let poses = RowDescription(
    singular: "pose", plural: "poses", prominence: 1, timeColumn: "time_s",
    columns: [
      .init("yaw_deg", "Yaw", summary: "Yaw"), .init("pitch_deg", "Pitch", summary: "Pitch"),
      .init("roll_deg", "Roll", summary: "Roll"),
    ], contextColumns: context + ["quaternion_w", "quaternion_x", "quaternion_y", "quaternion_z", "connection_index"],
    count: .init("Poses", "Moments at which it is known where the head was turned."),
    isListed: false,
    figure: .timeline(
      TimelineFigure(
        isPerRecording: true,
        panels: [
          .init("yaw", unit: "deg", lines: [.table("poses", "yaw_deg", at: "time_s")], levels: [.init(0, "")]),
          .init("pitch", unit: "deg", lines: [.table("poses", "pitch_deg", at: "time_s")], levels: [.init(0, "")]),
          .init("roll", unit: "deg", lines: [.table("poses", "roll_deg", at: "time_s")], levels: [.init(0, "")]),
        ],
        tracks: BudLocation.allCases.map { bud in
          .init(
            bud == .default ? "bud unknown" : "\(bud.name) bud", table: "head_connections", from: "start_time_s",
            to: "end_time_s", text: "sensor_location", only: [bud.name])
        } + [noMotion] + postureTracks + [
          .init("repetitions", table: "repetitions", from: "start_time_s", to: "end_time_s"),
          .init("sets", table: "sets", from: "start_time_s", to: "end_time_s"),
        ], gaps: noMotion)),
    glossary: [
      .init(
        "Yaw, pitch, roll", "How far the head is turned to the left, up and to the right side from its reference pose."),
      .init("Reference", "The pose that angles are measured from: at the start, unless the pipeline says otherwise."),
    ])

  /// Times with and without motion.
  package static let connections = RowDescription(
    singular: "connection", plural: "connections", timeColumn: "start_time_s", endColumn: "end_time_s",
    columns: [
      .init("start_time_s", "Start"), .init("duration_s", "Duration"), .init("state", "State"),
      .init("sensor_location", "Bud"), .init("started_by", "Begun by"), .init("reference", "Reference"),
    ], contextColumns: context)

  /// The summary of a recording's head motion.
  package static let summary = RowDescription(
    singular: "recording", plural: "recordings' summaries", timeColumn: "start_time_s", endColumn: "end_time_s",
    columns: [
      .init("min_pitch_deg", "Lowest pitch"), .init("mean_pitch_deg", "Mean pitch"),
      .init("max_pitch_deg", "Highest pitch"),
      .init("min_yaw_deg", "Lowest yaw"), .init("max_yaw_deg", "Highest yaw"), .init("gap_count", "Gaps"),
      .init("gap_s", "Time in gaps"), .init("handover_count", "Handovers"),
      .init("still_yaw_drift_deg_min", "Drift when still"),
    ], contextColumns: context)

  /// Intervals of posture.
  package static let postures = RowDescription(
    singular: "posture", plural: "postures", prominence: 2, timeColumn: "start_time_s", endColumn: "end_time_s",
    groups: RowGroups(
      column: "posture",
      values: [
        .init("good", "good", "Intervals of good posture."),
        .init("warning", "warning", "Intervals close to poor posture."),
        .init("poor", "poor", "Intervals of poor posture."),
      ], weightColumn: "duration_s"),
    columns: [
      .init("start_time_s", "Start"), .init("duration_s", "Duration", summary: "Duration"), .init("posture", "Posture"),
      .init("mean_pitch_deg", "Mean pitch", summary: "Mean pitch"), .init("min_pitch_deg", "Lowest pitch"),
    ], contextColumns: context,
    figure: .timeline(
      TimelineFigure(
        isPerRecording: true,
        panels: [
          .init(
            "mean pitch", unit: "deg",
            lines: [.table("postures", "mean_pitch_deg", at: "start_time_s", until: "end_time_s")],
            levels: [.init(0, "")])
        ],
        tracks: postureTracks)),
    glossary: [
      .init("Pitch", "How far the head is raised from its pose at the start; below 0 it hangs."),
      .init("Warning, poor", "A smoothed pitch below -15 and -20 degrees, unless the pipeline says otherwise."),
    ])

  /// Repetitions.
  package static let repetitions = RowDescription(
    singular: "repetition", plural: "repetitions", prominence: 3, timeColumn: "start_time_s", endColumn: "end_time_s",
    indexColumn: "repetition_index",
    columns: [
      .init("duration_s", "Duration", summary: "Duration"),
      .init("depth_estimate_m", "Depth (estimate)", summary: "Depth (estimate)"),
      .init("down_s", "Down"), .init("bottom_hold_s", "At the bottom"), .init("up_s", "Up"),
      .init("rest_s", "Rest after"),
      .init("tempo_ratio", "Tempo: down over up"), .init("peak_up_speed_m_s", "Fastest up"),
    ],
    contextColumns: context + ["repetition_index", "set_index", "number_in_set", "bottom_time_s"],
    flagsColumn: "flags",
    count: .init("Repetitions", "Whole repetitions that were counted."),
    figure: .timeline(
      TimelineFigure(
        isPerRecording: true,
        panels: [
          .init(
            "depth (estimate)", unit: "m", isDownward: true,
            lines: [.table("repetitions", "depth_estimate_m", at: "start_time_s", until: "end_time_s")],
            levels: [.init(0, "")]),
          .init(
            "duration", unit: "s",
            lines: [.table("repetitions", "duration_s", at: "start_time_s", until: "end_time_s")]),
        ], tracks: [.init("sets", table: "sets", from: "start_time_s", to: "end_time_s")])),
    glossary: [
      .init(
        "Depth (estimate)", "How far the head went down, from the acceleration alone: good to compare repetitions by."),
      .init("Tempo", "The time down over the time up."),
    ])

  /// Sets of repetitions.
  package static let sets = RowDescription(
    singular: "set", plural: "sets", timeColumn: "start_time_s", endColumn: "end_time_s", indexColumn: "set_index",
    columns: [
      .init("start_time_s", "Start"), .init("duration_s", "Duration"), .init("repetition_count", "Repetitions"),
      .init("partial_repetition_count", "Partial ones"), .init("cadence_per_min", "Cadence"),
      .init("median_duration_s", "Median duration"), .init("mean_depth_estimate_m", "Mean depth (estimate)"),
      .init("longest_rest_s", "Longest rest"),
    ], contextColumns: context, count: .init("Sets", "Repetitions without a long rest between them."))

  private static let noMotion = TimelineFigure.Track(
    "no motion", table: "head_connections", from: "start_time_s", to: "end_time_s", text: "state",
    only: ["gap", "disconnected"])

  private static let postureTracks = ["good", "warning", "poor"].map {
    TimelineFigure.Track(
      "\($0) posture", table: "postures", from: "start_time_s", to: "end_time_s", text: "posture", only: [$0])
  }

  private static let context = [
    "recording_id", "subject_id", "start_time_s", "end_time_s", "time_s", "sensor_location", "reference", "flags",
  ]
}
