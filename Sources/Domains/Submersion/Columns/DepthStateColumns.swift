import SPTables

/// The columns of the table `depth_states`.
package enum DepthStateColumns {
  /// All columns after the identifiers of the recording, in order.
  package static let all: [ColumnDefinition<DepthStateInterval>] = [
    .double(
      "start_time_s", unit: "s", "When the states began, on the recording's clock.",
      formula: "timestamp of the first measurement"
    ) { $0.startTime },
    .double(
      "end_time_s", unit: "s", "When the states ended, on the recording's clock.",
      formula: "timestamp of the next measurement, but at most max_age_s after the last one"
    ) { $0.endTime },
    .double(
      "duration_s", unit: "s", "Time from start to end.", formula: "end_time_s - start_time_s", range: .atLeast(0)
    ) { $0.durationS },
    .string("depth_state", "State by depth.", formula: formula, range: names) { $0.state.name },
    .string(
      "own_state", "State that the recording gives; unknown where it gives none.",
      formula: "submersion_measurement/depth_state", range: names
    ) {
      $0.ownState.name
    },
    .boolean(
      "states_agree", "Whether both states are the same; missing where the recording gives none.",
      formula: "depth_state = own_state"
    ) { $0.agrees },
    .float(
      "min_depth_m", unit: "m", "Least depth; missing without any.",
      formula: "min(d), d = depth, measured, or else of the pressure"
    ) { $0.depthRangeM?.lowerBound },
    .float(
      "max_depth_m", unit: "m", "Largest depth; missing without any.",
      formula: "max(d), d = depth, measured, or else of the pressure"
    ) { $0.depthRangeM?.upperBound },
    .count(
      "measurement_count", "Measurements in these states.",
      formula: "number of measurements from start_time_s to end_time_s"
    ) { $0.measurementCount },
  ]

  private static let names = ColumnRange.oneOf(DepthState.allCases.map(\.name))
  private static let formula = """
    past_max_depth for d > max_depth_m, or else approaching_max_depth for d > max_depth_m - approach_margin_m, or else \
    submerged_deep for d > shallow_depth_m, or else submerged_shallow; without a depth sensor_depth_error under water, \
    and else not_submerged; d = depth, measured, or else of the pressure
    """
}

/// The columns of the table `surface_intervals`.
package enum SurfaceIntervalColumns {
  /// All columns after the identifiers of the recording, in order.
  package static let all: [ColumnDefinition<SurfaceInterval>] = [
    .double(
      "start_time_s", unit: "s", "When the dive before ended, on the recording's clock.",
      formula: "end_time_s of the dive before"
    ) { $0.startTime },
    .double(
      "end_time_s", unit: "s", "When the dive after began, on the recording's clock.",
      formula: "start_time_s of the dive after"
    ) { $0.endTime },
    .double(
      "duration_s", unit: "s", "Time between the dives.", formula: "end_time_s - start_time_s", range: .atLeast(0)
    ) { $0.durationS },
    .count(
      "dive_before_index", "Position of the dive before in the recording.", formula: "dive_index of the dive before"
    ) { $0.diveBefore },
    .count("dive_after_index", "Position of the dive after in the recording.", formula: "dive_index of the dive after")
    { $0.diveBefore + 1 },
  ]
}
