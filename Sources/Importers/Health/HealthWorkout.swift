import Recordings

/// A workout as an export of Apple Health tells of it, without its samples.
struct HealthWorkout {
  /// The activity's name in HealthKit without what all have in front: `Cycling`.
  var activity: String
  /// From when to when, in s since 1970.
  var start, end: Double
  /// The time that counted, in s.
  var timerS: Double?
  /// The app or device that made it, with its version.
  var sourceName, sourceVersion: String?
  /// HealthKit's description of the device.
  var device: String?
  /// Its events, in the file's order.
  var events: [Event] = []
  /// The app's own results, by the record type's identifier.
  var statistics: [String: Statistics] = [:]
  /// The whole distance that old exports state, in m.
  var distanceM: Double?
  /// Length of the pool and ascent, in m.
  var poolLengthM, ascentM: Double?
  /// Paths of the routes' files in the export.
  var routes: [String] = []

  /// Something that happened.
  struct Event: Hashable {
    /// Its code in layout version 1.
    var code: Double
    /// From when, in s since 1970, and how long, in s.
    var start, durationS: Double
    /// When it was over.
    var end: Double { start + durationS }
  }

  /// Figures of one type of record.
  struct Statistics {
    var average, maximum, sum: Double?
  }

  /// The kind of activity; nil where it has several.
  var family: HealthQuantity.Family? {
    switch activity {
    case "Cycling", "HandCycling": .cycling
    case "Running", "Walking", "Hiking", "WheelchairWalkPace", "WheelchairRunPace", "TrackAndField": .onFoot
    case "Swimming", "WaterPolo", "WaterFitness", "WaterSports": .inWater
    case "SwimBikeRun": nil
    default: .other
    }
  }

  /// Whether a type of record is of such an activity. People walk and run in most of the others.
  func takes(_ type: HealthQuantity.RecordType) -> Bool {
    guard let own = type.family, let family else { return true }
    return own == family || (family == .other && own == .onFoot)
  }

  /// The sport as recordings name it: `TableTennis` is table_tennis.
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
    guard let device, let key = device.range(of: ", \(name):") else { return nil }
    // Some values have commas, and are followed by a blank and the next name.
    let rest = device[key.upperBound...].drop { $0 == ">" }
    let end = rest.range(of: ", ")?.lowerBound ?? rest.lastIndex(of: ">") ?? rest.endIndex
    let value = String(rest[..<end])
    return value.isEmpty ? nil : value
  }

  /// The kind of device, as recordings name it.
  var deviceKind: String? {
    let words = "\(deviceField("model") ?? "") \(deviceField("name") ?? "") \(sourceName ?? "")".lowercased()
    return words.contains("watch") ? "watch" : words.contains("phone") ? "phone" : nil
  }

  /// The app's own results, by the names of FIT's fields.
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
