import SPTables

/// The columns of the table of workouts, after the recording's identifier: one row per session.
package enum WorkoutColumns {
  /// A session with recorded data.
  package struct Row: Sendable {
    /// The session.
    package let session: WorkoutSession
    /// Its figures.
    package let analysis: WorkoutAnalysis

    /// Makes the row of a session; nil for a session without data.
    package init?(_ session: WorkoutSession) {
      guard let analysis = session.analysis else { return nil }
      self.session = session
      self.analysis = analysis
    }

    /// The instant of its start. A clock that was never set counts from 1970 or 1989, the epochs of Unix and FIT: such
    /// a date counts as missing.
    var recordedAt: Timestamp? {
      let zero = session.timeline.devices.first?.recording.clockZeroS
      let start = zero.map { $0 + analysis.figures.startTime }
      return start.flatMap { $0 < Self.firstOf1990 ? nil : Timestamp(secondsSince1970: $0) }
    }

    /// 1990-01-01T00:00:00Z, in s since 1970-01-01T00:00:00Z.
    private static let firstOf1990 = 631_152_000.0
  }

  /// All columns, in order.
  package static let all: [ColumnDefinition<Row>] =
    names
    + FigureColumns.all.map { column in column.map { (row: Row) in row.analysis.figures } } + load + thresholds + others
    + FigureColumns.device.map { column in column.map { (row: Row) in row.analysis.device } } + deviceLoad + devices

  private static let names: [ColumnDefinition<Row>] = [
    .string("sport", "What was done, as the recordings say: cycling, running, swimming and the like.") { row in
      row.session.timeline.devices.lazy.compactMap(\.recording.sport).first
    },
    .timestamp(
      "recorded_at", "Instant of the workout's start, in UTC; missing where the recordings do not tell.",
      formula: "start_time_s on the reference device's clock, which time_origin and start_time date",
      source: "recording layout, version 1 (Data/Layout.md): the root attributes start_time and time_origin"
    ) { $0.recordedAt },
    .double(
      "utc_offset_s", unit: "s",
      "How far the local time of the workout was ahead of UTC; missing where start_time states no offset.",
      source: "recording layout, version 1 (Data/Layout.md): the root attribute start_time"
    ) { $0.session.timeline.devices.first?.recording.utcOffsetS.map(Double.init) },
    .string(
      "recordings", "The identifiers of the recordings, joined by ';', in the order of devices: where the row is from."
    ) { row in
      let names = row.session.timeline.devices.flatMap(\.recording.recordingIDs)
      return names.isEmpty ? nil : names.joined(separator: ";")
    },
  ]

  private static let load: [ColumnDefinition<Row>] = [
    .float(
      "intensity_factor", unit: "1", "Normalized power over the functional threshold power.",
      formula: "normalized_power_w / ftp_w", source: FigureColumns.coggan, range: .atLeast(0)
    ) { $0.analysis.intensityFactor },
    .float(
      "training_stress_score", unit: "1", "Training stress score: 100 is an hour at the threshold.",
      formula: "100 * timer_time_s / 3600 * intensity_factor^2", source: FigureColumns.coggan, range: .atLeast(0)
    ) { $0.analysis.trainingStressScore },
    .float(
      "heart_rate_drift_percent", unit: "%",
      "How much less power, or speed without power, a heartbeat gives in the second half; missing for less than 20 min.",
      formula: "100 * (e1 - e2) / e1, e = normalized power (or mean speed) from the first to the last second of a half "
        + "/ mean heart rate; halves of equally many seconds that have both",
      source: "Friel: aerobic decoupling, from The Cyclist's Training Bible"
    ) { $0.analysis.heartRateDrift.map { 100 * $0 } },
  ]

  private static let thresholds: [ColumnDefinition<Row>] =
    [
      .float(
        "ftp_w", unit: "W", "The functional threshold power that zones, intensity and stress stand on.",
        formula: "by ftp_method", range: .atLeast(0)
      ) { $0.analysis.thresholdPowerW },
      .string(
        "ftp_method", "Where ftp_w comes from: given, or a method's name.",
        range: .oneOf(["given"] + ThresholdPowerMethod.allCases.map(\.rawValue))
      ) { row in
        switch row.analysis.thresholdPowerSource {
        case .given: "given"
        case .method(let method): row.analysis.thresholdPowerW == nil ? nil : method.rawValue
        }
      },
    ]
    + ThresholdPowerMethod.allCases.map { method in
      .float(
        "ftp_\(method.rawValue)_w", unit: "W",
        "Functional threshold power by the method \(method.rawValue); missing where the workout is too short for it.",
        formula: method.formula, source: method.source, range: .atLeast(0)
      ) { $0.analysis.thresholdPowers[method] }
    } + [
      .float(
        "critical_work_kj", unit: "kJ", "Work that can be done above the critical power, W'.",
        formula: "W' of the line W = CP * t + W' of ftp_prediction_exercise_w", source: CriticalPower.source
      ) { $0.analysis.criticalPower.map { $0.workJ / 1000 } }
    ]

  private static let others: [ColumnDefinition<Row>] = [
    .float(
      "water_intake_ml", unit: "mL",
      "Water that was drunk, of all devices; what two of them report within 1 s counts once.",
      range: .atLeast(0)
    ) { $0.analysis.waterIntakeML },
    .float(
      "water_after_break_ml", unit: "mL",
      "Part of water_intake_ml that a companion recorded after its mirror stopped or broke.", range: .atLeast(0)
    ) { $0.session.waterAfterBreakML },
    .count("lap_count", "Number of laps.") { $0.analysis.laps.count },
    .count("interval_count", "Number of efforts that were found.") { $0.analysis.intervals.count },
    .count("swim_length_count", "Lengths of a pool that were swum.") { $0.analysis.swim?.lengthCount },
    .count("swim_stroke_count", "Arm strokes of a pool swim.") { $0.analysis.swim?.strokeCount },
    .float(
      "swim_pace_s_per_100m", unit: "s/100 m", "Time that 100 m of a pool take, without rests at the wall.",
      formula: "time of the lengths that were swum / (lengths * length of the pool) * 100", range: .atLeast(0)
    ) { $0.analysis.swim?.pacePer100MS },
    .float(
      "swolf", unit: "1", "Mean of strokes plus seconds of a length.",
      formula: "mean of strokes + time of the lengths whose strokes were counted", range: .atLeast(0)
    ) { $0.analysis.swim?.swolf },
    .string(
      "faults",
      "What was left out of every figure, or contradicts the device's own totals (device_total), joined by ';': "
        + WorkoutFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        + ". Missing where nothing was."
    ) { row in
      let kinds = WorkoutFault.Kind.allCases.filter { kind in row.analysis.faults.contains { $0.kind == kind } }
      return kinds.isEmpty ? nil : kinds.map(\.rawValue).joined(separator: ";")
    },
  ]

  private static let deviceLoad: [ColumnDefinition<Row>] = [
    FigureColumns.said("training_stress_score", "1") { $0.trainingStressScore }.map { $0.analysis.device },
    FigureColumns.said("intensity_factor", "1") { $0.intensityFactor }.map { $0.analysis.device },
  ]

  private static let devices: [ColumnDefinition<Row>] = [
    .string("devices", "The devices, joined by ';', the reference first.") {
      $0.session.timeline.devices.map(\.recording.device).joined(separator: ";")
    },
    .float(
      "largest_lag_s", unit: "s",
      "How far the clock of the device that is off the most is ahead of the reference's; negative when it is behind. "
        + "Missing for one device.",
      formula: "by the median difference of shared events, or else the largest cross-correlation of a shared stream"
    ) { row in lags(row).max { abs($0.lagS) < abs($1.lagS) }?.lagS },
    .float(
      "lag_uncertainty_s", unit: "s", "The largest standard error of a lag.", range: .atLeast(0)
    ) { row in lags(row).compactMap(\.uncertaintyS).max() },
    .string("timer_source", "What says when time counts.", range: .oneOf(TimerTime.Source.allCases.map(\.rawValue))) {
      $0.analysis.timer.source.rawValue
    },
    .count("illegal_transition_count", "Changes of state that the system never makes, on any device.") { row in
      row.session.states.count { $0.verdict == .illegal }
    },
    .count("device_difference_count", "Differences between the devices.") { $0.session.differences.count },
  ]

  private static func lags(_ row: Row) -> [ClockLag] {
    row.session.timeline.devices.map(\.lag).filter { $0.method == .events || $0.method == .correlation }
  }
}

extension ThresholdPowerMethod {
  /// Where the method comes from.
  var source: String {
    self == .predictionExercise ? CriticalPower.source : FigureColumns.coggan
  }
}

extension CriticalPower {
  static let source = "Monod, Scherrer: The work capacity of a synergic muscular group, Ergonomics 8 (1965), 329-338"
}
