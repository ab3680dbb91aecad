/// How near a detection and a label must be to count as the same swing.
public struct ScoringRules: Hashable, Sendable {
  /// Largest distance in time of a detected hit from a labelled one, in s, inclusive.
  public var hitToleranceS = 0.05
  /// Largest distance in time of any other pair, in s, inclusive: the moment of a miss is less sharp.
  public var missToleranceS = 0.15
  /// A detection without a label within this distance of an ignored moment is not counted, in s, inclusive.
  public var ignoreWithinS = 0.2

  /// Makes the default rules: 50 ms for hits, 150 ms for misses, 0.2 s around ignored moments.
  public init() {}

  /// A label this close to an ignored moment is not counted; in s, less than a sample at 800 Hz.
  static let sameMomentS = 1e-3

  /// Largest distance in time, in s, between a detection and a label with these values.
  public func tolerance(_ detected: SwingLabel, _ labelled: SwingLabel) -> Double {
    detected == .hit && labelled == .hit ? hitToleranceS : missToleranceS
  }
}
