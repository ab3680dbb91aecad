/// A movement that would be a swing if its recording contained play: see ``PlayEvidence``.
public struct PossibleStroke: Hashable, Sendable {
  /// What proposed it: a shock, or a burst of rotation.
  public var kind: SwingCandidate.Kind
  /// Its time, in s: the impact, or the largest rate.
  public var time: Double
  /// The largest rate of rotation about any axis, in rad/s.
  public var peakRate: Double
  /// Time for which the rate stays above half of it, in s.
  public var widthS: Double
  /// Probability that it is a stroke, 0 to 1.
  public var probability: Double

  init(_ kind: SwingCandidate.Kind, at time: Double, _ stroke: StrokeMotion, probability: Double) {
    (self.kind, self.time, self.probability) = (kind, time, probability)
    (peakRate, widthS) = (Double(stroke.peakRate), Double(stroke.widthS))
  }
}
