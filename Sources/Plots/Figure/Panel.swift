/// One of a figure's stacked plots: a vertical axis, and the lines, points and areas drawn over time.
public struct Panel: Hashable, Sendable {
  /// The label of the vertical axis, such as `raw z`.
  public var label: String
  /// The unit of the vertical axis, such as `g`; empty for none.
  public var unit: String
  /// Series, drawn as lines in this order.
  public var lines: [Line]
  /// Levels, drawn as dotted horizontal lines.
  public var thresholds: [Threshold]
  /// Stretches of time that are shaded only in this panel.
  public var spans: [TimeSpan]
  /// Ranges of values over stretches of time, shaded behind the lines.
  public var bands: [ValueBand]
  /// Points, drawn as dots.
  public var markers: [Marker]
  /// The values that the axis covers; by default all values drawn, including thresholds, and a margin.
  public var range: ClosedRange<Double>?
  /// Names at the vertical axis instead of round values, such as the meanings of codes; empty for round values.
  public var namedValues: [NamedValue]
  /// Whether values grow downward, as depths do.
  public var isDownward: Bool
  /// The height of the plot in pixels.
  public var height: Double

  /// Makes a panel.
  public init(
    label: String, unit: String, lines: [Line] = [], thresholds: [Threshold] = [], spans: [TimeSpan] = [],
    bands: [ValueBand] = [], markers: [Marker] = [], range: ClosedRange<Double>? = nil, namedValues: [NamedValue] = [],
    isDownward: Bool = false, height: Double = 130
  ) {
    self.label = label
    self.unit = unit
    self.lines = lines
    self.thresholds = thresholds
    self.spans = spans
    self.bands = bands
    self.markers = markers
    self.range = range
    self.namedValues = namedValues
    self.isDownward = isDownward
    self.height = height
  }

  /// A value for which the vertical axis shows a word.
  public struct NamedValue: Hashable, Sendable {
    /// The value.
    public var value: Double
    /// The word.
    public var name: String

    /// Names a value.
    public init(_ value: Double, _ name: String) {
      self.value = value
      self.name = name
    }
  }

  /// A series as a line; it breaks at gaps (``TimeSeries/runs``).
  public struct Line: Hashable, Sendable {
    /// The samples.
    public var series: TimeSeries
    /// The colour.
    public var color: Color
    /// The width in pixels.
    public var width: Double
    /// Lengths in pixels of dashes and of the gaps between them, alternating; empty for a solid line.
    public var dashes: [Double]
    /// Whether each sample has a dot, if samples are far enough apart.
    public var hasDots: Bool
    /// The line's entry in the panel's legend; nil if the axis explains it.
    public var name: String?

    /// Makes a line.
    public init(
      _ series: TimeSeries, color: Color = .blue, width: Double = 1.1, dashes: [Double] = [], hasDots: Bool = false,
      name: String? = nil
    ) {
      self.series = series
      self.color = color
      self.width = width
      self.dashes = dashes
      self.hasDots = hasDots
      self.name = name
    }
  }

  /// A level that values are compared with.
  public struct Threshold: Hashable, Sendable {
    /// The level, in the panel's unit; a level that is not finite is not drawn.
    public var value: Double
    /// The text to the right of the line, such as `1.5 g`; empty for none.
    public var label: String
    /// The colour.
    public var color: Color
    /// The line's entry in the figure's legend; nil for no entry.
    public var name: String?

    /// Makes a threshold.
    public init(_ value: Double, label: String = "", color: Color = .black, name: String? = nil) {
      self.value = value
      self.label = label
      self.color = color
      self.name = name
    }
  }

  /// A point of note.
  public struct Marker: Hashable, Sendable {
    /// The moment in seconds.
    public var time: Double
    /// The value, in the panel's unit.
    public var value: Double
    /// The text next to the point; empty for none.
    public var label: String
    /// The colour.
    public var color: Color

    /// Makes a marker.
    public init(time: Double, value: Double, label: String = "", color: Color = .vermillion) {
      self.time = time
      self.value = value
      self.label = label
      self.color = color
    }
  }
}
