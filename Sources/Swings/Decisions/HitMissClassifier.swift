import Parallel
import Signals

/// Distinguishes hits from misses by the burst of high-rate acceleration at the contact, with a trained
/// model.
///
/// See ``ContactEvidence`` for the evidence and ``HitMissModel`` for its weights.
public struct HitMissClassifier: Hashable, Sendable {
  /// The model.
  public var model: HitMissModel
  /// Smallest probability for a hit.
  public var minProbability: Double

  /// Makes a classifier.
  public init(model: HitMissModel = .standard, minProbability: Double = 0.5) {
    self.model = model
    self.minProbability = minProbability
  }

  /// Labelled swings, and swings with too little acceleration around them to be labelled.
  public struct Labelling: Hashable, Sendable {
    /// Swings with their labels, in the order given.
    public var swings: [LabelledSwing] = []
    /// Swings without enough acceleration, in the order given.
    public var rejected: [RejectedCandidate] = []
  }

  /// Labels every swing.
  ///
  /// Only a swing with an impact can be a hit: a burst below the detector's weakest threshold has no time of contact.
  /// A swing that is called a miss loses its impact, which ``LabelledSwing/consideredImpact`` keeps, and is anchored
  /// at its highest rate, be it before or after the impact.
  /// - Parameters:
  ///   - swings: the swings, in any order.
  ///   - filtered: the high-passed acceleration, in g.
  ///   - axis: the axis on which impacts are detected, for the bursts of swings without one.
  ///   - rotation: the rotation along gravity, in rad/s.
  /// - Throws: errors from reading the signals.
  public func labelled(
    _ swings: [Swing], filtered: Triaxial, axis: Axis, rotation: any Signal
  ) throws -> Labelling {
    var result = Labelling()
    result.swings.reserveCapacity(swings.count)
    let model = SharedValue(model)
    let highestRate = { (swing: Swing) in
      try swing.facts.measures?.highestRate?.value ?? swing.highestRate(in: rotation)
    }
    // A block at a time, so that a second copy of the evidence of a day's swings does not take memory.
    try InOrder.forEach(blocksOf: 256, in: 0..<swings.count) { range in
      try ContactEvidence.measure(swings[range], filtered: filtered, axis: axis, rotation: rotation)
    } body: { range, evidence in
      for (swing, measured) in zip(swings[range], evidence) {
        switch measured {
        case .measured(let evidence):
          result.swings.append(try labelled(swing, by: evidence, model, highestRate: highestRate))
        case .tooLittle(let fraction): result.rejected.append(Self.rejected(swing, fraction: fraction))
        }
      }
    }
    return result
  }

  /// Labels a swing from the evidence measured around it.
  ///
  /// - Parameters:
  ///   - shared: the model, shared by all swings.
  ///   - highestRate: gives the highest rate of a miss with an impact; nil if unknown.
  func labelled(
    _ swing: Swing, by evidence: ContactEvidence, _ shared: SharedValue<HitMissModel>,
    highestRate: (Swing) throws -> HighestRate?
  ) rethrows -> LabelledSwing {
    let model = shared.value
    let probability = model.hitProbability(evidence)
    let label = label(of: swing, probability)
    var result = LabelledSwing(
      swing: try swing.as(label, highestRate: highestRate), label: label, hitProbability: probability, model: model.name
    )
    result.judgedImpact = swing.facts.impact
    result.minProbability = minProbability
    result.evidence = (shared, evidence)
    return result
  }

  /// The label of a swing from the evidence measured around it.
  func label(of swing: Swing, by evidence: ContactEvidence) -> SwingLabel {
    label(of: swing, model.hitProbability(evidence))
  }

  private func label(of swing: Swing, _ hitProbability: Double) -> SwingLabel {
    swing.impact != nil && hitProbability >= minProbability ? .hit : .miss
  }

  /// A swing with too little acceleration around it to be labelled.
  static func rejected(_ swing: Swing, fraction: Double) -> RejectedCandidate {
    let percent = Int((100 * fraction).rounded())
    let needed = Int((100 * ContactEvidence.neededFraction).rounded())
    return RejectedCandidate(
      kind: swing.impact == nil ? .airSwing : .impact, time: swing.anchorTime, reason: .noAcceleration, value: fraction,
      explanation: { "\(percent) % of the acceleration around it is there; expected at least \(needed) %" },
      checks: {
        swing.checks + [
          SwingCheck("acceleration around it", fraction, unit: "1", lowest: ContactEvidence.neededFraction)
        ]
      })
  }
}
