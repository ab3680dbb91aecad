/// Units of length. Factors: NIST Special Publication 811 (2008), appendix B.8, exact since 1959.
public enum DistanceUnit: String, PlanUnit {
  /// Metres.
  case m
  /// Kilometres.
  case km
  /// International miles of 1609.344 m.
  case mi
  /// Yards of 0.9144 m.
  case yd
  /// Feet of 0.3048 m.
  case ft

  /// `distance`.
  public static let quantity = "distance"
  /// The unit's symbol.
  public var symbol: String { rawValue }

  private var metres: Double {
    switch self {
    case .m: 1
    case .km: 1000
    case .mi: 1609.344
    case .yd: 0.9144
    case .ft: 0.3048
    }
  }

  /// The length in m.
  public func base(_ value: Double) -> Double { value * metres }
  /// The value in this unit of a length in m.
  public func value(ofBase base: Double) -> Double { base / metres }
}

/// Units of time.
public enum TimeUnit: String, PlanUnit {
  /// Seconds.
  case s
  /// Minutes.
  case min
  /// Hours.
  case h

  /// `time`.
  public static let quantity = "time"
  /// The unit's symbol.
  public var symbol: String { rawValue }

  private var seconds: Double { self == .s ? 1 : self == .min ? 60 : 3600 }

  /// The time in s.
  public func base(_ value: Double) -> Double { value * seconds }
  /// The value in this unit of a time in s.
  public func value(ofBase base: Double) -> Double { base / seconds }
}

/// Units of energy.
public enum EnergyUnit: String, PlanUnit {
  /// Kilocalories of 4.184 kJ (thermochemical), as used by watches.
  case kcal
  /// Kilojoules.
  case kj

  /// `energy`.
  public static let quantity = "energy"
  /// The unit's symbol.
  public var symbol: String { self == .kj ? "kJ" : "kcal" }

  /// The energy in kJ.
  public func base(_ value: Double) -> Double { self == .kj ? value : value * 4.184 }
  /// The value in this unit of an energy in kJ.
  public func value(ofBase base: Double) -> Double { self == .kj ? base : base / 4.184 }
}

/// Units of speed, and of pace, its reciprocal.
public enum SpeedUnit: String, PlanUnit {
  /// Metres per second.
  case metresPerSecond = "m_s"
  /// Kilometres per hour.
  case kilometresPerHour = "km_h"
  /// Miles per hour.
  case milesPerHour = "mph"
  /// A pace in minutes per kilometre.
  case minutesPerKilometre = "min_per_km"
  /// A pace in minutes per mile.
  case minutesPerMile = "min_per_mi"

  /// `speed`.
  public static let quantity = "speed"
  /// From the slowest swimmers to the fastest riders downhill, m/s.
  public static let plausible = 0.1...40
  /// The unit's symbol.
  public var symbol: String {
    switch self {
    case .metresPerSecond: "m/s"
    case .kilometresPerHour: "km/h"
    case .milesPerHour: "mph"
    case .minutesPerKilometre: "min/km"
    case .minutesPerMile: "min/mi"
    }
  }

  /// Whether larger numbers mean slower.
  public var isPace: Bool { self == .minutesPerKilometre || self == .minutesPerMile }

  /// The speed in m/s.
  public func base(_ value: Double) -> Double {
    switch self {
    case .metresPerSecond: value
    case .kilometresPerHour: value * 1000 / 3600
    case .milesPerHour: value * 1609.344 / 3600
    case .minutesPerKilometre: 1000 / (60 * value)
    case .minutesPerMile: 1609.344 / (60 * value)
    }
  }

  /// The value in this unit of a speed in m/s.
  public func value(ofBase base: Double) -> Double {
    switch self {
    case .metresPerSecond: base
    case .kilometresPerHour: base * 3600 / 1000
    case .milesPerHour: base * 3600 / 1609.344
    case .minutesPerKilometre: 1000 / (60 * base)
    case .minutesPerMile: 1609.344 / (60 * base)
    }
  }
}

/// The unit of power.
public enum PowerUnit: String, PlanUnit {
  /// Watts.
  case w

  /// `power`.
  public static let quantity = "power"
  /// Up to the power that track sprinters reach over a second, W.
  public static let plausible = 1.0...2500
  /// The unit's symbol.
  public var symbol: String { "W" }
  /// The power in W.
  public func base(_ value: Double) -> Double { value }
  /// The value in W.
  public func value(ofBase base: Double) -> Double { base }
}

/// The unit of heart rate.
public enum HeartRateUnit: String, PlanUnit {
  /// Beats per minute.
  case bpm

  /// `heart_rate`.
  public static let quantity = "heart_rate"
  /// The rates that heart rate sensors can distinguish from noise, beats per minute.
  public static let plausible = 25.0...250
  /// The unit's symbol.
  public var symbol: String { rawValue }
  /// The rate in beats per minute.
  public func base(_ value: Double) -> Double { value }
  /// The value in beats per minute.
  public func value(ofBase base: Double) -> Double { base }
}

/// Units of cadence.
public enum CadenceUnit: String, PlanUnit {
  /// Revolutions per minute.
  case rpm
  /// Steps per minute.
  case spm

  /// `cadence`.
  public static let quantity = "cadence"
  /// Up to the cadence that legs reach, per minute.
  public static let plausible = 1.0...250
  /// The unit's symbol.
  public var symbol: String { rawValue }
  /// The cadence per minute.
  public func base(_ value: Double) -> Double { value }
  /// The value per minute.
  public func value(ofBase base: Double) -> Double { base }
}
