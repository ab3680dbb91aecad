import SPRecordings

/// How near a detected event and a labelled one have to be to mean the same.
public struct EventRules: Hashable, Sendable {
  /// Largest distance in time of two moments, and of a moment from an interval, in s, itself included.
  public var toleranceS = 0.5
  /// Smallest `Event.overlap(with:)` of two intervals, itself included: half, as is usual where actions are detected in
  /// time (Caba Heilbron et al., "ActivityNet", CVPR 2015).
  public var minOverlap = 0.5
  /// How near to an ignored moment a detection that fits no label counts neither way, in s, itself included.
  public var ignoreWithinS = 0.2

  /// The rules with all defaults: 0.5 s for moments, half for intervals, 0.2 s around ignored moments.
  public init() {}

  /// The cost of pairing two events: the less, the better they fit; nil for two that cannot be the same.
  func cost(_ detected: Event, _ labelled: Event) -> Double? {
    if detected.isInterval, labelled.isInterval {
      let overlap = detected.overlap(with: labelled)
      return overlap > 0 && overlap >= minOverlap ? 1 - overlap : nil
    }
    let distance =
      detected.isInterval ? detected.distance(of: labelled.time) : labelled.distance(of: detected.time)
    return distance <= toleranceS + MomentMatcher.roundingS ? distance : nil
  }
}
