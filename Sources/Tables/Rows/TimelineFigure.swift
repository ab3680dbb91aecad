/// Signals of a recording and values of its tables over time, as panels above each other.
public struct TimelineFigure: Hashable, Sendable, Codable {
  /// Whether there is one picture of all rows of a recording, rather than a picture of each row with some time around
  /// it.
  public var isPerRecording: Bool
  /// The panels, from top to bottom; a panel without any data is left out.
  public var panels: [Panel]
  /// Rows of intervals above the panels.
  public var tracks: [Track]
  /// Intervals without samples, which are shaded in all panels; nil if panels find the gaps in their streams.
  public var gaps: Track?

  /// Describes the picture.
  public init(isPerRecording: Bool = false, panels: [Panel], tracks: [Track] = [], gaps: Track? = nil) {
    self.isPerRecording = isPerRecording
    self.panels = panels
    self.tracks = tracks
    self.gaps = gaps
  }

  /// One panel.
  public struct Panel: Hashable, Sendable, Codable {
    /// The label of the panel's axis.
    public var label: String
    /// The unit of the axis; empty for none.
    public var unit: String
    /// Whether values grow downward, as depths do.
    public var isDownward: Bool
    /// The lines of the panel.
    public var lines: [Line]
    /// Levels that values are compared with.
    public var levels: [Level]
    /// Target ranges of values over intervals of a table; nil for none.
    public var bands: [Band]?

    /// Describes a panel.
    public init(
      _ label: String, unit: String, isDownward: Bool = false, lines: [Line], levels: [Level] = [], bands: [Band]? = nil
    ) {
      self.label = label
      self.unit = unit
      self.isDownward = isDownward
      self.lines = lines
      self.levels = levels
      self.bands = bands
    }

    private enum CodingKeys: String, CodingKey {
      case label, unit, lines, levels, bands
      case isDownward = "is_downward"
    }
  }

  /// A level in a panel.
  public struct Level: Hashable, Sendable, Codable {
    /// The value, in the panel's unit.
    public var value: Double
    /// The kind of the level.
    public var name: String

    /// Names a level.
    public init(_ value: Double, _ name: String) {
      self.value = value
      self.name = name
    }
  }

  /// Ranges of values over the intervals of a table, as bands behind the lines of a panel. A row without a lowest and a
  /// highest value has no band. If a row lacks only one of the two values, its band is open on that side.
  public struct Band: Hashable, Sendable, Codable {
    /// The name of the bands in the legend.
    public var name: String
    /// The table.
    public var table: String
    /// The columns with beginning and end of each interval, in s.
    public var startColumn, endColumn: String
    /// The columns with the lowest and the highest value.
    public var lowColumn, highColumn: String
    /// The factor that converts a value to the panel's unit.
    public var factor: Double

    /// Describes bands.
    public init(
      _ name: String, table: String, from startColumn: String, to endColumn: String, low: String, high: String,
      factor: Double = 1
    ) {
      self.name = name
      self.table = table
      self.startColumn = startColumn
      self.endColumn = endColumn
      lowColumn = low
      highColumn = high
      self.factor = factor
    }

    private enum CodingKeys: String, CodingKey {
      case name, table, factor
      case startColumn = "start_column"
      case endColumn = "end_column"
      case lowColumn = "low_column"
      case highColumn = "high_column"
    }
  }

  /// A line of a panel: a dataset of a stream, or a column of a table over another column.
  public struct Line: Hashable, Sendable, Codable {
    /// The name of the line in the legend; nil if the axis names the line.
    public var name: String?
    /// The stream, or nil for a table.
    public var stream: String?
    /// The table, or nil for a stream.
    public var table: String?
    /// The column of times, in s on the recording's clock.
    public var timeColumn: String?
    /// The column with the end of the interval over which the value holds; nil for points.
    public var endColumn: String?
    /// The dataset, or the column of values.
    public var values: String
    /// The factor that converts a value to the panel's unit.
    public var factor: Double

    /// A dataset of a stream, of one component.
    public static func stream(_ stream: String, _ dataset: String, name: String? = nil, factor: Double = 1) -> Self {
      Self(name: name, stream: stream, values: dataset, factor: factor)
    }

    /// A column of a table over time.
    public static func table(
      _ table: String, _ column: String, at timeColumn: String, until endColumn: String? = nil, name: String? = nil
    ) -> Self {
      Self(name: name, table: table, timeColumn: timeColumn, endColumn: endColumn, values: column, factor: 1)
    }

    private enum CodingKeys: String, CodingKey {
      case name, stream, table, values, factor
      case timeColumn = "time_column"
      case endColumn = "end_column"
    }
  }

  /// A row of intervals as bars above the panels. The intervals come from a table, or from a stream of codes, each of
  /// which lasts until the next.
  public struct Track: Hashable, Sendable, Codable {
    /// The label of the row.
    public var label: String
    /// The table; nil for a stream.
    public var table: String?
    /// The stream; nil for a table.
    public var stream: String?
    /// The stream's dataset; nil for a table.
    public var values: String?
    /// The codes whose intervals are drawn; nil for a table.
    public var codes: [Int]?
    /// The column of the beginnings of the intervals, in s; empty for a stream.
    public var startColumn: String
    /// The column of the ends of the intervals, in s; nil for moments.
    public var endColumn: String?
    /// The column with the kind of each interval, as text; nil if all intervals are of one kind.
    public var textColumn: String?
    /// The texts of the rows to draw; empty for all rows.
    public var texts: [String]

    /// Describes a row.
    public init(
      _ label: String, table: String, from startColumn: String, to endColumn: String?, text textColumn: String? = nil,
      only texts: [String] = []
    ) {
      self.label = label
      self.table = table
      self.startColumn = startColumn
      self.endColumn = endColumn
      self.textColumn = textColumn
      self.texts = texts
    }

    /// Describes a row of the times in which a dataset of a stream has one of some codes.
    public init(_ label: String, stream: String, _ values: String, codes: [Int]) {
      self.label = label
      self.stream = stream
      self.values = values
      self.codes = codes
      startColumn = ""
      texts = []
    }

    private enum CodingKeys: String, CodingKey {
      case label, table, stream, values, codes, texts
      case startColumn = "start_column"
      case endColumn = "end_column"
      case textColumn = "text_column"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case panels, tracks, gaps
    case isPerRecording = "is_per_recording"
  }
}
