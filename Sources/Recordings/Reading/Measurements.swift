import Signals

/// Values that were measured about once a second, by time.
public struct Measurements: Hashable, Sendable {
  /// When they were measured, in s.
  public let times: [Double]
  /// The values; NaN where one is missing.
  public let values: [Float]
  /// For how long a value holds, in s.
  public let maxAgeS: Double

  /// Values at timestamps that do not go back.
  public init(times: [Double], values: [Float], maxAgeS: Double) {
    precondition(times.count == values.count, "a value for each timestamp")
    self.times = times
    self.values = values
    self.maxAgeS = maxAgeS
  }

  /// The value that holds at a time: the last one before that is not missing; nil where it is too old by then.
  public func value(at time: Double) -> Float? {
    var place = partitionPoint(times.indices) { times[$0] <= time } - 1
    while place >= 0, time - times[place] <= maxAgeS {
      if values[place].isFinite { return values[place] }
      place -= 1
    }
    return nil
  }
}

/// Events, or the changes of a state, by time.
public struct Moments: Hashable, Sendable {
  /// When they were, in s.
  public let times: [Double]
  /// What each was: an amount, or a code that a float holds exactly.
  public let values: [Float]

  /// Moments at timestamps that do not go back.
  public init(times: [Double], values: [Float]) {
    precondition(times.count == values.count, "a value for each timestamp")
    self.times = times
    self.values = values
  }

  /// The code that holds at a time: that of the last moment until then; nil ahead of the first.
  public func code(at time: Double) -> Int? {
    let place = partitionPoint(times.indices) { times[$0] <= time } - 1
    return place < 0 ? nil : Int(exactly: values[place])
  }
}
