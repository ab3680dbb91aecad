/// A movement that would be a swing if its recording contained play: see ``PlayEvidence``.
public struct PossibleStroke: Hashable, Sendable {
  /// What proposed it: a shock, or a burst of rotation.
  public var kind: SwingCandidate.Kind
  /// Its time, in s: the impact, or the largest rate.
  public var time: Double
  /// How the wrist turns.
  package var traits: StrokeTraits
  /// Probability that it is a stroke, 0 to 1.
  public var probability: Double

  /// The largest rate of rotation about any axis, in rad/s.
  public var peakRate: Double { Double(traits.peakRate) }
  /// Time for which the rate stays above half of it, in s.
  public var widthS: Double { Double(traits.widthS) }

  init(_ kind: SwingCandidate.Kind, at time: Double, _ traits: StrokeTraits, probability: Double) {
    (self.kind, self.time, self.traits, self.probability) = (kind, time, traits, probability)
  }
}
