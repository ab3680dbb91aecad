import SPTables

/// The kinds of rows in the tables of dives, for reports and plots.
package enum SubmersionRowDescriptions {
  /// Dives.
  package static let dives = RowDescription(
    singular: "dive", plural: "dives", prominence: 2, timeColumn: "start_time_s", endColumn: "end_time_s",
    indexColumn: "dive_index",
    columns: [
      .init("duration_s", "Duration", summary: "Duration"),
      .init("max_depth_m", "Largest depth", summary: "Largest depth"),
      .init("mean_depth_m", "Mean depth"),
      .init("water_temperature_deg_c", "Water temperature", summary: "Water temperature"),
      .init("max_descent_rate_m_s", "Fastest descent over 10 s"),
      .init("max_ascent_rate_m_s", "Fastest ascent over 10 s"),
      .init("surface_interval_before_s", "Time at the surface before"),
    ],
    contextColumns: context + ["dive_index", "max_depth_time_s", "opened_by", "closed_by", "water_temperature_method"],
    flagsColumn: "flags",
    count: .init("Dives", "Times under water; a brief surfacing ends none."),
    figure: .timeline(
      TimelineFigure(
        panels: [
          .init(
            "depth", unit: "m", isDownward: true, lines: [.stream("submersion_measurement", "depth")],
            levels: [.init(0, "")]),
          .init("water temperature", unit: "degC", lines: [.stream("water_temperature", "temperature")]),
        ],
        tracks: [
          .init(
            "not submerged", table: "depth_states", from: "start_time_s", to: "end_time_s", text: "depth_state",
            only: ["not_submerged"]),
          .init(
            "shallow", table: "depth_states", from: "start_time_s", to: "end_time_s", text: "depth_state",
            only: ["submerged_shallow"]),
          .init(
            "deep", table: "depth_states", from: "start_time_s", to: "end_time_s", text: "depth_state",
            only: ["submerged_deep"]),
          .init(
            "near the maximum", table: "depth_states", from: "start_time_s", to: "end_time_s", text: "depth_state",
            only: ["approaching_max_depth"]),
          .init(
            "past the maximum", table: "depth_states", from: "start_time_s", to: "end_time_s", text: "depth_state",
            only: ["past_max_depth"]),
          .init(
            "no depth", table: "depth_states", from: "start_time_s", to: "end_time_s", text: "depth_state",
            only: ["sensor_depth_error"]),
        ])),
    glossary: [
      .init("Depth", "How far below the surface, in m; the picture has the surface on top."),
      .init("Shallow, deep", "Up to 1 m and beyond, unless the pipeline says otherwise."),
      .init("Near and past the maximum", "The largest depth that the pipeline allows: 6 m, unless it says otherwise."),
      .init("No depth", "Under water without a depth: the sensor was beyond its range, or failed."),
      .init(
        "Water temperature",
        "What the watch's temperature goes to: it warms or cools to the water, which takes minutes."),
      .init("Surface interval", "The time at the surface between two dives."),
    ])

  /// States by depth.
  package static let depthStates = RowDescription(
    singular: "state", plural: "states by depth", timeColumn: "start_time_s", endColumn: "end_time_s")

  /// Times between dives.
  package static let surfaceIntervals = RowDescription(
    singular: "surface interval", plural: "surface intervals", timeColumn: "start_time_s", endColumn: "end_time_s",
    columns: [
      .init("start_time_s", "Start"), .init("duration_s", "Duration"), .init("dive_before_index", "After dive"),
      .init("dive_after_index", "Before dive"),
    ], contextColumns: context)

  private static let context = ["recording_id", "subject_id", "sport", "wrist", "start_time_s", "end_time_s", "flags"]
}
