/// A figure with all positions in pixels.
struct FigureLayout {
  /// A line of text with its position.
  struct Line {
    var text: String
    var origin: Point
    var style: TextStyle
    var alignment = TextAlignment.leading
    var isUpward = false
  }

  /// An event with the position of its label.
  struct Flag {
    var event: Figure.Event
    var placement: EventLabels.Placement
    var text: String
  }

  private(set) var figure: Figure
  private(set) var width: Double
  private(set) var height = 0.0
  private(set) var tracks: [TrackLayout] = []
  private(set) var panels: [PanelLayout] = []
  private(set) var flags: [Flag] = []
  /// The title, the notes, and the axes' texts.
  private(set) var texts: [Line] = []
  private(set) var time: LinearScale
  private(set) var timeTicks: Ticks
  /// The baseline of the lowest row of event labels.
  private(set) var flagBaseline = 0.0
  /// Rows of the figure's legend, each with its left end and baseline.
  private(set) var legend: [(origin: Point, entries: [FigureLegend.Entry])] = []

  /// Lays out a figure.
  /// - Throws: ``PlotError/invalidSize(width:height:)``, ``PlotError/tooNarrow(width:least:)``,
  ///   ``PlotError/tooLow(height:least:)``.
  init(_ figure: Figure) throws(PlotError) {
    self = try FigureLayout(placing: figure)
    guard let wanted = figure.height, !figure.panels.isEmpty else { return }
    guard (1...Canvas.largestSide).contains(wanted) else { throw .invalidSize(width: figure.width, height: wanted) }
    let own = figure.panels.reduce(0) { $0 + $1.height }
    let least = figure.panels.reduce(0) { $0 + min($1.height, Style.lowestPlot) }
    var scaled = figure
    // Other heights have other ticks. Their labels may change the width of plots, and so the rows of events' labels.
    for _ in 0..<3 {
      let around = height - panels.reduce(0) { $0 + $1.plot.height }
      guard wanted - around >= least else { throw .tooLow(height: wanted, least: around + least) }
      for index in figure.panels.indices {
        scaled.panels[index].height = figure.panels[index].height * (wanted - around) / own
      }
      self = try FigureLayout(placing: scaled)
      if abs(height - wanted) <= 1 { break }
    }
    height = wanted
  }

  /// Lays out a figure with the panels' own heights.
  private init(placing figure: Figure) throws(PlotError) {
    try Self.check(figure)
    // Text has the same width on all canvases, so any canvas can measure it.
    let ruler = try Canvas(width: 1, height: 1, format: .png)
    self.figure = figure
    width = figure.width
    let domain = Self.timeDomain(of: figure)
    let measures = figure.panels.map { PanelLayout.Measure($0, over: domain) }
    let left = Self.leftEdge(figure, measures, ruler)
    let right = width - Self.rightMargin(figure.panels, ruler)
    let needed = width - (right - left) + Style.narrowestPlot
    guard width >= needed else { throw .tooNarrow(width: width, least: needed) }
    time = LinearScale(domain: domain, from: left, to: right)
    timeTicks = Self.timeTicks(time, ruler)
    var y = placeHeader(ruler)
    y = placeTracks(below: y, ruler)
    y = placeFlags(below: y, ruler)
    y = placePanels(measures, below: y, ruler)
    height = (placeTimeAxis(below: y, ruler) + Style.margin).rounded(.up)
  }

  private mutating func placeHeader(_ ruler: borrowing Canvas) -> Double {
    let limit = width - 2 * Style.margin
    var y = Style.margin - 2
    func add(_ text: String, _ style: TextStyle, advance: Double, to texts: inout [Line]) {
      y += advance
      texts.append(Line(text: text, origin: Point(x: Style.margin, y: y), style: style))
    }
    if !figure.title.isEmpty {
      let lines = ruler.wrapped(figure.title, toWidth: limit, Style.title)
      let rest = lines.dropFirst().joined(separator: " ")
      add(lines.first ?? "", Style.title, advance: 14, to: &texts)
      if !rest.isEmpty {
        add(ruler.shortened(rest, toWidth: limit, Style.title), Style.title, advance: 19, to: &texts)
      }
    }
    if !figure.subtitle.isEmpty {
      add(ruler.shortened(figure.subtitle, toWidth: limit, Style.subtitle), Style.subtitle, advance: 19, to: &texts)
    }
    var advance = 20.0
    for note in figure.notes {
      for line in ruler.wrapped(note, toWidth: limit, Style.note) {
        add(line, Style.note, advance: advance, to: &texts)
        advance = 17
      }
    }
    return y
  }

