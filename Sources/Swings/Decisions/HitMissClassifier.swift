import Foundation
import Signals

/// Tells hits from misses by the burst of high-rate acceleration at the contact.
///
/// The probability is logistic in the logarithm of the burst's peak: p = 1 / (1 + (midpointG / peak)^steepness). The
/// peak is the largest magnitude of the high-passed z acceleration from `beforeS` ahead of the swing's anchor to
/// `afterS` after it, for swings with and without an impact alike.
///
/// The defaults follow from measured bursts: 99.9 % of ordinary motion stays under 0.16 g (p = 0.002), the impact
/// threshold of 1.5 g means a probable hit (p = 0.80) and real contacts reach 2 g and more (p > 0.9).
public struct HitMissClassifier: Hashable, Sendable {
  /// Name and version of this model, as tables give it.
  public static let modelName = "burst-1"

  /// Axis whose bursts are looked at for swings without impact.
  public var axis = Axis.z
  /// Burst peak at which a hit and a miss are equally likely, in g.
  public var midpointG = 1.0
  /// Exponent of the logistic in the logarithm of the peak.
  public var steepness = 3.4
  /// Smallest probability that is called a hit.
  public var minProbability = 0.5
  /// Start of the window around the anchor, in s before it.
  public var beforeS = 0.1
  /// End of the window around the anchor, in s after it.
  public var afterS = 0.15

  /// Makes a classifier with the defaults that ``HitMissClassifier`` describes.
  public init() {}

  /// Labels every swing.
  ///
  /// Only a swing with an impact can be a hit: a burst that did not reach the detector's threshold has no time of
  /// contact. One that is called a miss loses its impact, and is anchored where it was.
  /// - Parameters:
  ///   - swings: in any order.
  ///   - filtered: the high-passed acceleration, in g.
  /// - Throws: whatever reading `filtered` throws.
  public func labelled(_ swings: [Swing], filtered: Triaxial) throws -> [LabelledSwing] {
    try swings.map { swing in
      let probability = hitProbability(peakG: try burstPeak(of: swing, in: filtered[axis]))
      let label: SwingLabel = swing.impact != nil && probability >= minProbability ? .hit : .miss
      var labelled = swing
      if label == .miss { labelled.impact = nil }
      return LabelledSwing(swing: labelled, label: label, hitProbability: probability, model: Self.modelName)
    }
  }

  /// The probability of a contact for a burst of this height, in g.
  public func hitProbability(peakG: Double) -> Double {
    guard peakG > 0 else { return 0 }
    return 1 / (1 + pow(midpointG / peakG, steepness))
  }

  /// The height of the burst around a swing's anchor, in g; 0 where there is no acceleration.
  private func burstPeak(of swing: Swing, in filtered: any Signal) throws -> Double {
    if let impact = swing.impact { return abs(impact.peak) }
    let range = try filtered.timeBase.indices(in: swing.anchorTime - beforeS...swing.anchorTime + afterS)
    return Double(Statistics.largestMagnitude(try filtered.samples(range)))
  }
}
