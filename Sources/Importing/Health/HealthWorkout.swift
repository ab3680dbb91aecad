import SPRecordings

/// A workout as an export of Apple Health describes it, without its samples.
struct HealthWorkout {
  /// The activity's name in HealthKit without its prefix: `Cycling`.
  var activity: String
  /// Start and end, in s since 1970.
  var start, end: Double
  /// The stated duration, which leaves out pauses, in s.
  var timerS: Double?
  /// The app or device that recorded it, and its version.
  var sourceName, sourceVersion: String?
  /// HealthKit's description of the device.
  var device: String?
  /// Its events, in the file's order.
  var events: [Event] = []
  /// Statistics that the app computed, by the record type's identifier.
  var statistics: [String: Statistics] = [:]
  /// The total distance, which old exports state, in m.
  var distanceM: Double?
  /// Length of the pool, and total ascent, in m.
  var poolLengthM, ascentM: Double?
  /// Paths of the routes' files in the export.
  var routes: [String] = []

  /// An event of the workout, such as a pause or a lap.
  struct Event: Hashable {
    /// Its code in layout version 1.
    var code: Double
    /// Its start, in s since 1970, and its duration, in s.
    var start, durationS: Double
    /// Its end, in s since 1970.
    var end: Double { start + durationS }
  }

  /// Statistics of one type of record, in the layout's units.
  struct Statistics {
    var average, maximum, sum: Double?
  }

  /// The family of activities; nil for a workout with several activities.
  var family: HealthQuantity.Family? {
    switch activity {
    case "Cycling", "HandCycling": .cycling
    case "Running", "Walking", "Hiking", "WheelchairWalkPace", "WheelchairRunPace", "TrackAndField": .onFoot
    case "Swimming", "WaterPolo", "WaterFitness", "WaterSports": .inWater
    case "SwimBikeRun": nil
    default: .other
    }
  }

  /// Whether records of a type can belong to the workout. Records on foot can also belong to the family `other`: people
  /// walk and run in most of its activities.
  func takes(_ type: HealthQuantity.RecordType) -> Bool {
    guard let own = type.family, let family else { return true }
    return own == family || (family == .other && own == .onFoot)
  }

  /// The sport as recordings name it: `TableTennis` becomes table_tennis.
  var sport: String {
    var words = ""
    for character in activity {
      if character.isUppercase, !words.isEmpty { words.append("_") }
      words += character.lowercased()
    }
    return words
  }

  /// A field of HealthKit's text about the device, such as `model`.
  func deviceField(_ name: String) -> String? {
    guard let device, let key = device.firstRange(of: ", \(name):") else { return nil }
    // Values may contain commas. Only a comma with a space after it ends a value.
    let rest = device[key.upperBound...].drop { $0 == ">" }
    let end = rest.firstRange(of: ", ")?.lowerBound ?? rest.lastIndex(of: ">") ?? rest.endIndex
    let value = String(rest[..<end])
    return value.isEmpty ? nil : value
  }

  /// The kind of device as recordings name it, `watch` or `phone`; nil if not known.
  var deviceKind: String? {
    let words = "\(deviceField("model") ?? "") \(deviceField("name") ?? "") \(sourceName ?? "")".lowercased()
    return words.contains("watch") ? "watch" : words.contains("phone") ? "phone" : nil
  }

  /// A table of one row with the app's own results, named as FIT's fields are.
  var summary: DeviceSummary {
    func figure(_ names: [String], _ value: KeyPath<Statistics, Double?>) -> Double? {
      names.lazy.compactMap { statistics["HKQuantityTypeIdentifier" + $0]?[keyPath: value] }.first
    }
    let power = ["CyclingPower", "RunningPower"]
    let distances = HealthQuantity.types.filter { $0.value.quantity == .distance && takes($0.value) }.keys.sorted()
    let distance = distances.lazy.compactMap { statistics[$0]?.sum }.first ?? distanceM
    let columns: [(String, String, Double?)] = [
      ("start_time", "s", start), ("timestamp", "s", end), ("total_elapsed_time", "s", end - start),
      ("total_timer_time", "s", timerS), ("total_distance", "m", distance),
      ("avg_power", "W", figure(power, \.average)), ("max_power", "W", figure(power, \.maximum)),
      ("avg_heart_rate", "bpm", figure(["HeartRate"], \.average)),
      ("max_heart_rate", "bpm", figure(["HeartRate"], \.maximum)),
      ("avg_cadence", "rpm", figure(["CyclingCadence"], \.average)),
      ("total_ascent", "m", ascentM), ("pool_length", "m", poolLengthM),
    ]
    return DeviceSummary(
      "session",
      columns.compactMap { name, units, value in
        value.map { .init(name, units: units, .numbers([$0], width: 1)) }
      })
  }
}
