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

  /// Labelled swings, and those that cannot be labelled since there is too little acceleration around them.
  public struct Labelling: Hashable, Sendable {
    /// Swings with their labels, in the order given.
    public var swings: [LabelledSwing] = []
    /// Swings without enough acceleration, in the order given.
    public var rejected: [RejectedCandidate] = []
  }

  /// Labels every swing.
  ///
  /// Only a swing with an impact can be a hit: a burst that did not reach the detector's threshold has no time of
  /// contact. One that is called a miss loses its impact, and is anchored at its highest rate. Bursts of swings without
  /// impact are looked for on the axis of the impacts, or on z where there are none.
  /// - Parameters:
  ///   - swings: in any order.
  ///   - filtered: the high-passed acceleration, in g.
  /// - Throws: whatever reading `filtered` throws.
  public func labelled(_ swings: [Swing], filtered: Triaxial) throws -> Labelling {
    let axis = swings.lazy.compactMap(\.impact?.axis).first ?? .z
    var result = Labelling()
    for swing in swings {
      switch try burst(of: swing, in: filtered[axis]) {
      case .peak(let peak):
        let probability = hitProbability(peakG: peak)
        let isHit = swing.impact != nil && probability >= minProbability
        result.swings.append(
          LabelledSwing(
            swing: isHit || swing.impact == nil ? swing : swing.inTheAir, label: isHit ? .hit : .miss,
            hitProbability: probability, model: Self.modelName))
      case .unknown(let share):
        let percent = Int((100 * share).rounded())
        result.rejected.append(
          RejectedCandidate(
            kind: .airSwing, time: swing.anchorTime, reason: .noAcceleration, value: share,
            explanation: "\(percent) % of the acceleration around it is there; expected at least 80 %"))
      }
    }
    return result
  }

  /// The probability of a contact for a burst of this height, in g.
  public func hitProbability(peakG: Double) -> Double {
    guard peakG > 0 else { return 0 }
    return 1 / (1 + pow(midpointG / peakG, steepness))
  }

  private enum Burst {
    /// Its height, in g.
    case peak(Double)
    /// Too little of the window has samples: the share that has.
    case unknown(share: Double)
  }

  private func burst(of swing: Swing, in filtered: any Signal) throws -> Burst {
    if let impact = swing.impact { return .peak(abs(impact.peak)) }
    let timeBase = filtered.timeBase
    guard timeBase.rate > 0 else { return .unknown(share: 0) }
    let range = try timeBase.indices(in: swing.anchorTime - beforeS...swing.anchorTime + afterS)
    let samples = try filtered.samples(range)
    let expected = ((beforeS + afterS) * timeBase.rate).rounded(.down)
    let share = expected < 1 ? 1 : min(1, Double(samples.count(where: \.isFinite)) / expected)
    return share < 0.8 ? .unknown(share: share) : .peak(Double(Statistics.largestMagnitude(samples)))
  }
}
