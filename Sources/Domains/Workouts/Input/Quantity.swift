/// The quantity that a stream of a workout measures.
public enum Quantity: String, Hashable, Sendable, CaseIterable {
  /// Power at the pedals, W.
  case power
  /// Cadence of the pedals or steps, 1/min.
  case cadence
  /// Speed, m/s.
  case speed
  /// Distance since the start, m.
  case distance
  /// Heart rate, bpm.
  case heartRate = "heart_rate"
  /// Height above the sea, m.
  case altitude
  /// Water drunk at a time, mL.
  case waterVolume = "water_volume"

  /// Unit of the values.
  public var unit: String {
    switch self {
    case .power: "W"
    case .cadence: "rpm"
    case .speed: "m/s"
    case .distance: "m"
    case .heartRate: "bpm"
    case .altitude: "m"
    case .waterVolume: "mL"
    }
  }
}
