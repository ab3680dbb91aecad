import Recordings

/// Labels of swings, for code that needs no other kinds.
extension Annotations {
  /// A labelled swing. Times are in s on the recording's clock.
  public struct Swing: Hashable, Sendable {
    /// Start of the swing; nil if not known.
    public var startTime: Double?
    /// Onset of the contact, or for a miss the moment of passing the ball.
    public var contactTime: Double
    /// Whether the ball was hit.
    public var isHit: Bool

    /// Makes a labelled swing.
    public init(startTime: Double?, contactTime: Double, isHit: Bool) {
      self.startTime = startTime
      self.contactTime = contactTime
      self.isHit = isHit
    }
  }

  /// Makes labels; nil for the swings means that swings are not labelled.
  public init(swings: [Swing]?, ignored: [Double] = [], distractors: [Double] = []) {
    let contacts = (swings ?? []).map {
      Label(kind: $0.isHit ? .hit : .miss, startTime: $0.startTime, time: $0.contactTime)
    }
    self.init(
      labels: contacts + ignored.map { Label(kind: .ignore, time: $0) }
        + distractors.map { Label(kind: .distractor, time: $0) },
      labelledSets: swings == nil ? [] : [.hitsAndMisses])
  }

  /// Labelled swings, in the order in which they were given.
  public var swings: [Swing] {
    labels(of: .hitsAndMisses).map { Swing(startTime: $0.startTime, contactTime: $0.time, isHit: $0.kind == .hit) }
  }

  /// Whether swings are labelled at all: a recording may state that it has none, or not say.
  public var hasSwingLabels: Bool { isLabelled(.hitsAndMisses) }
}
