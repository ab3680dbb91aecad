/// A time in which the state by depth and the recording's own state did not change.
public struct DepthStateInterval: Hashable, Sendable {
  /// When it began, in s on the recording's clock.
  public internal(set) var startTime: Double
  /// When it ended: at the next measurement, or when the last measurement had grown too old; in s on the recording's
  /// clock.
  public internal(set) var endTime: Double
  /// The state by depth.
  public internal(set) var state: DepthState
  /// The recording's own state.
  public internal(set) var ownState: DepthState
  /// The number of measurements in it.
  public internal(set) var measurementCount: Int
  /// The least and the largest depth, in m; nil without any.
  public internal(set) var depthRangeM: ClosedRange<Double>?

  /// From start to end, in s.
  public var durationS: Double { endTime - startTime }
  /// Whether both states are the same; nil if the recording does not state its own.
  public var agrees: Bool? { ownState == .unknown ? nil : ownState == state }
}

/// Joins measurements with equal states into intervals.
struct StateTrack: Sendable {
  private let maxAgeS: Double
  private var open: (interval: DepthStateInterval, lastTime: Double)?
  private(set) var intervals: [DepthStateInterval] = []

  init(_ rules: SubmersionRules) { maxAgeS = rules.maxAgeS }

  /// Takes the next measurement.
  mutating func take(_ reading: Reading) {
    let own = reading.measurement.ownState
    if let current = open {
      let end = min(reading.time, current.lastTime + maxAgeS)
      open?.interval.endTime = end
      if current.interval.state != reading.state || current.interval.ownState != own || end < reading.time { finish() }
    }
    var interval =
      open?.interval
      ?? DepthStateInterval(
        startTime: reading.time, endTime: reading.time, state: reading.state, ownState: own, measurementCount: 0)
    interval.measurementCount += 1
    if let depth = reading.depthM {
      let range = interval.depthRangeM ?? depth...depth
      interval.depthRangeM = min(range.lowerBound, depth)...max(range.upperBound, depth)
    }
    open = (interval, reading.time)
  }

  /// Ends the current interval.
  mutating func finish() {
    if let interval = open?.interval { intervals.append(interval) }
    open = nil
  }
}
