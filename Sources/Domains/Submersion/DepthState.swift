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
