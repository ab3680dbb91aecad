/// Measured values with the moments at which they were taken.
///
/// A value of NaN says that the device had none at that moment. The moments may be in any order and may repeat:
/// `ClockScreen` puts them right.
public struct Samples: Hashable, Sendable {
  /// Moments, s, on the device's own clock.
  public var times: [Double]
  /// Values, one a moment.
  public var values: [Double]

  /// Makes samples of as many values as moments.
  public init(times: [Double] = [], values: [Double] = []) {
    precondition(times.count == values.count, "\(times.count) moments of \(values.count) values")
    self.times = times
    self.values = values
  }

  /// Number of samples.
  public var count: Int { times.count }

  /// Whether there are none.
  public var isEmpty: Bool { times.isEmpty }

  /// The samples that a condition holds for.
  func filter(_ keeps: (Double, Double) -> Bool) -> Samples {
    var kept = Samples()
    for index in 0..<count where keeps(times[index], values[index]) {
      kept.times.append(times[index])
      kept.values.append(values[index])
    }
    return kept
  }

  /// The samples with other moments.
  func mapTimes(_ time: (Double) -> Double) -> Samples { Samples(times: times.map(time), values: values) }
}
