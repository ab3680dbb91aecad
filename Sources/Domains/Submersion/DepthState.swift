/// How deep a watch is, in the states that its system reports.
///
/// The raw values are the codes of the dataset `submersion_measurement/depth_state` in recording layout version 1.
public enum DepthState: UInt16, Hashable, Sendable, CaseIterable {
  /// Not known.
  case unknown = 0
  /// Out of the water.
  case notSubmerged = 100
  /// Under water, no deeper than the shallow limit.
  case submergedShallow = 200
  /// Deeper than the shallow limit.
  case submergedDeep = 300
  /// Near the maximum depth.
  case approachingMaxDepth = 400
  /// Beyond the maximum depth.
  case pastMaxDepth = 500
  /// Under water, but the sensor gives no depth.
  case sensorDepthError = 600

  /// The state of a code in a recording; unknown for a code that the layout does not define, or a value that is not a
  /// whole number.
  public init(code: Float) {
    self = UInt16(exactly: code).flatMap(DepthState.init(rawValue:)) ?? .unknown
  }

  /// The name in tables.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .notSubmerged: "not_submerged"
    case .submergedShallow: "submerged_shallow"
    case .submergedDeep: "submerged_deep"
    case .approachingMaxDepth: "approaching_max_depth"
    case .pastMaxDepth: "past_max_depth"
    case .sensorDepthError: "sensor_depth_error"
    }
  }

  /// Whether it is a state under water.
  public var isSubmerged: Bool { rawValue >= Self.submergedShallow.rawValue }

  /// Whether the depth is known to be beyond the shallow limit.
  public var isDeep: Bool { isSubmerged && self != .submergedShallow && self != .sensorDepthError }
}

/// The depths at which one state ends and the next begins.
public struct DepthLimits: Hashable, Sendable {
  /// The largest shallow depth, in m.
  public var shallowM: Double
  /// The maximum depth, in m.
  public var maxM: Double
  /// How far above the maximum depth the approach to it begins, in m. This margin is not documented by any vendor.
  public var approachMarginM: Double

  /// Takes limits; the defaults are the limits of a watch's shallow depth sensor. Apps that may use the sensor's whole
  /// range reach 40 m. `SubmersionRules.validate()` checks the limits.
  public init(shallowM: Double = 1, maxM: Double = 6, approachMarginM: Double = 1) {
    self.shallowM = shallowM
    self.maxM = maxM
    self.approachMarginM = approachMarginM
  }

  /// The state of a depth under water, in m. A limit itself belongs to the shallower state.
  package func state(ofDepth depthM: Double) -> DepthState {
    if depthM > maxM { return .pastMaxDepth }
    if depthM > maxM - approachMarginM { return .approachingMaxDepth }
    return depthM > shallowM ? .submergedDeep : .submergedShallow
  }
}

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
