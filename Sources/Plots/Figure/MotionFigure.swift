/// A stretch of a recording as panels above each other: acceleration as recorded and filtered, and rotation.
///
/// It turns plain data into a ``Figure``. All times are on one clock, in seconds. The picture counts them from
/// ``origin``.
public struct MotionFigure: Hashable, Sendable {
  /// A kind of panel; raw values are the names on the command line.
  public enum PanelKind: String, Hashable, Sendable, CaseIterable {
    /// The three axes of the acceleration as recorded.
    case acceleration
    /// One axis of the acceleration as recorded, optionally with the same axis at a lower rate.
    case raw
    /// The same axis of the acceleration after the high-pass.
    case highPassed = "high_passed"
    /// The rotation along gravity, optionally with the magnitude of the rotation rate.
    case rotation
  }

  /// The heading, for example `table_tennis-000001: swing 12, hit (p = 0.98)`.
  public var title: String
  /// The decision as text, one line each.
  public var notes: [String] = []
  /// The panels, from top to bottom.
  public var panels: [PanelKind]
  /// The moment that the time axis counts from; if nil, the time axis shows the recording's clock.
  public var origin: Origin?
  /// The times that the axis covers; by default all times of the data.
  public var timeRange: ClosedRange<Double>?
  /// Name of the axis of ``raw`` and ``filtered``, such as `z`.
  public var axis = "z"
  /// The acceleration on x, y and z, in g. Without samples the panel says so.
  public var acceleration: [TimeSeries] = []
  /// The acceleration on one axis as recorded, in g.
  public var raw = TimeSeries.empty
  /// The legend's name of ``raw`` if ``compared`` is drawn too, such as `as recorded, 801.9 Hz`.
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

  /// The moments of a motion, in seconds on the recording's clock; nil for a moment that the motion does not have.
  public struct Moments: Hashable, Sendable {
    /// The start.
    public var start: Double?
    /// The beginning of the contact's shock in the raw acceleration.
    public var onset: Double?
    /// The peak of the filtered acceleration.
    public var impact: Double?
    /// The highest rate of rotation along gravity.
    public var peakRate: Double?
    /// The anchor: the impact, or the highest rate of a motion without an impact.
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

extension MotionFigure {
  /// The figure, to be drawn or extended.
  public var figure: Figure {
    Figure(
      title: title, notes: notes, tracks: tracks.map(relative), panels: panels.map(panel), events: events, spans: spans,
      timeLabel: origin.map { "time from \($0.name)" } ?? "time on the recording's clock",
      timeRange: timeRange.map { $0.lowerBound - zero...$0.upperBound - zero })
  }

  /// The least average length of motions, as a fraction of the time axis, for which their events are lines through the
  /// panels. For shorter motions, lines would hide the shocks that they mark.
  private static let leastDrawnFraction = 0.01
  /// The most motions of unknown length whose events are lines.
  private static let mostDrawnMoments = 20

  private var zero: Double { origin?.time ?? 0 }

  private func relative(_ track: Track) -> Track {
    var track = track
    for index in track.marks.indices {
      track.marks[index].time -= zero
      track.marks[index].start = track.marks[index].start.map { $0 - zero }
    }
    return track
  }

  // MARK: Panels

  private func panel(_ kind: PanelKind) -> Panel {
    switch kind {
    case .acceleration:
      Panel(label: "acceleration", unit: "g", lines: axisLines, spans: limits + gaps(accelerationGaps))
    case .raw:
      Panel(label: "raw \(axis) acceleration", unit: "g", lines: rawLines, spans: limits + gaps(accelerationGaps))
    case .highPassed:
      Panel(
        label: "filtered \(axis) acceleration", unit: "g", lines: [.init(filtered.relative(to: zero))],
        thresholds: filteredThresholds, spans: gaps(accelerationGaps),
        markers: marker(at: moments.impact, of: filtered, "g", .vermillion))
    case .rotation:
      Panel(
        label: rotationMagnitude == nil ? "rotation along gravity" : "rotation rate", unit: "rad/s",
        lines: rotationLines,
        thresholds: rotationThreshold.map { [.init($0, label: Self.text($0, "rad/s"), name: "threshold")] } ?? [],
        spans: gaps(motionGaps), markers: marker(at: moments.peakRate, of: rotation, "rad/s", .purple))
    }
  }

  /// The axis z shows most of a contact, so it comes last, on top of x and y.
  private var axisLines: [Panel.Line] {
    let looks: [(name: String, color: Color, width: Double, dashes: [Double])] = [
      ("x", .orange, 1.2, [6, 2]), ("y", .green, 1.4, [1.5, 2]), ("z", .blue, 1.1, []),
    ]
    return zip(looks, acceleration).map { look, series in
      .init(series.relative(to: zero), color: look.color, width: look.width, dashes: look.dashes, name: look.name)
    }
  }

