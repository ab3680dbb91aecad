import SPRecordings

/// The records of Apple Health that are imported: their quantities, their units, and the kinds of workouts.
enum HealthQuantity: UInt8, Hashable, CaseIterable {
  case power, cadence, speed, distance, heartRate, water, strokes
  /// Coordinates of the route points that old exports have within a workout.
  case latitude, longitude, altitude

  /// Kinds of activity. Each kind has separate types of records.
  enum Family: Hashable { case cycling, onFoot, inWater, other }

  /// A type of record.
  struct RecordType: Hashable {
    var quantity: HealthQuantity
    /// The family of activities that the type belongs to; nil for a type of all families.
    var family: Family?
    /// Its index among all types.
    var place: UInt8
  }

  private static let prefix = "HKQuantityTypeIdentifier"

  /// The types of records that have a place in a recording, by their identifiers in HealthKit.
  static let types = Dictionary(
    uniqueKeysWithValues: known.enumerated().map { place, type in
      (prefix + type.0, RecordType(quantity: type.1, family: type.2, place: UInt8(place)))
    })

  private static let known: [(String, HealthQuantity, Family?)] = [
    ("HeartRate", .heartRate, nil), ("DietaryWater", .water, nil),
    ("CyclingPower", .power, .cycling), ("CyclingCadence", .cadence, .cycling), ("CyclingSpeed", .speed, .cycling),
    ("DistanceCycling", .distance, .cycling),
    ("RunningPower", .power, .onFoot), ("RunningSpeed", .speed, .onFoot),
    ("DistanceWalkingRunning", .distance, .onFoot), ("DistanceWheelchair", .distance, .onFoot),
    ("DistanceSwimming", .distance, .inWater), ("SwimmingStrokeCount", .strokes, .inWater),
    ("RowingSpeed", .speed, .other), ("DistanceRowing", .distance, .other),
    ("PaddleSportsSpeed", .speed, .other), ("DistancePaddleSports", .distance, .other),
    ("CrossCountrySkiingSpeed", .speed, .other), ("DistanceCrossCountrySkiing", .distance, .other),
    ("DistanceSkatingSports", .distance, .other), ("DistanceDownhillSnowSports", .distance, .other),
  ]

  /// The short name and the family of a type, by its index; nil for coordinates of a route, which have no type.
  static func type(at place: UInt8) -> (name: String, family: Family?)? {
    known.indices.contains(Int(place)) ? (known[Int(place)].0, known[Int(place)].2) : nil
  }

  /// The name of a type without HealthKit's prefix.
  static func shortName(_ type: String) -> String {
    for prefix in [prefix, "HKCategoryTypeIdentifier", "HKDataType"] where type.hasPrefix(prefix) {
      return String(type.dropFirst(prefix.count))
    }
    return type
  }

  /// The factor from a unit of the export to the layout's unit; nil for a unit that this quantity does not have.
  func factor(of unit: String) -> Double? {
    switch self {
    case .power: Self.watts[unit]
    case .cadence, .heartRate: Self.perMinute[unit]
    case .strokes: unit == "count" ? 1 : nil
    case .speed: Self.metresPerSecond[unit]
    case .distance, .altitude: Self.metres[unit]
    case .water: Self.millilitres[unit]
    case .latitude, .longitude: unit.isEmpty ? 1 : nil
    }
  }

  private static let watts = ["W": 1.0, "kW": 1000]
  private static let perMinute = ["count/min": 1.0, "count/s": 60]
  private static let metresPerSecond = ["m/s": 1, "km/hr": 1 / 3.6, "km/h": 1 / 3.6, "mi/hr": 0.44704, "ft/s": 0.3048]
  /// US and imperial measures by NIST Handbook 44, appendix C, and the Weights and Measures Act 1985.
  private static let millilitres = [
    "mL": 1, "cL": 10, "dL": 100, "L": 1000, "fl_oz_us": 29.573_529_562_5, "fl_oz_imp": 28.413_062_5,
    "cup_us": 236.588_236_5, "cup_imp": 284.130_625, "pt_us": 473.176_473, "pt_imp": 568.261_25,
  ]
  private static let metres = [
    "m": 1, "km": 1000, "cm": 0.01, "mm": 0.001, "mi": 1609.344, "yd": 0.9144, "ft": 0.3048, "in": 0.0254,
  ]

  /// The length in m of a text such as `25 m` or `11589 cm`; nil for anything else.
  static func metres(_ text: String) -> Double? {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, let number = Double(parts[0]), let factor = metres[parts[1]] else { return nil }
    return finite(number * factor)
  }

  /// A duration in one of the export's units, in s; nil for anything else.
  static func seconds(_ text: String?, unit: String?) -> Double? {
    guard let number = text.flatMap(Double.init), let factor = ["min": 60.0, "s": 1, "sec": 1, "hr": 3600][unit ?? ""]
    else { return nil }
    return finite(number * factor)
  }

  /// The number; nil if it is infinite or NaN.
  static func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }

  /// A text of an export, cut to less than 200 bytes and an ellipsis if it is longer. Real names of sources and devices
  /// are short, but a file may contain any text.
  static func kept(_ text: String) -> String {
    guard text.utf8.count > mostBytes else { return text }
    var kept = ""
    for character in text.prefix(mostBytes) {
      guard kept.utf8.count + character.utf8.count < mostBytes else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  private static let mostBytes = 200
}
