/// Labels of swings, for those who have nothing to do with other kinds.
extension Annotations {
  /// A labelled swing. Times in s on the recording's clock.
  public struct Swing: Hashable, Sendable {
    /// Start of the swing; nil where it is not known.
    public var startTime: Double?
    /// Onset of the contact, or the moment that a miss passed it.
    public var contactTime: Double
    /// Whether there was a contact.
    public var isHit: Bool

    /// Makes a labelled swing.
    public init(startTime: Double?, contactTime: Double, isHit: Bool) {
      self.startTime = startTime
      self.contactTime = contactTime
      self.isHit = isHit
    }
  }

  /// Makes labels; with nil for the swings these are not labelled.
  public init(swings: [Swing]?, ignored: [Double] = [], distractors: [Double] = []) {
    let contacts = (swings ?? []).map {
      Label(kind: $0.isHit ? .hit : .miss, startTime: $0.startTime, time: $0.contactTime)
    }
    self.init(
      labels: contacts + ignored.map { Label(kind: .ignore, time: $0) }
        + distractors.map { Label(kind: .distractor, time: $0) },
      labelledSets: swings == nil ? [] : [.swings])
  }

  /// Makes labels of moments alone.
  public init(ignored: [Double], distractors: [Double] = []) {
    self.init(swings: nil, ignored: ignored, distractors: distractors)
  }

  /// Labelled swings, in the order in which they were given.
  public var swings: [Swing] {
    labels(of: .swings).map { Swing(startTime: $0.startTime, contactTime: $0.time, isHit: $0.kind == .hit) }
  }

  /// Whether swings are labelled at all: a recording may say that it has none, or leave open which it has.
  public var hasSwingLabels: Bool { isLabelled(.swings) }

  /// Shocks that are no swing, in s, in the order in which they were given.
  public var distractors: [Double] { labels(of: .distractors).map(\.time) }
}
