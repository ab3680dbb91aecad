/// What people say of a recording's swings: the labels that detections are scored against.
public struct SwingTruth: Hashable, Sendable {
  /// A labelled swing. Times in s on the recording's clock.
  public struct Swing: Hashable, Sendable {
    /// Start of the swing, in s; nil where it is not known: then it is not judged.
    public var startTime: Double?
    /// Onset of the contact, or the moment at which a miss passed the ball, in s.
    public var contactTime: Double
    /// Whether the swing met the ball.
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
  /// Moments that the labels leave open, in s: a detection there counts neither for nor against a detector.
  public var ignored: [Double]
  /// Length of the recording, in s, for rates of errors over time; nil where it is not known.
  public var durationS: Double?

  /// Makes labels.
  public init(swings: [Swing], ignored: [Double] = [], durationS: Double? = nil) {
    self.swings = swings
    self.ignored = ignored
    self.durationS = durationS
  }
}
