/// Whether a swing met the ball.
public enum SwingLabel: String, Hashable, Sendable, CaseIterable {
  /// No contact.
  case miss
  /// Contact.
  case hit
}

/// A swing with the decision about it.
public struct LabelledSwing: Sendable {
  /// The swing; one that was judged a miss has no impact.
  public var swing: Swing
  /// The decision.
  public var label: SwingLabel
  /// Probability of a contact, 0 to 1.
  public var hitProbability: Double
  /// Name and version of the model that gave the probability.
  public var model: String
  /// The impact that the decision was about, whether it was called a contact or not; nil for a swing without one, which
  /// cannot be a hit.
  public var consideredImpact: Impact? {
    get { judgedImpact?.value }
    set { judgedImpact = newValue.map(Shared.init) }
  }
  /// The probability against the smallest one that is called a hit; nil for a swing without an impact.
  public var contactCheck: SwingCheck? {
    guard consideredImpact != nil, let minProbability else { return nil }
    return SwingCheck("probability of a contact", hitProbability, unit: "1", lowest: minProbability)
  }
  /// What it took to be found at all, hit or miss: the height of the impact that gave it away, if one did, and all that
  /// ``Swing/checks`` has.
  public var detectionChecks: [SwingCheck] {
    let impact = swing.comparedWith == nil ? consideredImpact : nil
    let height = impact.map {
      SwingCheck("height of the impact", abs($0.peak), unit: "g", lowest: $0.threshold, remark: "high-passed")
    }
    return [height].compactMap(\.self) + swing.checks
  }
  /// The check of ``detectionChecks`` whose value is nearest to its bound, by ``SwingCheck/margin``; the first of equal ones,
  /// nil where there is none with a bound.
  public var nearestCheck: SwingCheck? {
    detectionChecks.filter { $0.decides && $0.margin != nil }.min { ($0.margin ?? 0) < ($1.margin ?? 0) }
  }
  /// How clear it is that there was a swing, hit or miss, 0 to 1: the ``SwingCheck/margin`` of the ``nearestCheck``. 0 is the
  /// bound, beyond which it would not have been found so.
  public var decisionMargin: Double? { nearestCheck?.margin.map { max(0, $0) } }
  /// The smallest probability that is called a hit; nil where nobody has said.
  public var minProbability: Double?
  /// What the model adds to the log-odds of any swing.
  public var intercept: Double { evidence?.model.value.intercept ?? 0 }
  /// How the model did on recordings held out of its training; nil where nobody has said.
  public var modelScores: HitMissModel.Scores? { evidence?.model.value.scores }
  /// What each feature added to the log-odds, the weightiest first.
  public var contributions: [HitMissModel.Contribution] {
    evidence.map { $0.model.value.contributions($0.evidence) } ?? []
  }
  /// Natural logarithm of the odds of a contact, ln(p / (1 - p)): the intercept and every contribution.
  public var logOdds: Double { contributions.reduce(intercept) { $0 + $1.logOdds } }

  /// The same as ``consideredImpact``.
  var judgedImpact: Shared<Impact>?
  /// What was decided by; nil where nobody has said.
  var evidence: (model: Shared<HitMissModel>, evidence: ContactEvidence)?

  /// Makes a labelled swing, decided by its own impact.
  public init(swing: Swing, label: SwingLabel, hitProbability: Double, model: String) {
    self.swing = swing
    self.label = label
    self.hitProbability = hitProbability
    self.model = model
    judgedImpact = swing.sharedImpact
  }
}

extension LabelledSwing: Hashable {
  /// Whether two are the same swing with the same decision, for the same reasons.
  public static func == (first: LabelledSwing, second: LabelledSwing) -> Bool {
    first.swing == second.swing && first.label == second.label && first.hitProbability == second.hitProbability
      && first.model == second.model && first.judgedImpact == second.judgedImpact
      && first.minProbability == second.minProbability && first.intercept == second.intercept
      && first.contributions == second.contributions
  }

  /// Feeds the swing and its label to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(swing)
    hasher.combine(label)
  }
}
