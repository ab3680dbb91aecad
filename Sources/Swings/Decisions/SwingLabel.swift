/// Whether a swing met the ball.
public enum SwingLabel: String, Hashable, Sendable, CaseIterable {
  /// No contact.
  case miss
  /// Contact.
  case hit
}

/// A swing with the decision about it.
public struct LabelledSwing: Hashable, Sendable {
  /// The swing; one that was judged a miss has no impact.
  public var swing: Swing
  /// The decision.
  public var label: SwingLabel
  /// Probability of a contact, 0 to 1.
  public var hitProbability: Double
  /// Name and version of the model that gave the probability.
  public var model: String
  /// What each feature added to the decision, the weightiest first.
  public var contributions: [HitMissModel.Contribution] = []

  /// Makes a labelled swing.
  public init(swing: Swing, label: SwingLabel, hitProbability: Double, model: String) {
    self.swing = swing
    self.label = label
    self.hitProbability = hitProbability
    self.model = model
  }
}
