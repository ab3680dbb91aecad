/// Labels that a recording carries.
public struct Annotations: Hashable, Sendable {
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

  /// Labelled swings, in the file's order.
  public var swings: [Swing]
  /// Whether swings are labelled at all: a recording may say that it has none, or leave open which it has.
  public var hasSwingLabels: Bool
  /// Moments that count neither for nor against a detector, in s.
  public var ignored: [Double]
  /// Shocks that are no swing, in s.
  public var distractors: [Double]

  /// Makes labels; with nil for the swings these are not labelled.
  public init(swings: [Swing]? = nil, ignored: [Double] = [], distractors: [Double] = []) {
    self.swings = swings ?? []
    hasSwingLabels = swings != nil
    self.ignored = ignored
    self.distractors = distractors
  }
}
