import SPPlots

/// The units in the preview of a plan.
public enum PlanUnits: String, CaseIterable, Hashable, Sendable {
  /// The units of the plan itself.
  case written
  /// Metres, kilometres and kilometres per hour.
  case metric
  /// Yards, miles and miles per hour.
  case imperial
}

/// Quantities, goals and alerts in words, in the reader's units.
struct PlanWords {
  let units: PlanUnits
  /// Whether distances are swum: swimmers count yards instead of miles.
  var isSwim = false

  // MARK: Quantities

  func text(_ distance: Measure<DistanceUnit>) -> String {
    let shown: Measure<DistanceUnit>
    switch (units, distance.unit) {
    case (.written, _), (.metric, .m), (.metric, .km), (.imperial, .mi), (.imperial, .yd), (.imperial, .ft):
      shown = distance
    case (.metric, _): shown = distance.converted(to: distance.base < 1000 ? .m : .km)
    case (.imperial, _): shown = distance.converted(to: isSwim || distance.base < 160 ? .yd : .mi)
    }
    return Self.number(shown.value) + " " + shown.unit.symbol
  }

  func text(_ time: Measure<TimeUnit>) -> String { Self.duration(time.base) }

  func text(_ energy: Measure<EnergyUnit>) -> String { Self.number(energy.value) + " " + energy.unit.symbol }

  func text(_ speed: Measure<SpeedUnit>) -> String {
    let shown = speed.converted(to: unit(for: speed.unit))
    // A number in its original unit is not converted to another unit and back.
    return value(shown.unit == speed.unit ? speed.value : shown.value, shown.unit) + " " + shown.unit.symbol
  }

  private func text(_ range: MeasureRange<SpeedUnit>) -> String {
    let unit = unit(for: range.unit)
    let values = unit == range.unit ? range.values : range.converted(to: unit).values
    return "\(value(values.lowerBound, unit))–\(value(values.upperBound, unit)) \(unit.symbol)"
  }

  private func text<Unit>(_ range: MeasureRange<Unit>) -> String {
    "\(Self.number(range.values.lowerBound))–\(Self.number(range.values.upperBound)) \(range.unit.symbol)"
  }

  private func unit(for unit: SpeedUnit) -> SpeedUnit {
    switch units {
    case .written: unit
    case .metric: unit.isPace ? .minutesPerKilometre : unit == .metresPerSecond ? unit : .kilometresPerHour
    case .imperial: unit.isPace ? .minutesPerMile : .milesPerHour
    }
  }

  /// A pace as minutes and seconds, `5:30`; any other speed as a number.
  private func value(_ value: Double, _ unit: SpeedUnit) -> String {
    guard unit.isPace, value.isFinite, value < 1000 else { return Self.number(value) }
    let seconds = Int((60 * value).rounded())
    return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
  }

  static func number(_ value: Double) -> String { DecimalText.text(value, significant: 4) }

  /// `30 s`, `2 min 30 s`, `1 h 5 min`: to the second below an hour, to the minute from an hour on.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e9 else { return "\(number(seconds)) s" }
    if seconds < 60 { return number(seconds) + " s" }
    let rounded = Int(seconds < 3600 ? seconds.rounded() : (seconds / 60).rounded() * 60)
    let parts = [(rounded / 3600, "h"), (rounded % 3600 / 60, "min"), (rounded % 60, "s")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }

  // MARK: Goals and alerts

  func text(_ goal: SingleGoal) -> String {
    switch goal {
    case .open: "open"
    case .time(let time): text(time)
    case .distance(let distance): text(distance)
    case .energy(let energy): text(energy)
    case .poolSwim(let distance, let time): "\(text(distance)) within \(text(time))"
    }
  }

  func text(_ alert: StepAlert) -> String {
    let target =
      switch alert.target {
      case .heartRateZone(let zone): "heart rate zone \(zone)"
      case .powerZone(let zone): "power zone \(zone)"
      case .heartRateRange(let range): text(range)
      case .powerRange(let range): text(range)
      case .speedRange(let range): text(range)
      case .cadenceRange(let range): text(range)
      case .powerThreshold(let value): Self.number(value.value) + " " + value.unit.symbol
      case .speedThreshold(let value): text(value)
      case .cadenceThreshold(let value): Self.number(value.value) + " " + value.unit.symbol
      }
    return target + (alert.metric == .average ? " on average" : "")
  }
}

extension Location {
  /// In words: `open water`.
  var words: String { rawValue.replacing("_", with: " ") }
}

extension Workout.Kind {
  /// In words, with its article: `a custom plan`.
  var words: String {
    switch self {
    case .singleGoal: "a single goal"
    case .pacer: "a pacer"
    case .swimBikeRun: "swim, bike, run"
    case .custom: "a custom plan"
    }
  }
}
