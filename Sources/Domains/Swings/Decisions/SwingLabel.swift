/// Whether a swing hit the ball.
public enum SwingLabel: String, Hashable, Sendable, CaseIterable {
  /// No contact.
  case miss
  /// Contact.
  case hit
}

/// A swing with the decision about it.
public struct LabelledSwing: Sendable {
  /// The swing; a miss has no impact.
  public var swing: Swing
  /// The decision.
  public var label: SwingLabel
  /// Probability of a contact, 0 to 1.
  public var hitProbability: Double
  /// Name and version of the model that gave the probability.
  public var model: String
  /// The classifier that decided; nil if unknown.
  var classifier: AppliedClassifier?
  /// The impact that was considered, whether it was called a contact or not. It is nil for a swing without an impact,
  /// which cannot be a hit.
  public var consideredImpact: Impact? { swing.candidate.impact }
  /// The check of the probability against the smallest probability of a hit; nil for a swing without an impact.
  public var contactCheck: SwingCheck? {
    guard consideredImpact != nil, let minProbability else { return nil }
    return SwingCheck("probability of a contact", hitProbability, unit: "1", lowest: minProbability)
  }
  /// The checks for being detected at all, hit or miss: the height of the impact, if there was one, and all of
  /// ``Swing/checks``.
  public var detectionChecks: [SwingCheck] {
    let impact = swing.comparedWith == nil ? consideredImpact : nil
    let height = impact.map {
      SwingCheck("height of the impact", abs($0.peak), unit: "g", lowest: $0.threshold, remark: "high-passed")
    }
    return (height.map { [$0] } ?? []) + swing.checks
  }
  /// The check of ``detectionChecks`` whose value is nearest to its bound, by ``SwingCheck/margin``; the first of equal
  /// checks, nil if no check has a bound.
  public var nearestCheck: SwingCheck? {
    var nearest: (check: SwingCheck, margin: Double)?
    for check in detectionChecks where check.decides {
      guard let margin = check.margin else { continue }
      if let nearest, !(margin < nearest.margin) { continue }
      nearest = (check, margin)
    }
    return nearest?.check
  }
  /// How clear it is that there was a swing, hit or miss, 0 to 1: the ``SwingCheck/margin`` of the ``nearestCheck``. At
  /// 0 a value is at its bound; beyond the bound the swing would not have been detected.
  public var decisionMargin: Double? { nearestCheck?.margin.map { max(0, $0) } }
  /// The smallest probability for a hit; nil if unknown.
  public var minProbability: Double? { classifier?.classifier.minProbability }
  /// The model's intercept, in log-odds.
  public var intercept: Double { classifier?.model.intercept ?? 0 }
  /// The model's scores on held-out recordings; nil if unknown.
  public var modelScores: HitMissModel.Scores? { classifier?.model.scores }
  /// The terms that the features added to the log-odds, by decreasing magnitude.
  public var contributions: [HitMissModel.Contribution] {
    guard let classifier, case .measured(let evidence) = swing.candidate.contact else { return [] }
    return classifier.model.contributions(evidence)
  }
  /// Natural logarithm of the odds of a contact, ln(p / (1 - p)): the intercept and every contribution.
  public var logOdds: Double { contributions.reduce(intercept) { $0 + $1.logOdds } }

  /// Makes a labelled swing; a miss has no contact, whatever impact was considered.
  public init(swing: Swing, label: SwingLabel, hitProbability: Double, model: String) {
    self.swing = swing
    self.label = label
    self.hitProbability = hitProbability
    self.model = model
  }
}

extension LabelledSwing: Hashable {
  /// Whether both are the same swing with the same decision, for the same reasons.
  public static func == (first: LabelledSwing, second: LabelledSwing) -> Bool {
    first.swing == second.swing && first.label == second.label && first.hitProbability == second.hitProbability
      && first.model == second.model && first.consideredImpact == second.consideredImpact
      && first.minProbability == second.minProbability && first.intercept == second.intercept
      && first.contributions == second.contributions
  }

  /// Hashes the swing and its label.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(swing)
    hasher.combine(label)
  }
}

extension LabelledSwing {
  /// Its features; nil if they were not measured.
  public var features: SwingFeatures? { swing.candidate.features(as: label) }

  /// A short name for a reason to trust a row less.
  package enum Flag: String, Hashable, Sendable, CaseIterable {
    /// The raw acceleration is at the sensor's limit.
    case saturated
    /// No whole backswing was found.
    case noReversal = "no_reversal"
    /// The rate of the device motion is too low for the angular acceleration.
    case lowMotionRate = "low_motion_rate"
    /// No hit turns in the same direction for comparison.
    case noLikeHits = "no_like_hits"
    /// The probability of a contact is not near 0 and not near 1.
    case uncertainLabel = "uncertain_label"

    /// An explanation in a few words.
    package var meaning: String {
      switch self {
      case .saturated: "the sensor's limit was reached"
      case .noReversal: "no whole backswing was found"
      case .lowMotionRate: "device motion too slow for the angular acceleration"
      case .noLikeHits: "no hit that turns the same way to compare the swing with; see compared_with"
      case .uncertainLabel: "it may be a hit or a miss; see hit_probability"
      }
    }

    /// A label is uncertain from the lower to the upper probability of a contact.
    static let uncertain = 0.1...0.9
  }

  /// Reasons to trust the swing less.
  func flags(_ features: SwingFeatures?) -> [Flag] {
    var flags: [Flag] = []
    if swing.impact?.isSaturated == true { flags.append(.saturated) }
    // The total rotation has no direction, so a backswing cannot be distinguished.
    if let timing = features?.timing, timing.tempoRatio == nil, !swing.turnsAside { flags.append(.noReversal) }
    if let rotation = features?.rotation, rotation.isRateTooLow { flags.append(.lowMotionRate) }
    if let comparison = swing.comparison, !comparison.hasLikeHits { flags.append(.noLikeHits) }
    if Flag.uncertain.contains(hitProbability) { flags.append(.uncertainLabel) }
    return flags
  }
}
