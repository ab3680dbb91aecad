import Recordings

/// What is taken of the records of Apple Health: what they measure, in which units, and of which kind of workout.
enum HealthQuantity: UInt8, Hashable, CaseIterable {
  case power, cadence, speed, distance, heartRate, water, strokes
  /// Of the places that old exports have within a workout.
  case latitude, longitude, altitude

  /// Kinds of activity, each with records of its own.
  enum Family: Hashable { case cycling, onFoot, inWater, other }

  /// A type of record.
  struct RecordType: Hashable {
    var quantity: HealthQuantity
    /// The activities that it is of; nil for all.
    var family: Family?
  }

  private static let prefix = "HKQuantityTypeIdentifier"

  /// The types of records that have a place in a recording, by their identifiers in HealthKit.
  static let types: [String: RecordType] = {
    let types: [(String, HealthQuantity, Family?)] = [
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
    return Dictionary(
      uniqueKeysWithValues: types.map { (prefix + $0.0, RecordType(quantity: $0.1, family: $0.2)) })
  }()

  /// The name of a type without what all have in front.
  static func shortName(_ type: String) -> String {
    for prefix in [prefix, "HKCategoryTypeIdentifier", "HKDataType"] where type.hasPrefix(prefix) {
      return String(type.dropFirst(prefix.count))
    }
    return type
  }

  /// What a value is multiplied by to be in the layout's unit; nil for a unit that this quantity does not have.
  func factor(of unit: String) -> Double? {
    switch self {
    case .power: ["W": 1, "kW": 1000][unit]
    case .cadence, .heartRate: ["count/min": 1, "count/s": 60][unit]
    case .strokes: unit == "count" ? 1 : nil
    case .speed:
      ["m/s": 1, "km/hr": 1 / 3.6, "km/h": 1 / 3.6, "mi/hr": 0.44704, "ft/s": 0.3048][unit]
    case .distance, .altitude: Self.metres[unit]
    // US and imperial measures in mL (NIST Handbook 44, appendix C; Weights and Measures Act 1985).
    case .water:
      [
        "mL": 1, "cL": 10, "dL": 100, "L": 1000, "fl_oz_us": 29.573_529_562_5, "fl_oz_imp": 28.413_062_5,
        "cup_us": 236.588_236_5, "cup_imp": 284.130_625, "pt_us": 473.176_473, "pt_imp": 568.261_25,
      ][unit]
    case .latitude, .longitude: unit.isEmpty ? 1 : nil
    }
  }

  private static let metres = [
    "m": 1, "km": 1000, "cm": 0.01, "mm": 0.001, "mi": 1609.344, "yd": 0.9144, "ft": 0.3048, "in": 0.0254,
  ]

  /// A text such as `25 m` or `11589 cm` in m.
  static func metres(_ text: String) -> Double? {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, let number = Double(parts[0]), let factor = metres[parts[1]] else { return nil }
    return finite(number * factor)
  }

  /// A time in a unit of an export, in s.
  static func seconds(_ text: String?, unit: String?) -> Double? {
    guard let number = text.flatMap(Double.init), let factor = ["min": 60.0, "s": 1, "sec": 1, "hr": 3600][unit ?? ""]
    else { return nil }
    return finite(number * factor)
  }

  /// A number that is one.
  static func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }
}
