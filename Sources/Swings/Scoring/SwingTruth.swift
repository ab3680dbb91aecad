/// The labelled swings of a recording, against which detections are scored.
public struct SwingTruth: Hashable, Sendable {
  /// A labelled swing. Times in s on the recording's clock.
  public struct Swing: Hashable, Sendable {
    /// Start of the swing, in s; nil if not known, in which case it is not scored.
    public var startTime: Double?
    /// Onset of the contact, or the moment at which a miss passed the ball, in s.
    public var contactTime: Double
    /// Whether the swing hit the ball.
    public var label: SwingLabel

    /// Makes a labelled swing.
    public init(startTime: Double?, contactTime: Double, label: SwingLabel) {
      self.startTime = startTime
      self.contactTime = contactTime
      self.label = label
    }
  }

  /// The labelled swings, in any order.
  public var swings: [Swing]
  /// Moments that the labels leave open, in s: a detection there is not counted.
  public var ignored: [Double]
  /// Length of the recording, in s, for error rates over time; nil if not known.
  public var durationS: Double?

  /// Makes labels.
  public init(swings: [Swing], ignored: [Double] = [], durationS: Double? = nil) {
    self.swings = swings
    self.ignored = ignored
    self.durationS = durationS
  }
}
