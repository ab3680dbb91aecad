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
