/// The depths at which one state ends and the next begins.
public struct DepthLimits: Hashable, Sendable {
  /// The largest shallow depth, in m.
  public var shallowM: Double
  /// The maximum depth, in m.
  public var maxM: Double
  /// How far above the maximum depth the approach to it begins, in m. This margin is not documented by any vendor.
  public var approachMarginM: Double

  /// Takes limits, by default those of a watch's shallow depth sensor; apps that may use its whole range reach 40 m.
  /// ``SubmersionRules/validate()`` checks them.
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
