import SPRecordings

/// The laps of a TCX file, with the values that the device computed, by the names of FIT's fields.
struct TCXLaps {
  private var lap: [String: Double]?
  private var laps: [[String: Double]] = []

  /// Whether a lap is being read.
  var isInside: Bool { lap != nil }
  /// Whether there is a lap before the present one.
  var hasEarlier: Bool { !laps.isEmpty }
  /// The start of the present lap, in s; nil until it is known.
  var start: Double? {
    get { lap?["start_time"] }
    set { lap?["start_time"] = newValue }
  }

  mutating func begin() { lap = [:] }

  /// Removes the present lap, which continues in another workout, and returns it.
  mutating func takePresent() -> [String: Double]? {
    defer { lap = nil }
    return lap
  }

  /// Continues a lap that began in another workout.
  mutating func goOn(with lap: [String: Double]?) { self.lap = lap }

  mutating func end() {
    if let lap { laps.append(lap) }
    lap = nil
  }

  /// Takes the time of a point of the present lap.
  mutating func add(_ time: Double) {
    let last = lap?["timestamp"] ?? time
    lap?["timestamp"] = max(last, time)
  }

  /// FIT's names of lap fields, which recordings use, by the names in TCX.
  private static let fields = [
    "TotalTimeSeconds": "total_timer_time", "DistanceMeters": "total_distance", "MaximumSpeed": "max_speed",
    "Calories": "total_calories", "AvgSpeed": "avg_speed", "AvgWatts": "avg_power", "MaxWatts": "max_power",
    "Cadence": "avg_cadence", "MaxBikeCadence": "max_cadence", "AverageHeartRateBpm": "avg_heart_rate",
    "MaximumHeartRateBpm": "max_heart_rate",
  ]
  private static let units = [
    "start_time": "s", "timestamp": "s", "total_elapsed_time": "s", "total_timer_time": "s", "total_distance": "m",
    "max_speed": "m/s", "avg_speed": "m/s", "total_calories": "kcal", "avg_power": "W", "max_power": "W",
    "avg_cadence": "rpm", "max_cadence": "rpm", "avg_heart_rate": "bpm", "max_heart_rate": "bpm",
  ]

  /// Takes a value of the present lap by its element's name; returns false for an unknown name.
  mutating func take(_ name: String, _ value: Double) -> Bool {
    guard let field = Self.fields[name] else { return false }
    lap?[field] = value
    return true
  }

  /// The time from the start of the last lap to the start of the present lap, less the time on the last lap's timer, in
  /// s; nil if it is not known.
  var unexplainedS: Double? {
    guard let last = laps.last, let begun = last["start_time"], let timed = last["total_timer_time"], let start else {
      return nil
    }
    return start - begun - timed
  }

  /// The laps as a table; nil without laps.
  var summary: DeviceSummary? {
    guard !laps.isEmpty else { return nil }
    let laps = ended
    let names = Set(laps.flatMap(\.keys)).sorted()
    return DeviceSummary(
      "lap",
      names.map { name in
        .init(name, units: Self.units[name], .numbers(laps.map { $0[name] ?? .nan }, width: 1))
      })
  }

  /// The laps with the end of each. A lap ends at its last point or, if that is later, when its timer's time has
  /// passed, but not after the start of the next lap. TCX states only the start of a lap and the time on its timer,
  /// without pauses.
  private var ended: [[String: Double]] {
    var ended = laps
    for (place, lap) in laps.enumerated() {
      guard let start = lap["start_time"] else { continue }
      let timed = lap["total_timer_time"].map { start + $0 }
      guard let last = [lap["timestamp"], timed].compactMap(\.self).max() else { continue }
      let next = laps[(place + 1)...].lazy.compactMap { $0["start_time"] }.first
      let end = max(start, min(last, next ?? .infinity))
      ended[place]["timestamp"] = end
      ended[place]["total_elapsed_time"] = end - start
    }
    return ended
  }
}
