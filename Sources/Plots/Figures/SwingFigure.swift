/// One swing as three panels above each other: raw and filtered acceleration on an axis, and the rotation along gravity.
///
/// Plain data in, a ``Figure`` out. All times are of one clock, in seconds; the picture counts them from ``origin``.
public struct SwingFigure: Hashable, Sendable {
  /// The heading, such as `table_tennis-000001: swing 12, hit (p = 0.98)`.
  public var title: String
  /// The decision in words, a line each.
  public var notes: [String]
  /// The moment that the time axis counts from; without one it shows the recording's own clock.
  public var origin: Origin?
  /// Name of the acceleration's axis, such as `z`.
  public var axis: String
  /// The acceleration on that axis as recorded, in g.
  public var raw: TimeSeries
  /// The same after the high-pass, in g.
  public var filtered: TimeSeries
  /// The rotation along gravity, in rad/s.
  public var rotation: TimeSeries
  /// What the size of the filtered acceleration had to reach, in g.
  public var filteredThreshold: Double?
  /// What the rotation along gravity had to meet, in rad/s, with the sign of the swing's rotation.
  public var rotationThreshold: Double?
  /// What was found in them.
  public var moments: Moments

  /// A moment that others are counted from.
  public struct Origin: Hashable, Sendable {
    /// When it was, in seconds on the recording's clock.
    public var time: Double
    /// What it is, such as `impact`.
    public var name: String

    /// Names a moment.
    public init(time: Double, name: String) {
      self.time = time
      self.name = name
    }
  }

  /// The moments of a swing, in seconds on the recording's clock; nothing for one that it does not have.
  public struct Moments: Hashable, Sendable {
    /// Where the swing started.
    public var start: Double?
    /// Where the shock of the contact begins in the raw acceleration.
    public var onset: Double?
    /// The peak of the filtered acceleration.
    public var impact: Double?
    /// The highest rate of rotation along gravity.
    public var peakRate: Double?
    /// What the swing was walked back from: the impact of a hit, the highest rate of a miss.
    public var anchor: Double?

    /// Gathers moments.
    public init(
      start: Double? = nil, onset: Double? = nil, impact: Double? = nil, peakRate: Double? = nil, anchor: Double? = nil
    ) {
      self.start = start
      self.onset = onset
      self.impact = impact
      self.peakRate = peakRate
      self.anchor = anchor
    }
  }

  /// Gathers what the picture shows.
  public init(
    title: String, notes: [String] = [], origin: Origin? = nil, axis: String = "z", raw: TimeSeries,
    filtered: TimeSeries,
    rotation: TimeSeries, filteredThreshold: Double? = nil, rotationThreshold: Double? = nil,
    moments: Moments = Moments()
  ) {
    self.title = title
    self.notes = notes
    self.origin = origin
    self.axis = axis
    self.raw = raw
    self.filtered = filtered
    self.rotation = rotation
    self.filteredThreshold = filteredThreshold
    self.rotationThreshold = rotationThreshold
    self.moments = moments
  }
}
