import FoundationEssentials
import SPBasics

/// A picture of what happened over time: a title, and panels stacked above one time axis.
///
/// Plain data: nothing is computed before ``picture(as:scale:)``. Readers with any colour vision can distinguish the
/// default colours.
public struct Figure: Hashable, Sendable {
  /// The heading; a long heading takes two lines, and the rest is cut off.
  public var title: String
  /// A line below the title, in grey; empty for none.
  public var subtitle: String
  /// Lines of text between title and panels; long lines wrap.
  public var notes: [String]
  /// Rows of marks above the plots, from top to bottom.
  public var tracks: [Track]
  /// The plots, from top to bottom.
  public var panels: [Panel]
  /// Moments, marked across all panels.
  public var events: [Event]
  /// Stretches that are shaded in all panels.
  public var spans: [TimeSpan]
  /// The label of the time axis.
  public var timeLabel: String
  /// The unit of the time axis; times are not converted.
  public var timeUnit: String
  /// The times that the axis covers; by default all times of lines, markers and events.
  public var timeRange: ClosedRange<Double>?
  /// The width in pixels.
  public var width: Double
  /// The height in pixels, to which the panels are stretched or shrunk; nil for the panels' own heights.
  public var height: Double?
  /// The background.
  public var theme: Theme

  /// The widths and heights that a picture can have, in pixels.
  package static let allowedSides = 1...Canvas.largestSide

  /// Makes a figure.
  public init(
    title: String, subtitle: String = "", notes: [String] = [], tracks: [Track] = [], panels: [Panel],
    events: [Event] = [],
    spans: [TimeSpan] = [], timeLabel: String = "time", timeUnit: String = "s",
    timeRange: ClosedRange<Double>? = nil, width: Double = 900, height: Double? = nil, theme: Theme = .light
  ) {
    self.title = title
    self.subtitle = subtitle
    self.notes = notes
    self.tracks = tracks
    self.panels = panels
    self.events = events
    self.spans = spans
    self.timeLabel = timeLabel
    self.timeUnit = timeUnit
    self.timeRange = timeRange
    self.width = width
    self.height = height
    self.theme = theme
  }

  /// A moment of note.
  public struct Event: Hashable, Sendable {
    /// The time on the figure's axis; an event outside of the axis, or not finite, is not drawn.
    public var time: Double
    /// The text above the panels, at best two or three words; empty for a line through the panels alone.
    public var label: String
    /// The colour of the event's line.
    public var color: Color
    /// Lengths in pixels of dashes and of the gaps between them, alternating; empty for a solid line.
    public var dashes: [Double]
    /// The event's entry in the figure's legend; nil if the label explains the event.
    public var name: String?

    /// Makes an event.
    public init(time: Double, label: String, color: Color = .black, dashes: [Double] = [], name: String? = nil) {
      self.time = time
      self.label = label
      self.color = color
      self.dashes = dashes
      self.name = name
    }

    /// How the event's line is drawn.
    var style: LineStyle { LineStyle(color, width: 1, dashes: dashes) }
  }

  /// Draws the figure.
  ///
  /// - Parameters:
  ///   - format: SVG or PNG.
  ///   - scale: Device pixels per pixel of a PNG; ignored for an SVG.
  /// - Returns: The bytes of a file. With the same machine and fonts, equal figures give equal bytes.
  /// - Throws: ``PlotError/invalidSize(width:height:)``, ``PlotError/tooNarrow(width:least:)``,
  ///   ``PlotError/tooLow(height:least:)``, or ``PlotError/cairo(operation:reason:)``.
  public func picture(as format: PictureFormat, scale: Double = 2) throws(PlotError) -> [UInt8] {
    let layout = try FigureLayout(self)
    let canvas = try Canvas(
      width: layout.width, height: layout.height, format: format, title: title, description: layout.description,
      theme: theme, scale: scale)
    layout.draw(on: canvas)
    return try canvas.finish()
  }

  /// Draws the figure into a file, in the format that its extension names. The file appears whole or not at all.
  /// - Throws: ``PlotError``, or `FileError` if the file cannot be written.
  public func write(to url: URL) throws { try write(to: url.filePath) }

  /// Draws the figure into the file at a path, as the public call does.
  package func write(to path: String) throws {
    try WholeFile.write(picture(as: PictureFormat(path: path)), to: path)
  }
}
