/// Everything that determines the walks of a recording.
public struct WalkRules: Hashable, Sendable {
  /// How far the smoothed magnitude of the acceleration rises above 1 g at a step, in g.
  public var thresholdG = 0.1
  /// The time constant of the smoothing, in s.
  public var smoothingS = 0.05
  /// The shortest time between two steps, in s.
  public var minStepS = 0.25
  /// The longest time between two steps of one walk, in s.
  public var maxStepS = 1.5
  /// A walk has at least this many steps.
  public var minSteps = 8

  /// Makes the default rules.
  public init() {}
}
