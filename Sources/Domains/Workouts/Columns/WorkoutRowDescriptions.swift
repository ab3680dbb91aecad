import SPTables

/// The kinds of rows in the tables of workouts, for reports and plots.
package enum WorkoutRowDescriptions {
  /// Workouts.
  package static let workouts = RowDescription(
    singular: "workout", plural: "workouts", prominence: 2, timeColumn: "start_time_s", endColumn: "end_time_s",
    columns: [
      .init("timer_time_s", "Time on the timer", summary: "Time on the timer", isSummed: true),
      .init("distance_m", "Distance", summary: "Distance", isSummed: true),
      .init("mean_speed_m_s", "Mean speed"),
      .init("mean_power_w", "Mean power", summary: "Mean power"),
      .init("normalized_power_w", "Normalized power", summary: "Normalized power"),
      .init("mean_heart_rate_bpm", "Mean heart rate", summary: "Mean heart rate"),
      .init("mean_cadence_rpm", "Mean cadence"), .init("ascent_m", "Ascent"),
      .init("training_stress_score", "Training stress score"), .init("pace_s_per_km", "Pace", rows: onFoot),
      .init("swim_pace_s_per_100m", "Pace in the pool"), .init("swim_stroke_count", "Arm strokes"),
      .init("intensity_factor", "Intensity factor"), .init("heart_rate_drift_percent", "Heart rate drift"),
      .init("ftp_w", "Threshold power (FTP)"), .init("water_intake_ml", "Water drunk"),
    ],
    contextColumns: [
      "recording_id", "recorded_at", "utc_offset_s", "sport", "recordings", "start_time_s", "end_time_s", "ftp_method",
      "faults", "devices", "timer_source",
    ],
    count: .init("Workouts", "Sessions with a workout."),
    figure: .timeline(
      TimelineFigure(
        panels: panels(),
        tracks: [
          // Paused, by the numbers of states in recordings.
          .init("pauses", stream: "workout_state", "state", codes: [Int(WorkoutState.paused.rawValue)]),
          .init("laps", table: "laps", from: "start_time_s", to: "end_time_s"),
          .init("efforts", table: "intervals", from: "start_time_s", to: "end_time_s"),
        ])),
    glossary: [
      .init("Time on the timer", "From start to end without pauses."),
      .init(
        "Normalized power",
        "The even power that would have cost as much: the fourth root of the mean fourth power of power over 30 s."),
      .init(
        "Threshold power (FTP)", "The most power that an hour could be ridden at, by the method that the table names."),
      .init("Training stress score", "100 for an hour at threshold power."),
      .init("Heart rate drift", "How much less power a heartbeat gave in the second half, in percent."),
    ], units: units)

  /// Sports for which people read a pace per kilometre.
  private static let onFoot = RowDescription.RowChoice(
    "sport", ["running", "trail_running", "walking", "hiking"])

  /// The whole page uses the speed unit of the panels, for every sport.
  package static let units = [
    "m/s": "km/h", "distance_m": "km", "device_distance_m": "km", "s/km": "min/km", "s/100 m": "min/100 m",
  ]

  /// The measurements of a workout over time: power, heart rate, cadence, speed and elevation.
  ///
  /// - Parameter targets: the bands of a quantity's panel, by the quantity (`power`, `heart_rate`, `cadence` or
  ///   `speed`) and the factor that converts its values to the panel's unit.
  package static func panels(
    targets: (_ quantity: String, _ factor: Double) -> [TimelineFigure.Band]? = { _, _ in nil }
  ) -> [TimelineFigure.Panel] {
    [
      .init("power", unit: "W", lines: [.stream("cycling", "power")], bands: targets("power", 1)),
      .init(
        "heart rate", unit: "bpm", lines: [.stream("heart_rate", "heart_rate")], bands: targets("heart_rate", 1)),
      .init("cadence", unit: "rpm", lines: [.stream("cycling", "cadence")], bands: targets("cadence", 1)),
      .init(
        "speed", unit: "km/h", lines: [.stream("cycling", "speed", factor: 3.6)], bands: targets("speed", 3.6)),
      .init("elevation", unit: "m", lines: [.stream("location", "altitude")]),
    ]
  }

  /// Laps.
  package static let laps = RowDescription(
    singular: "lap", plural: "laps", timeColumn: "start_time_s", endColumn: "end_time_s", indexColumn: "lap_index",
    columns: segmentColumns, units: units)

  /// Efforts.
  package static let intervals = RowDescription(
    singular: "effort", plural: "efforts", timeColumn: "start_time_s", endColumn: "end_time_s",
    indexColumn: "interval_index", columns: segmentColumns, units: units, neededColumn: "mean_power_w")

  /// The power curve.
  package static let powerCurve = RowDescription(
    singular: "duration", plural: "power curve", timeColumn: "start_time_s",
    figure: .curve(
      CurveFigure(lengthColumn: "duration_s", valueColumn: "power_w", title: "Best mean power by duration")),
    neededColumn: "mean_power_w")

  /// Time in zones.
  package static let zones = RowDescription(
    singular: "zone", plural: "zones",
    figure: .bars(
      BarFigure(chartColumn: "quantity", labelColumn: "zone", valueColumn: "time_s", title: "Time in zones")),
    settings: [
      RowSetting(
        "threshold power (FTP)", of: "power", chart: Quantity.power.rawValue, stage: "detectors.workout",
        option: "ftp_w", example: "285", neededColumn: "mean_power_w", valueColumn: "ftp_w",
        methodColumn: "ftp_method",
        methods: Dictionary(uniqueKeysWithValues: ThresholdPowerMethod.allCases.map { ($0.rawValue, $0.words) })),
      RowSetting(
        "maximum heart rate", of: "heart rate", chart: Quantity.heartRate.rawValue, stage: "detectors.workout",
        option: "max_heart_rate_bpm", example: "190", neededColumn: "mean_heart_rate_bpm"),
    ])

  /// Changes of state.
  package static let states = RowDescription(
    singular: "change of state", plural: "changes of state", timeColumn: "time_s",
    columns: [
      .init("time_s", "Time"), .init("device", "Device"), .init("kind", "Kind"), .init("from_state", "From"),
      .init("to_state", "To"), .init("verdict", "Verdict"), .init("reason", "Why"),
    ])

  /// Disagreements between devices.
  package static let differences = RowDescription(
    singular: "difference", plural: "differences between devices", timeColumn: "start_time_s", endColumn: "end_time_s",
    columns: [
      .init("start_time_s", "Start"), .init("duration_s", "Duration"), .init("kind", "Kind"), .init("device", "Device"),
      .init("other_device", "Other device"), .init("state", "State"), .init("other_state", "Other state"),
      .init("reason", "Why"),
    ])

  private static let segmentColumns: [RowDescription.MainColumn] = [
    .init("timer_time_s", "Time"), .init("distance_m", "Distance"), .init("mean_power_w", "Mean power"),
    .init("normalized_power_w", "Normalized power"), .init("max_power_w", "Largest power"),
    .init("mean_heart_rate_bpm", "Mean heart rate"), .init("mean_cadence_rpm", "Mean cadence"),
    .init("mean_speed_m_s", "Mean speed"),
  ]
}
