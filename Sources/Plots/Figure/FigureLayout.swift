/// A figure with all its places in pixels.
struct FigureLayout {
  /// A line of text at its place.
  struct Line {
    var text: String
    var origin: Point
    var style: TextStyle
    var alignment = TextAlignment.leading
    var isUpward = false
  }

  /// An event at its place.
  struct Flag {
    var event: Figure.Event
    var placement: EventLabels.Placement
    var text: String
  }

  let figure: Figure
  let width: Double
  private(set) var height = 0.0
  private(set) var panels: [PanelLayout] = []
  private(set) var flags: [Flag] = []
  /// The title, the notes, and the axes' texts.
  private(set) var texts: [Line] = []
  private(set) var time: LinearScale
  private(set) var timeTicks: Ticks
  /// Where the lowest row of event labels has its baseline.
  private(set) var flagBaseline = 0.0
  /// Where the figure's legend begins: its left end and baseline.
  private(set) var legend: Point?

  /// Places all that a figure has.
  /// - Throws: ``PlotError/invalidSize(width:height:)``, ``PlotError/tooNarrow(width:least:)``.
  init(_ figure: Figure) throws(PlotError) {
    try Self.check(figure)
    // Text has the same width on all canvases, so that any one will do as a ruler.
    let ruler = try Canvas(width: 1, height: 1, format: .png)
    self.figure = figure
    width = figure.width
    let domain = Self.timeDomain(of: figure)
    let measures = figure.panels.map { PanelLayout.Measure($0, over: domain) }
    let left = Self.leftEdge(figure.panels, measures, ruler)
    let right = width - Self.rightMargin(figure.panels, ruler)
    let needed = width - (right - left) + Style.narrowestPlot
    guard width >= needed else { throw .tooNarrow(width: width, least: needed) }
    time = LinearScale(domain: domain, from: left, to: right)
    timeTicks = Self.timeTicks(time, ruler)
    var y = placeHeader(ruler)
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
      add(ruler.shortened(figure.title, toWidth: limit, Style.title), Style.title, advance: 14, to: &texts)
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

  private mutating func placeFlags(below y: Double, _ ruler: borrowing Canvas) -> Double {
    let shown = figure.events.filter { time.domain.contains($0.time) }
    guard !shown.isEmpty else { return y + 14 }
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
      if panel.lines.contains(where: { $0.name != nil }) { y += Style.lineHeight }
      let plot = Rect(x: time.start, y: y, width: time.end - time.start, height: panel.height)
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
    let entries = FigureLegend.entries(of: figure)
    guard !entries.isEmpty else { return origin.y }
    let left = max(time.start, time.end - FigureLegend.width(of: entries, ruler))
    let nameEnd = origin.x + ruler.width(of: name, Style.label) / 2
    let baseline = left > nameEnd + 2 * Style.textGap ? origin.y : origin.y + Style.lineHeight
    legend = Point(x: left, y: baseline)
    return baseline
  }
}
