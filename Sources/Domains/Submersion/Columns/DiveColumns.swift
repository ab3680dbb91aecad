import SPTables

/// The columns of the table `dives`.
package enum DiveColumns {
  /// A dive with its position in the recording.
  package struct Row: Sendable {
    /// Position among the recording's dives, from 0.
    package var index: Int
    /// The dive.
    package var dive: Dive

    package init(index: Int, dive: Dive) {
      self.index = index
      self.dive = dive
    }
  }

  /// All columns after the identifiers of the recording, in order.
  package static let all: [ColumnDefinition<Row>] =
    lead + (depths + times + rates + checks + water + ends).map { $0.map { $0.dive } }

  private static let lead: [ColumnDefinition<Row>] = [
    .count("dive_index", "Position of the dive in its recording.", formula: "number of dives before it") { $0.index }
  ]

  private static let depths: [ColumnDefinition<Dive>] = [
    .double(
      "start_time_s", unit: "s", "When the dive began, on the recording's clock.",
      formula: "timestamp of the first event or measurement under water"
    ) { $0.startTime },
    .double(
      "end_time_s", unit: "s", "When the dive ended, on the recording's clock.",
      formula: """
        timestamp of the first event or measurement out of the water that is followed by debounce_s without one under water; \
        or else of the first depth of at most surface_depth_m that is followed by surface_time_s of such depths, where \
        nothing but depths says what is under water; or else of the last measurement
        """
    ) { $0.endTime },
    .double(
      "duration_s", unit: "s", "Time from start to end, brief surfacings included.",
      formula: "end_time_s - start_time_s", range: .atLeast(0)
    ) { $0.durationS },
    .float(
      "max_depth_m", unit: "m", "Largest depth.", formula: "max(d), \(Formula.d)"
    ) { $0.maxDepthM },
    .double(
      "max_depth_time_s", unit: "s", "When the largest depth was measured, on the recording's clock.",
      formula: "timestamp of the first measurement with d = max_depth_m"
    ) { $0.maxDepthTime },
    .float(
      "mean_depth_m", unit: "m", "Mean depth over the time under water in which it is known.",
      formula: """
        integral of d over its time, by trapezoids from each depth to the next; a depth that none follows within \
        max_age_s holds for so long; \(Formula.d)
        """
    ) { $0.meanDepthM },
    .double(
      "bottom_time_s", unit: "s",
      "Time from the start until the shallow limit was passed upward for the last time; missing where it never was deeper.",
      formula: "end of the last state deeper than submerged_shallow - start_time_s", range: .atLeast(0)
    ) { $0.bottomTimeS },
  ]

  private static let times: [ColumnDefinition<Dive>] = DepthState.allCases.map { state in
    .double(
      state == .unknown ? "time_unknown_s" : "time_\(state.name)_s", unit: "s",
      state == .unknown
        ? "Time in the dive for which no measurement holds."
        : state == .notSubmerged
          ? "Time in brief surfacings, and with depths above the surface."
          : "Time in the state \(state.name), by depth.",
      formula: "sum of the times from each measurement in the state to the next one, each at most max_age_s",
      source: Formula.states, range: .atLeast(0)
    ) { $0.times[state] }
  }

  private static let rates: [ColumnDefinition<Dive>] = [
    .float(
      "max_descent_rate_m_s", unit: "m/s",
      "Largest rate of descent; missing where no window fits in the dive, or none went down.",
      formula: "max((d(t) - d(t - w)) / w), w = rate_window_s; \(Formula.d), a straight line between measurements",
      range: .atLeast(0)
    ) { $0.maxDescentRateMS },
    .float(
      "max_ascent_rate_m_s", unit: "m/s",
      "Largest rate of ascent; missing where no window fits in the dive, or none went up.",
      formula: "max((d(t - w) - d(t)) / w), w = rate_window_s; \(Formula.d), a straight line between measurements",
      range: .atLeast(0)
    ) { $0.maxAscentRateMS },
    .double(
      "surface_interval_before_s", unit: "s", "Time since the dive before; missing for the recording's first.",
      formula: "start_time_s - end_time_s of the dive before", range: .atLeast(0)
    ) { $0.surfaceIntervalBeforeS },
    .count(
      "brief_surfacing_count", "Surfacings that were too brief to end the dive.",
      formula: "number of those shorter than debounce_s"
    ) { $0.surfacings.count },
    .count(
      "gap_count", "Times without a measurement in the dive.",
      formula: "number of times longer than max_age_s between measurements, or between one and the event that began or "
        + "ended the dive"
    ) { $0.gaps.count },
    .count(
      "measurement_count", "Measurements in the dive.",
      formula: "number of measurements from start_time_s to end_time_s"
    ) { $0.measurementCount },
  ]

  private static let checks: [ColumnDefinition<Dive>] = [
    .float(
      "pressure_depth_difference_m", unit: "m",
      "Largest difference between the measured depth and that of the pressure; missing where they were not measured together.",
      formula: """
        max |(p - p0) / (density * 9.80665) - d|, p = absolute pressure, p0 = pressure at the surface, or where that was \
        not recorded the one that makes the mean difference 0; d = measured depth
        """,
      source: Formula.hydrostatic, range: .atLeast(0)
    ) { $0.pressure?.largestDifferenceM },
    .float(
      "fitted_density_kg_m3", unit: "kg/m3",
      "Density of the water that fits depth and pressure best; missing where the depths differ by less than 3 m.",
      formula: "slope of the least-squares line of pressure over depth, over 9.80665 m/s2", source: Formula.hydrostatic
    ) { $0.pressure?.fittedDensity },
  ]

  private static let water: [ColumnDefinition<Dive>] = [
    .float(
      "water_temperature_deg_c", unit: "degC", "Temperature of the water; missing where none is certain enough.",
      formula: "fitted_temperature_deg_c or settled_temperature_deg_c, as water_temperature_method says"
    ) { $0.temperature?.degC },
    .float(
      "water_temperature_uncertainty_k", unit: "K", "Uncertainty of the temperature, one standard deviation.",
      formula: """
        of the fit: the standard error of T_end, but no less than the smallest uncertainty that the sensor gave, or the \
        rounding of its values; of the settled value: what the sensor gave
        """,
      range: .atLeast(0)
    ) { $0.temperature?.uncertaintyDegC },
    .string(
      "water_temperature_method", "How the temperature was found.",
      formula: """
        exponential_fit or constant where fitted_temperature_deg_c is taken, with or without a trend; settled where \
        settled_temperature_deg_c is
        """,
      range: .oneOf(WaterTemperature.Method.allCases.map(\.rawValue))
    ) { $0.temperature?.method.rawValue },
    .float(
      "fitted_temperature_deg_c", unit: "degC", "What the temperatures converge to, however uncertain.",
      formula: """
        T_end of the least-squares fit of T_end + (T_0 - T_end) exp(-t / tau) to the first fit_duration_s; the mean where \
        there is no such trend
        """
    ) { $0.fittedTemperature?.degC },
    .float(
      "temperature_time_constant_s", unit: "s", "Time constant of the fit; missing where there is no trend.",
      formula: "tau of fitted_temperature_deg_c", range: .atLeast(0)
    ) { $0.fittedTemperature?.timeConstantS },
    .float(
      "settled_temperature_deg_c", unit: "degC", "First temperature that was certain for long enough.",
      formula: "the first of settled_samples temperatures in a row with an uncertainty of at most max_uncertainty_deg_c"
    ) { $0.settledTemperature?.degC },
  ]

  private static let ends: [ColumnDefinition<Dive>] = [
    .string(
      "opened_by", "What the dive began with.", formula: "what gave start_time_s",
      range: .oneOf(Dive.Opening.allCases.map(\.rawValue))
    ) { $0.opening.rawValue },
    .string(
      "closed_by", "What the dive ended with.", formula: "what gave end_time_s",
      range: .oneOf(Dive.Closing.allCases.map(\.rawValue))
    ) { $0.closing.rawValue },
    .string(
      "flags",
      "What to know of the dive, joined by ';': " + Dive.Flag.allCases.map(\.rawValue).joined(separator: ", ")
        + ". Missing where nothing is.",
      formula: Dive.Flag.allCases.map { "\($0.rawValue): \($0.meaning)" }.joined(separator: "; ")
    ) { $0.flags.isEmpty ? nil : $0.flags.map(\.rawValue).joined(separator: ";") },
  ]

  private enum Formula {
    static let d = "d = depth, measured, or else of the pressure"
    static let states = "states of submersion of a watch: recording layout, version 1 (Data/Layout.md)"
    static let hydrostatic = "hydrostatic pressure at a constant density; densities: EN 13319:2000"
  }
}
