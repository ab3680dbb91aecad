/// A stretch of a recording as panels above each other: acceleration as recorded and filtered, and rotation.
///
/// It turns plain data into a ``Figure``. All times are on one clock, in seconds; the picture counts them from
/// ``origin``.
public struct MotionFigure: Hashable, Sendable {
  /// A kind of panel; raw values are the names on the command line.
  public enum PanelKind: String, Hashable, Sendable, CaseIterable {
    /// The three axes of the acceleration as recorded.
    case acceleration
    /// One axis of the acceleration as recorded, perhaps beside the same at a lower rate.
    case raw
    /// The same axis after the high-pass.
    case highPassed = "high_passed"
    /// The rotation along gravity, perhaps beside the magnitude of the rotation rate.
    case rotation
  }

  /// The heading, for example `table_tennis-000001: swing 12, hit (p = 0.98)`.
  public var title: String
  /// The decision as text, one line each.
  public var notes: [String] = []
  /// The panels, from top to bottom.
  public var panels: [PanelKind]
  /// The moment that the time axis counts from; without one it shows the recording's own clock.
  public var origin: Origin?
  /// The times that the axis covers; by default all times of the data.
  public var timeRange: ClosedRange<Double>?
  /// Name of the axis of ``raw`` and ``filtered``, such as `z`.
  public var axis = "z"
  /// The acceleration on x, y and z, in g; without samples the panel says so.
  public var acceleration: [TimeSeries] = []
  /// The acceleration on one axis as recorded, in g.
  public var raw = TimeSeries.empty
  /// The name of ``raw`` beside ``compared``, such as `as recorded, 801.9 Hz`.
  public var rawName = "as recorded"
  /// The same axis as a slower sensor would have delivered it.
  public var compared: Named?
  /// The acceleration on that axis after the high-pass, in g.
  public var filtered = TimeSeries.empty
  /// The rotation along gravity, in rad/s.
  public var rotation = TimeSeries.empty
  /// The magnitude of the rotation rate, in rad/s.
  public var rotationMagnitude: TimeSeries?
  /// The threshold for the magnitude of the filtered acceleration, in g.
  public var filteredThreshold: Double?
  /// The threshold for the rotation along gravity, in rad/s, with the sign of the motion's rotation.
  public var rotationThreshold: Double?
  /// The legend's name for a motion from its start to its anchor.
  public var motionName = "motion"
  /// The events of one motion, marked with names and times.
  public var moments = Moments()
  /// The events of several motions, each a line through all panels.
  public var motions: [Moments] = []
  /// Rows of marks above the panels, with times on the recording's clock.
  public var tracks: [Track] = []
  /// Intervals without samples of the accelerometer, in s.
  public var accelerationGaps: [ClosedRange<Double>] = []
  /// Intervals without samples of the device motion, in s.
  public var motionGaps: [ClosedRange<Double>] = []
  /// Intervals in which the acceleration is at the sensor's limit, in s.
  public var clipped: [ClosedRange<Double>] = []

  /// Makes a figure with these panels, without data.
  public init(title: String, panels: [PanelKind] = [.raw, .highPassed, .rotation]) {
    self.title = title
    self.panels = panels
  }

  /// A series with its name in the legend.
  public struct Named: Hashable, Sendable {
    /// The samples.
    public var series: TimeSeries
    /// Their name, such as `at 100.2 Hz`.
    public var name: String

    /// Names a series.
    public init(_ series: TimeSeries, name: String) {
      self.series = series
      self.name = name
    }
  }

  /// The moment from which times are counted.
  public struct Origin: Hashable, Sendable {
    /// When it was, in seconds on the recording's clock.
    public var time: Double
    /// Its name, such as `impact`.
    public var name: String

    /// Names a moment.
    public init(time: Double, name: String) {
      self.time = time
      self.name = name
    }
  }

  /// The moments of a motion, in seconds on the recording's clock; nil for those that it does not have.
  public struct Moments: Hashable, Sendable {
    /// The start.
    public var start: Double?
    /// The beginning of the contact's shock in the raw acceleration.
    public var onset: Double?
    /// The peak of the filtered acceleration.
    public var impact: Double?
    /// The highest rate of rotation along gravity.
    public var peakRate: Double?
    /// The anchor: the impact, or the highest rate of a motion without one.
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
}
