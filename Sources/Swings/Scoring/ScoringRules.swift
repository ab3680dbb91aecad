/// How near a detection and a label have to be to mean the same swing.
public struct ScoringRules: Hashable, Sendable {
  /// Largest distance in time of a detected hit from a labelled one, in s, itself included.
  public var hitToleranceS = 0.05
  /// Largest distance in time of any other pair, in s, itself included: the moment of a miss is less sharp.
  public var missToleranceS = 0.15
  /// How near to an ignored moment a detection that fits no label counts neither way, in s, itself included.
  public var ignoreWithinS = 0.2

  /// The rules with all defaults: 50 ms for hits, 150 ms for misses, 0.2 s around ignored moments.
  public init() {}

  /// A label whose moment is itself on the list of ignored ones does not count; in s, under a sample at 800 Hz.
  static let sameMomentS = 1e-3

  /// Largest distance in time, in s, of a swing that was detected as one from a swing that is labelled as another.
  public func tolerance(_ detected: SwingLabel, _ labelled: SwingLabel) -> Double {
    detected == .hit && labelled == .hit ? hitToleranceS : missToleranceS
  }
}