  private mutating func placeTracks(below y: Double, _ ruler: borrowing Canvas) -> Double {
    let shown = figure.tracks.filter { !$0.marks.isEmpty }
    guard !shown.isEmpty else { return y }
    let edge = width - Style.margin
    for (row, track) in shown.enumerated() {
      let middle = y + 18 + Double(row) * TrackLayout.height
      tracks.append(TrackLayout(track, y: middle, time: time, rightEdge: edge, ruler))
    }
    return y + 8 + Double(shown.count) * TrackLayout.height
  }

  private mutating func placeFlags(below y: Double, _ ruler: borrowing Canvas) -> Double {
    let shown = figure.events.filter { time.domain.contains($0.time) && !$0.label.isEmpty }
    guard !shown.isEmpty else { return y + (tracks.isEmpty ? 14 : 6) }
    let bounds = time.start...(width - Style.margin)
    let names = shown.map { ruler.shortened($0.label, toWidth: bounds.upperBound - bounds.lowerBound, Style.label) }
    var requests: [EventLabels.Request] = []
    for (event, name) in zip(shown, names) {
      requests.append(.init(x: time.position(of: event.time), width: ruler.width(of: name, Style.label)))
    }
    let placements = EventLabels.place(requests, within: bounds)
    for index in shown.indices {
      flags.append(Flag(event: shown[index], placement: placements[index], text: names[index]))
    }
    let rows = (placements.map(\.row).max() ?? 0) + 1
    flagBaseline = y + 10 + Double(rows) * Style.lineHeight
    return flagBaseline + 8
  }

  private mutating func placePanels(
    _ measures: [PanelLayout.Measure], below y: Double, _ ruler: borrowing Canvas
  ) -> Double {
    var y = y.rounded(.up)
    for (panel, measure) in zip(figure.panels, measures) {
      if !panels.isEmpty { y += Style.panelGap }
      let width = time.end - time.start
      let rows = FigureLegend.rows(of: FigureLegend.entries(of: panel), within: width, ruler)
      y += Double(rows.count) * Style.lineHeight
      let plot = Rect(x: time.start, y: y, width: width, height: panel.height)
      panels.append(PanelLayout(panel, measure, plot: plot, time: time))
      for (row, line) in Self.axisLines(panel, ruler).enumerated() {
        let origin = Point(x: Style.margin + 9 + Double(row) * 14, y: plot.midY)
        texts.append(Line(text: line, origin: origin, style: Style.label, alignment: .center, isUpward: true))
      }
      y += panel.height
    }
    return y
  }

  private mutating func placeTimeAxis(below y: Double, _ ruler: borrowing Canvas) -> Double {
    guard !panels.isEmpty else { return y }
    let unit = figure.timeUnit.isEmpty ? "" : " (\(figure.timeUnit))"
    let name = ruler.shortened(figure.timeLabel + unit, toWidth: width - 2 * Style.margin, Style.label)
    let origin = Point(x: (time.start + time.end) / 2, y: y + 36)
    texts.append(Line(text: name, origin: origin, style: Style.label, alignment: .center))
    let entries = FigureLegend.entries(of: figure, over: time.domain)
    guard !entries.isEmpty else { return origin.y }
    let left = time.end - FigureLegend.width(of: entries, ruler)
    let nameEnd = origin.x + ruler.width(of: name, Style.label) / 2
    if left > nameEnd + 2 * Style.textGap {
      legend = [(Point(x: left, y: origin.y), entries)]
      return origin.y
    }
    let room = width - 2 * Style.margin
    let rows = FigureLegend.rows(of: entries, within: room, ruler)
    var widest = 0.0
    for row in rows { widest = max(widest, FigureLegend.width(of: row, ruler)) }
    let start = max(Style.margin, min(time.start, width - Style.margin - widest))
    var baseline = origin.y + 4
    for row in rows {
      baseline += Style.lineHeight
      legend.append((Point(x: start, y: baseline), row))
    }
    return baseline
  }
}

