/// The depths at which one state ends and the next begins.
public struct DepthLimits: Hashable, Sendable {
  /// The largest shallow depth, in m.
  public var shallowM: Double
  /// The maximum depth, in m.
  public var maxM: Double
  /// How far above the maximum depth the approach to it begins, in m. This margin is not documented by any vendor.
  public var approachMarginM: Double

  /// Limits of a watch's shallow depth sensor: 6 m.
  public static let standard = DepthLimits()
  /// Limits for apps that may use the whole range of the sensor: 40 m.
  public static let full = DepthLimits(maxM: 40)

  /// Takes limits; ``SubmersionRules/validate()`` checks them.
  public init(shallowM: Double = 1, maxM: Double = 6, approachMarginM: Double = 1) {
    self.shallowM = shallowM
    self.maxM = maxM
    self.approachMarginM = approachMarginM
  }

  /// The state of a depth under water, in m. A limit itself belongs to the shallower state.
  public func state(ofDepth depthM: Double) -> DepthState {
    if depthM > maxM { return .pastMaxDepth }
    if depthM > maxM - approachMarginM { return .approachingMaxDepth }
    return depthM > shallowM ? .submergedDeep : .submergedShallow
  }
}
