import SPTables

/// The columns of figures shared by workouts, laps and efforts.
enum FigureColumns {
  /// Times and distance.
  static let lead: [ColumnDefinition<WorkoutFigures>] = [
    .double("start_time_s", unit: "s", "When it began, on the reference device's clock.") { $0.startTime },
    .double("end_time_s", unit: "s", "When it ended, on the reference device's clock.") { $0.endTime },
    .double(
      "timer_time_s", unit: "s", "Time that counts: without pauses.",
      formula: "sum of the stretches in the state running; without states, between resume and pause events; without "
        + "either, without steps of more than gap_limit_s between samples",
      range: .atLeast(0)
    ) { $0.timerTimeS },
    .double(
      "elapsed_time_s", unit: "s", "Time from start to end, with pauses.", formula: "end_time_s - start_time_s",
      range: .atLeast(0)
    ) { $0.elapsedTimeS },
    .double(
      "moving_time_s", unit: "s", "Time that counts in motion; missing without speed or distance.",
      formula: "seconds of timer_time_s with a speed of moving_speed_m_s or more, at most timer_time_s",
      range: .atLeast(0)
    ) { $0.movingTimeS },
    .double(
      "distance_m", unit: "m", "Distance; missing without distance or speed.",
      formula: "sum of the rises of the device's distance, without leaps farther than max_speed_m_s and 1 km allow; "
        + "without a distance, the sum of the speed's seconds",
      range: .atLeast(0)
    ) { $0.distanceM },
  ]

  /// Power.
  static let power: [ColumnDefinition<WorkoutFigures>] = [
    .float(
      "mean_power_w", unit: "W", "Mean power; seconds of zero power count, those without power do not.",
      formula: "mean of the seconds with power", range: .atLeast(0)
    ) { $0.meanPowerW },
    .float(
      "mean_power_without_zeros_w", unit: "W", "Mean power while pedalling.",
      formula: "mean of the seconds with power above 0", range: .atLeast(0)
    ) { $0.meanPowerWithoutZerosW },
    .float("max_power_w", unit: "W", "The largest power over a second.", range: .atLeast(0)) { $0.maxPowerW },
    .float(
      "normalized_power_w", unit: "W", "Normalized power; no mean reaches over a gap.",
      formula: "(mean of m^4)^(1/4), m = 30 s rolling mean of power wherever all 30 s have power", source: coggan,
      range: .atLeast(0)
    ) { $0.normalizedPowerW },
    .float(
      "work_kj", unit: "kJ", "Work done at the pedals.", formula: "sum of the seconds' power / 1000", range: .atLeast(0)
    ) {
      $0.workKJ
    },
  ]

  /// Heart rate, cadence and speed.
  static let others: [ColumnDefinition<WorkoutFigures>] = [
    .float(
      "mean_heart_rate_bpm", unit: "bpm", "Mean heart rate.", formula: "mean of the seconds with a heart rate",
      range: .atLeast(0)
    ) { $0.meanHeartRateBpm },
    .float("max_heart_rate_bpm", unit: "bpm", "The largest heart rate over a second.", range: .atLeast(0)) {
      $0.maxHeartRateBpm
    },
    .float(
      "mean_cadence_rpm", unit: "rpm", "Mean cadence while pedalling, as bike computers show it; steps on foot.",
      formula: "mean of the seconds with a cadence above 0", range: .atLeast(0)
    ) { $0.meanCadenceRpm },
    .float(
      "mean_cadence_with_zeros_rpm", unit: "rpm", "Mean cadence with the seconds of none.",
      formula: "mean of the seconds with a cadence", range: .atLeast(0)
    ) { $0.meanCadenceWithZerosRpm },
    .float(
      "mean_speed_m_s", unit: "m/s", "Mean speed.", formula: "distance_m / timer_time_s", range: .atLeast(0)
    ) { $0.meanSpeedMS },
    .float("max_speed_m_s", unit: "m/s", "The largest speed over a second.", range: .atLeast(0)) { $0.maxSpeedMS },
    .float(
      "pace_s_per_km", unit: "s/km", "Time a kilometre takes.", formula: "1000 / mean_speed_m_s", range: .atLeast(0)
    ) {
      $0.paceSPerKm
    },
  ]

  /// Heights.
  static let climb: [ColumnDefinition<WorkoutFigures>] = [
    .float(
      "ascent_m", unit: "m", "How far the way goes up; missing without heights.",
      formula: "sum of the rises between turning points; a turn is one of 3 m or more", range: .atLeast(0)
    ) { $0.ascentM },
    .float(
      "descent_m", unit: "m", "How far the way goes down; missing without heights.",
      formula: "as ascent_m, of the falls",
      range: .atLeast(0)
    ) { $0.descentM },
  ]

  /// All columns, in order.
  static let all = lead + power + others + climb

  /// The device's own figures.
  static let device: [ColumnDefinition<DeviceFigures?>] = [
    said("timer_time_s", "s") { $0.timerTimeS }, said("elapsed_time_s", "s") { $0.elapsedTimeS },
    said("distance_m", "m") { $0.distanceM }, said("mean_power_w", "W") { $0.meanPowerW },
    said("max_power_w", "W") { $0.maxPowerW }, said("normalized_power_w", "W") { $0.normalizedPowerW },
    said("mean_heart_rate_bpm", "bpm") { $0.meanHeartRateBpm },
    said("max_heart_rate_bpm", "bpm") { $0.maxHeartRateBpm },
    said("mean_cadence_rpm", "rpm") { $0.meanCadenceRpm }, said("ascent_m", "m") { $0.ascentM },
  ]

  /// A figure that the device reports.
  static func said(
    _ name: String, _ unit: String, _ value: @escaping @Sendable (DeviceFigures) -> Double?
  ) -> ColumnDefinition<DeviceFigures?> {
    .double(
      "device_\(name)", unit: unit, "What the device itself worked out for \(name), where it says so.",
      range: .atLeast(0)
    ) { $0.flatMap(value) }
  }

  static let coggan = "Allen, Coggan: Training and Racing with a Power Meter, 2nd ed. 2010"
}