/// The measurements needed before anything is placed.
extension FigureLayout {
  /// Checks the width, and the heights of the panels.
  /// - Throws: ``PlotError/invalidSize(width:height:)``.
  private static func check(_ figure: Figure) throws(PlotError) {
    let allowed = 1...Canvas.largestSide
    for height in [1] + figure.panels.map(\.height) {
      guard allowed.contains(figure.width), allowed.contains(height) else {
        throw .invalidSize(width: figure.width, height: height)
      }
    }
  }

  /// The times that the axis covers.
  private static func timeDomain(of figure: Figure) -> ClosedRange<Double> {
    if let range = figure.timeRange { return Domain.usable(range) }
    let series = figure.panels.flatMap { panel in panel.lines.flatMap(\.series.times) }
    let markers = figure.panels.flatMap { panel in panel.markers.map(\.time) }
    return Domain.holding(series + markers + figure.events.map(\.time))
  }

  /// The largest number of ticks that have room for their labels.
  private static func timeTicks(_ scale: LinearScale, _ ruler: borrowing Canvas) -> Ticks {
    let room = abs(scale.end - scale.start)
    var count = min(max(2, Int(room / 55)), 30)
    var ticks = Ticks(in: scale.domain, atMost: count)
    while count > 1 {
      let positions = ticks.values.map(scale.position(of:))
      let spacing = positions.count > 1 ? positions[1] - positions[0] : room
      var widest = 0.0
      for label in ticks.labels { widest = max(widest, ruler.width(of: label, Style.tick)) }
      if widest + 2 * Style.textGap <= spacing { break }
      count -= 1
      ticks = Ticks(in: scale.domain, atMost: count)
    }
    return ticks
  }

  /// The text of a vertical axis: on one line if it fits next to the plot, else on two lines of similar length.
  private static func axisLines(_ panel: Panel, _ ruler: borrowing Canvas) -> [String] {
    let text = panel.unit.isEmpty ? panel.label : "\(panel.label) (\(panel.unit))"
    let words = text.split(separator: " ")
    guard ruler.width(of: text, Style.label) > panel.height * 0.9, words.count > 1 else {
      return [ruler.shortened(text, toWidth: panel.height, Style.label)]
    }
    var best: (lines: [String], width: Double) = ([], .infinity)
    for split in 1..<words.count {
      let lines = [words[..<split], words[split...]].map { $0.joined(separator: " ") }
      let width = max(ruler.width(of: lines[0], Style.label), ruler.width(of: lines[1], Style.label))
      if width < best.width { best = (lines, width) }
    }
    guard best.width > panel.height, !panel.unit.isEmpty else {
      return best.lines.map { ruler.shortened($0, toWidth: panel.height, Style.label) }
    }
    // Only the label is shortened; the unit stays.
    return [ruler.shortened(panel.label, toWidth: panel.height, Style.label), "(\(panel.unit))"]
  }

  /// The distance from a track's label to the axis, in pixels.
  static let trackGap = 10.0

  /// Where plots begin: to the right of the widest label of any vertical axis or track.
  private static func leftEdge(
    _ figure: Figure, _ measures: [PanelLayout.Measure], _ ruler: borrowing Canvas
  ) -> Double {
    var rows = 1
    var widest = 0.0
    for (panel, measure) in zip(figure.panels, measures) {
      rows = max(rows, axisLines(panel, ruler).count)
      for label in measure.ticks.labels { widest = max(widest, ruler.width(of: label, Style.tick)) }
    }
    var edge = Style.margin + Double(rows) * 14 + 8 + widest + 7
    for track in figure.tracks where !track.marks.isEmpty {
      edge = max(edge, Style.margin + min(ruler.width(of: track.label, Style.label), widestThreshold) + trackGap)
    }
    return edge.rounded(.up)
  }

  /// The largest width of a threshold's label, and of a track's label that widens the left margin, in pixels.
  static let widestThreshold = 150.0

  /// The free space to the right of plots, for the labels of thresholds and for half of the last time's label.
  private static func rightMargin(_ panels: [Panel], _ ruler: borrowing Canvas) -> Double {
    var widest = 0.0
    for threshold in panels.flatMap(\.thresholds) where threshold.value.isFinite {
      widest = max(widest, ruler.width(of: threshold.label, Style.label))
    }
    return widest == 0 ? Style.margin + 8 : (min(widest, widestThreshold) + 7 + Style.margin).rounded(.up)
  }
}
