import Recordings
import Workouts

extension DeviceRecording {
  /// Takes the device's own results: its sessions combined, laps and lengths, by the names of their fields in FIT.
  ///
  /// - Returns: the number of its sessions.
  mutating func take(_ tables: [DeviceSummary]) -> Int {
    var sessionCount = 0
    for table in tables {
      switch table.name {
      case "session":
        sessionCount = table.figures.count
        summary = sessionCount > 0 ? DeviceFigures(joining: table.figures) : nil
      case "lap": laps = table.figures
      case "length": lengths = table.swimLengths
      default: break
      }
    }
    return sessionCount
  }
}

extension DeviceSummary {
  private var rowCount: Int {
    columns.map { column in
      switch column.values {
      case .numbers(let numbers, let width): numbers.count / max(1, width)
      case .codes(let codes, _): codes.count
      case .texts(let texts): texts.count
      }
    }.max() ?? 0
  }

  private func number(_ column: String, _ row: Int) -> Double? {
    guard let numbers = numbers(column), row < numbers.count, numbers[row].isFinite else {
      return nil
    }
    return numbers[row]
  }

  /// The figures of each row.
  fileprivate var figures: [DeviceFigures] {
    (0..<rowCount).map { row in
      var figures = DeviceFigures(
        startTime: number("start_time", row), endTime: number("timestamp", row))
      if figures.endTime == nil, let start = figures.startTime,
        let elapsed = number("total_elapsed_time", row) ?? number("total_timer_time", row)
      {
        figures.endTime = start + elapsed
      }
      figures.timerTimeS = number("total_timer_time", row)
      figures.elapsedTimeS = number("total_elapsed_time", row)
      figures.distanceM = number("total_distance", row)
      figures.meanPowerW = number("avg_power", row)
      figures.maxPowerW = number("max_power", row)
      figures.normalizedPowerW = number("normalized_power", row)
      figures.meanHeartRateBpm = number("avg_heart_rate", row)
      figures.maxHeartRateBpm = number("max_heart_rate", row)
      figures.meanCadenceRpm = number("avg_cadence", row)
      figures.trainingStressScore = number("training_stress_score", row)
      figures.intensityFactor = number("intensity_factor", row)
      figures.ascentM = number("total_ascent", row)
      figures.poolLengthM = number("pool_length", row)
      return figures
    }
  }

  fileprivate var swimLengths: [SwimLength] {
    let kinds = meanings("length_type") ?? []
    return (0..<rowCount).compactMap { row in
      guard let start = number("start_time", row), let time = number("total_timer_time", row) else {
        return nil
      }
      return SwimLength(
        startTime: start, durationS: time,
        strokes: number("total_strokes", row).flatMap { Int(exactly: $0.rounded()) },
        isActive: row < kinds.count ? kinds[row] == "active" : true)
    }
  }
}
