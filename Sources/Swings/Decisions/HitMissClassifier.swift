import Motion
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

  /// Labels every swing.
  ///
  /// - Parameters:
  ///   - swings: the swings, in any order.
  ///   - filtered: the high-passed acceleration, in g.
  ///   - axis: the axis on which impacts are detected, for the bursts of swings without one.
  ///   - motion: the device motion.
  /// - Throws: errors from reading the signals.
  public func labelled(
    _ swings: [Swing], filtered: Triaxial, axis: Axis, motion: MotionSignals
  ) throws -> DecidedSwings {
    let measured = try InOrder.map(swings) { _, swing in
      var swing = swing
      try measure(&swing.candidate, filtered: filtered, axis: axis, motion: motion)
      return swing
    }
    return SwingDecision.hitMiss(self).decide(after: DecidedSwings(swings: measured))
  }

  /// Measures the evidence of a contact, and what the label that it gives asks for.
  /// - Throws: errors from reading the signals.
  func measure(
    _ candidate: inout SwingCandidate, filtered: Triaxial, axis: Axis, motion: MotionSignals
  ) throws {
    let contact = try ContactEvidence.measure(
      candidate, filtered: filtered[axis == .any ? axis : candidate.impact?.axis ?? axis], rotation: candidate.rotation(in: motion))
    guard case .measured(let evidence) = contact else { return candidate.add(contact, nil) }
    let label = label(hasImpact: candidate.impact != nil, model.hitProbability(evidence))
    candidate.add(contact, label)
    if label == .miss, candidate.impact != nil {
      candidate.highestRate = try HighestRate(of: candidate, in: motion)
    }
  }

  fileprivate func label(hasImpact: Bool, _ hitProbability: Double) -> SwingLabel {
    hasImpact && hitProbability >= minProbability ? .hit : .miss
  }
}

/// A classifier that the swings which it labelled share.
final class AppliedClassifier: Sendable {
  let classifier: HitMissClassifier
  var model: HitMissModel { classifier.model }

  init(_ classifier: HitMissClassifier) { self.classifier = classifier }

  /// Labels a swing from the evidence measured around it.
  func labelled(_ swing: Swing, by evidence: ContactEvidence) -> LabelledSwing {
    let probability = model.hitProbability(evidence)
    let label = classifier.label(hasImpact: swing.candidate.impact != nil, probability)
    var labelled = LabelledSwing(
      swing: swing.as(label), label: label, hitProbability: probability, model: model.name)
    labelled.classifier = self
    return labelled
  }
}
