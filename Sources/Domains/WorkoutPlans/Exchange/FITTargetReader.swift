import SPImporting

/// Reads the targets of the steps of FIT workouts.
struct FITTargetReader {
  let activity: Activity
  /// Turns percentages of the threshold power into watts; without it they become zones.
  let ftpW: Double?

  /// The alert of a step, and what of the step's target is lost.
  func target(_ message: FITMessage) -> (alert: StepAlert?, loss: String?) {
    let type = message["target_type"]?.code ?? "open"
    guard type != "open" else { return (nil, nil) }
    let metric: StepAlert.Metric = type.hasSuffix("_lap") ? .average : .current
    let zone = message.integer(.targetValue) ?? 0
    let low = message.integer(.low).map(Double.init)
    let high = message.integer(.high).map(Double.init)
    let isPower = type == "power" || type == "power_lap"
    let percentages = 1.0...1000
    if isPower, zone == 0, let low, let high, low <= high, percentages.contains(low), percentages.contains(high),
      activity.support.measures(.power)
    {
      let (target, loss) = target(percent: low...high)
      return possible(StepAlert(target, on: metric), loss)
    }
    guard let target = target(type, zone: zone, low: low, high: high) else {
      return (nil, "its target (\(type)) is not possible in a plan, and is lost")
    }
    guard activity.support.measures(target.measure) else {
      return (nil, "its target (\(type)) is not possible for \(activity), and is lost")
    }
    return possible(StepAlert(target, on: metric), nil)
  }

  /// The alert where a plan can have it.
  private func possible(_ alert: StepAlert, _ loss: String?) -> (alert: StepAlert?, loss: String?) {
    alert.isPossible ? (alert, loss) : (nil, "its target is not possible in a plan, and is lost")
  }

  /// Percentages of the functional threshold power as watts, or as the zone of their middle.
  private func target(percent: ClosedRange<Double>) -> (StepAlert.Target, loss: String?) {
    let (low, high) = (percent.lowerBound, percent.upperBound)
    guard let ftpW else {
      let zone = TrainerStep.zone(ofFraction: (low + high) / 200)
      let words = low == high ? PlanNumber.text(low) : "\(PlanNumber.text(low)) to \(PlanNumber.text(high))"
      return (
        .powerZone(zone), "\(words) % of the threshold power becomes power zone \(zone)\(TrainerStep.zoneHint)"
      )
    }
    let watts = [low, high].map { TrainerStep.watts($0 / 100, ftpW: ftpW) }
    return low == high
      ? (.powerThreshold(Measure(watts[0], .w)), nil) : (.powerRange(MeasureRange(watts[0]...watts[1], .w)), nil)
  }

  private func target(_ type: String, zone: Int, low: Double?, high: Double?) -> StepAlert.Target? {
    switch type {
    case "heart_rate", "heart_rate_lap":
      if zone != 0 { return StepAlert.heartRateZones.contains(zone) ? .heartRateZone(zone) : nil }
      guard let low, let high, low > 100, high > low else { return nil }
      return .heartRateRange(MeasureRange(low - 100...high - 100, .bpm))
    case "power", "power_lap":
      if zone != 0 { return StepAlert.powerZones.contains(zone) ? .powerZone(zone) : nil }
      guard let low, let high, low > 1000, high >= low else { return nil }
      return low == high
        ? .powerThreshold(Measure(low - 1000, .w)) : .powerRange(MeasureRange(low - 1000...high - 1000, .w))
    case "speed", "speed_lap":
      guard zone == 0, let low, let high, low > 0, high >= low else { return nil }
      guard low < high else {
        let found = RoundestUnit.speeds([low / 1000], activity)
        return .speedThreshold(Measure(found.values[0], found.unit))
      }
      let found = RoundestUnit.speeds([low / 1000, high / 1000], activity)
      let ends = (min(found.values[0], found.values[1]), max(found.values[0], found.values[1]))
      return ends.0 < ends.1 ? .speedRange(MeasureRange(ends.0...ends.1, found.unit)) : nil
    case "cadence":
      guard zone == 0, let low, let high, low > 0, high >= low else { return nil }
      let unit: CadenceUnit = [.running, .walking].contains(activity) ? .spm : .rpm
      return low == high
        ? .cadenceThreshold(Measure(low, unit)) : .cadenceRange(MeasureRange(low...high, unit))
    default: return nil
    }
  }
}