  private var rawLines: [Panel.Line] {
    let line = Panel.Line(raw.relative(to: zero), name: compared == nil ? nil : rawName)
    guard let compared else { return [line] }
    return [
      line,
      .init(
        compared.series.relative(to: zero), color: .vermillion, width: 1.3, dashes: [5, 2], hasDots: true,
        name: compared.name),
    ]
  }

  private var rotationLines: [Panel.Line] {
    let along = rotation.relative(to: zero)
    guard let magnitude = rotationMagnitude else { return [.init(along)] }
    return [
      .init(magnitude.relative(to: zero), color: .orange, width: 1.2, dashes: [6, 2], name: "magnitude"),
      .init(along, name: "along gravity"),
    ]
  }

  /// The threshold applies to the magnitude, so it is a line on each side of zero.
  private var filteredThresholds: [Panel.Threshold] {
    guard let threshold = filteredThreshold.map(abs) else { return [] }
    return [.init(threshold, label: "±" + Self.text(threshold, "g"), name: "threshold"), .init(-threshold)]
  }

  /// A dot with the value, on the sample nearest to a moment; no dot for a moment outside of the series.
  private func marker(at time: Double?, of series: TimeSeries, _ unit: String, _ color: Color) -> [Panel.Marker] {
    guard let time, let index = series.nearest(to: time) else { return [] }
    let value = Double(series.values[index])
    return [.init(time: series.times[index] - zero, value: value, label: Self.text(value, unit), color: color)]
  }

  private var limits: [TimeSpan] {
    clipped.map {
      TimeSpan(
        start: $0.lowerBound - zero, end: $0.upperBound - zero, color: Color.vermillion.opacity(0.35),
        name: "at the sensor's limit")
    }
  }

  private func gaps(_ gaps: [ClosedRange<Double>]) -> [TimeSpan] {
    gaps.map { .gap($0.lowerBound - zero...$0.upperBound - zero) }
  }

  // MARK: Moments

  private var spans: [TimeSpan] {
    ([moments] + motions).compactMap { motion in
      guard let start = motion.start, let end = motion.anchor ?? motion.impact ?? motion.peakRate else { return nil }
      return TimeSpan(start: start - zero, end: end - zero, name: motionName)
    }
  }

  private var events: [Figure.Event] { labelled + (areMotionsWide ? motions.flatMap(lines) : []) }

  private var areMotionsWide: Bool {
    let durations = motions.compactMap { motion in motion.start.flatMap { start in motion.anchor.map { $0 - start } } }
    guard let timeRange, !durations.isEmpty else { return motions.count <= Self.mostDrawnMoments }
    let mean = durations.reduce(0, +) / Double(durations.count)
    return mean >= Self.leastDrawnFraction * (timeRange.upperBound - timeRange.lowerBound)
  }

  /// The moments of a motion, with names and looks.
  private static func named(_ motion: Moments) -> [(name: String, time: Double?, color: Color, dashes: [Double])] {
    [
      ("start", motion.start, .green, [2, 2]), ("onset", motion.onset, .orange, [5, 2]),
      ("impact", motion.impact, .vermillion, []), ("peak rate", motion.peakRate, .purple, [7, 2, 2, 2]),
    ]
  }

  private func lines(of motion: Moments) -> [Figure.Event] {
    Self.named(motion).compactMap { look in
      look.time.map {
        Figure.Event(time: $0 - zero, label: "", color: look.color, dashes: look.dashes, name: look.name)
      }
    }
  }

  private var labelled: [Figure.Event] {
    var events: [Figure.Event] = []
    for (name, time, color, dashes) in Self.named(moments) + [("anchor", moments.anchor, .black, [])] {
      guard let time else { continue }
      // The anchor usually equals another moment, whose label is then extended.
      if let same = events.firstIndex(where: { $0.time == time - zero }) {
        events[same].label += " = \(name)"
      } else {
        events.append(.init(time: time - zero, label: name, color: color, dashes: dashes))
      }
    }
    guard origin != nil else { return events }
    return events.map { event in
      var event = event
      if event.time != 0 { event.label += " " + Self.milliseconds(event.time) }
      return event
    }
  }

  private static func milliseconds(_ seconds: Double) -> String {
    let milliseconds = seconds * 1000
    let text = DecimalText.text(milliseconds, decimals: abs(milliseconds) < 20 ? 1 : 0)
    return (seconds > 0 ? "+" : "") + text + " ms"
  }

  private static func text(_ value: Double, _ unit: String) -> String {
    "\(DecimalText.text(value, significant: 3)) \(unit)"
  }
}
