import Signals

/// Values measured about once a second, by time.
public struct Measurements: Hashable, Sendable {
  /// When they were measured, in s.
  public let times: [Double]
  /// The values; NaN where missing.
  public let values: [Float]
  /// How long a value holds, in s.
  public let maxAgeS: Double

  /// Makes measurements from timestamps that do not go back.
  public init(times: [Double], values: [Float], maxAgeS: Double) {
    precondition(times.count == values.count, "a value for each timestamp")
    self.times = times
    self.values = values
    self.maxAgeS = maxAgeS
  }

  /// The value that holds at a time: the last one up to then that is not missing; nil if it is too old.
  public func value(at time: Double) -> Float? {
    var place = partitionPoint(times.indices) { times[$0] <= time } - 1
    while place >= 0, time - times[place] <= maxAgeS {
      if values[place].isFinite { return values[place] }
      place -= 1
    }
    return nil
  }
}

/// Events, or changes of a state, by time.
public struct Moments: Hashable, Sendable {
  /// The times of the events, in s.
  public let times: [Double]
  /// The value of each event: an amount, or a code, which a float holds exactly.
  public let values: [Float]

  /// Makes moments from timestamps that do not go back.
  public init(times: [Double], values: [Float]) {
    precondition(times.count == values.count, "a value for each timestamp")
    self.times = times
    self.values = values
  }

  /// The code that holds at a time: that of the last moment up to then; nil before the first.
  public func code(at time: Double) -> Int? {
    let place = partitionPoint(times.indices) { times[$0] <= time } - 1
    return place < 0 ? nil : Int(exactly: values[place])
  }
}
