import SPTables

/// The columns of the table of laps, after the recording's identifier.
package enum LapColumns {
  /// A lap and its position.
  package typealias Row = (index: Int, lap: WorkoutAnalysis.Lap)

  /// The rows of a workout.
  package static func rows(_ analysis: WorkoutAnalysis) -> [Row] {
    analysis.laps.enumerated().map { ($0.offset, $0.element) }
  }

  /// All columns, in order.
  package static let all: [ColumnDefinition<Row>] =
    [.count("lap_index", "Position of the lap, by time, from 0.") { $0.index }]
    + FigureColumns.all.map { column in column.map { (row: Row) in row.lap.figures } }
    + FigureColumns.device.map { column in column.map { (row: Row) in row.lap.device } }
}

/// The columns of the table of efforts, after the recording's identifier.
package enum IntervalColumns {
  /// An effort and its position.
  package typealias Row = (index: Int, interval: WorkoutAnalysis.FoundInterval)

  /// The rows of a workout.
  package static func rows(_ analysis: WorkoutAnalysis) -> [Row] {
    analysis.intervals.enumerated().map { ($0.offset, $0.element) }
  }

  /// All columns, in order.
  package static let all: [ColumnDefinition<Row>] =
    [.count("interval_index", "Position of the effort, by time, from 0.") { $0.index }]
    + FigureColumns.all.map { column in column.map { (row: Row) in row.interval.figures } } + [
      .float(
        "threshold_w", unit: "W", "The power that the smoothed power kept to, but for dips of up to 30 s.",
        formula: "interval_threshold_fraction * ftp_w, or without one 1.15 * mean power above 0 of the workout",
        range: .atLeast(0)
      ) { $0.interval.interval.thresholdW },
      .string("reason", "Why it is an effort, in a sentence.") { $0.interval.interval.reason },
    ]
}

/// The columns of the mean-maximal power curve, after the recording's identifier.
package enum PowerCurveColumns {
  /// All columns, in order.
  package static let all: [ColumnDefinition<PowerCurve.Point>] = [
    .double(
      "duration_s", unit: "s", "Duration, in whole seconds; the last one is the longest stretch without a gap.",
      range: .atLeast(0)
    ) { Double($0.durationS) },
    .double(
      "power_w", unit: "W",
      "The largest mean power over the duration; seconds of zero power count, gaps are part of none.",
      formula: "max over t of mean of power[t ..< t + duration_s], wherever all of these seconds have power",
      range: .atLeast(0)
    ) { $0.powerW },
    .double("start_time_s", unit: "s", "When the first such stretch begins, on the reference device's clock.") {
      $0.startTime
    },
  ]
}

/// The columns of the table of zones, after the recording's identifier.
package enum ZoneColumns {
  /// All columns, in order.
  package static let all: [ColumnDefinition<Zone>] = [
    .string(
      "quantity", "What the zones are of.", range: .oneOf([Quantity.power.rawValue, Quantity.heartRate.rawValue])
    ) {
      $0.quantity.rawValue
    },
    .count("zone", "Number of the zone, from 1.", range: .atLeast(1)) { $0.number },
    .double(
      "lower", unit: nil, "Lower end, which belongs to the zone: W or bpm.",
      formula: "fraction * ftp_w (0.55, 0.75, 0.9, 1.05, 1.2, 1.5) or fraction * the largest heart rate "
        + "(0.6, 0.7, 0.8, 0.9)",
      source: FigureColumns.coggan, range: .atLeast(0)
    ) { $0.lower },
    .double("upper", unit: nil, "Upper end, which belongs to the next zone; missing for the last.", range: .atLeast(0))
    {
      $0.upper
    },
    .double("time_s", unit: "s", "Time in the zone.", range: .atLeast(0)) { $0.timeS },
    .float(
      "share", unit: "1", "Time in the zone over the time with a value.", formula: "time_s / sum of time_s",
      range: .between(0, 1)
    ) { $0.fraction },
  ]
}

/// The columns of the table of data left out, after the recording's identifier.
package enum WorkoutFaultColumns {
  /// All columns, in order.
  package static let all: [ColumnDefinition<WorkoutFault>] = [
    .string("kind", "What is wrong.", range: .oneOf(WorkoutFault.Kind.allCases.map(\.rawValue))) { $0.kind.rawValue },
    .string(
      "quantity", "The stream; missing for events and states.", range: .oneOf(Quantity.allCases.map(\.rawValue))
    ) { $0.quantity?.rawValue },
    .double("start_time_s", unit: "s", "The first timestamp, as it was recorded.") { $0.startTime },
    .double("end_time_s", unit: "s", "The last timestamp, as it was recorded.") { $0.endTime },
    .count("sample_count", "Number of samples; of a dropout, of missing seconds.") { $0.count },
    .double("value", unit: nil, "The most extreme value, in the stream's unit, where it tells something.") { $0.value },
    .string("reason", "What was found and what was done, in a sentence.") { $0.reason },
  ]
}
