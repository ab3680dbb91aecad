/// Measured values with their times.
///
/// NaN means that the device had no value at that moment. The moments may be in any order and may repeat: `ClockScreen`
/// corrects them.
public struct Samples: Hashable, Sendable {
  /// Times, s, on the device's own clock.
  public var times: [Double]
  /// Values, one per time.
  public var values: [Double]

  /// Makes samples from equal numbers of times and values.
  public init(times: [Double] = [], values: [Double] = []) {
    precondition(times.count == values.count, "\(times.count) moments of \(values.count) values")
    self.times = times
    self.values = values
  }

  /// Number of samples.
  public var count: Int { times.count }

  /// Whether it has no samples.
  public var isEmpty: Bool { times.isEmpty }

  /// The samples that meet a condition.
  func filter(_ keeps: (Double, Double) -> Bool) -> Samples {
    var kept = Samples()
    for index in 0..<count where keeps(times[index], values[index]) {
      kept.times.append(times[index])
      kept.values.append(values[index])
    }
    return kept
  }

  /// The samples with other times.
  func mapTimes(_ time: (Double) -> Double) -> Samples { Samples(times: times.map(time), values: values) }
}

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
