import Glibc
import SPSignals

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
  ///   - swings: The swings, in any order.
  ///   - filtered: The high-passed acceleration, in g.
  ///   - axis: The axis on which impacts are detected, for the bursts of swings without an impact.
  ///   - motion: The device motion.
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

  /// Measures the evidence of a contact, which gives a label, and the highest rate of a miss with an impact.
  /// - Throws: errors from reading the signals.
  func measure(
    _ candidate: inout SwingCandidate, filtered: Triaxial, axis: Axis, motion: MotionSignals
  ) throws {
    let contact = try ContactEvidence.measure(
      candidate, filtered: filtered, axis: axis == .any ? axis : candidate.impact?.axis ?? axis, total: motion.total)
    guard case .measured(let evidence) = contact else { return candidate.add(contact, nil) }
    let label = candidate.impact == nil ? .miss : label(probability(evidence, hasImpact: true))
    candidate.add(contact, label)
    if label == .miss, candidate.impact != nil {
      candidate.highestRate = try HighestRate(of: candidate, in: motion)
    }
  }

  /// Largest probability of a contact for a swing without a shock that reaches `weak_threshold_g`. No contact is known
  /// whose shock stays below this threshold.
  package static let mostWithoutImpact = 0.02

  /// A shock below `peakG`, in g, must exceed the swing before it by the factor `prominence`. Vibration of the swing
  /// itself mostly stays below 2.4 times the magnitude before it. Contacts of 0.3 g and more reach 7 times.
  static let soft = (peakG: 1.0, prominence: 2.5)

  /// The probability of a contact. Without a shock, or for a vibration, it stays below the smallest probability of a
  /// hit, so that it agrees with the label.
  fileprivate func probability(_ evidence: ContactEvidence, hasImpact: Bool) -> Double {
    let probability = model.hitProbability(evidence)
    guard !hasImpact || Self.isVibration(evidence) else { return probability }
    return min(probability, Self.mostWithoutImpact, minProbability / 2)
  }

  /// Whether a burst is small and no more than the vibration of its swing.
  static func isVibration(_ evidence: ContactEvidence) -> Bool {
    evidence.peakG < soft.peakG && (evidence[.logProminence] ?? .infinity) < log(soft.prominence)
  }

  fileprivate func label(_ hitProbability: Double) -> SwingLabel { hitProbability >= minProbability ? .hit : .miss }
}

/// A classifier, shared by the swings that it labelled.
final class AppliedClassifier: Sendable {
  let classifier: HitMissClassifier
  var model: HitMissModel { classifier.model }

  init(_ classifier: HitMissClassifier) { self.classifier = classifier }

  /// Labels a swing from the evidence measured around it.
  func labelled(_ swing: Swing, by evidence: ContactEvidence) -> LabelledSwing {
    let probability = classifier.probability(evidence, hasImpact: swing.candidate.impact != nil)
    let label = swing.candidate.impact == nil ? .miss : classifier.label(probability)
    var labelled = LabelledSwing(
      swing: swing.as(label), label: label, hitProbability: probability, model: model.name)
    labelled.classifier = self
    return labelled
  }
}
