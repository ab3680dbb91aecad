/// The measurements needed before anything is placed.
extension FigureLayout {
  /// Checks the width, and the heights of the panels.
  /// - Throws: ``PlotError/invalidSize(width:height:)``.
  static func check(_ figure: Figure) throws(PlotError) {
    let allowed = 1...Canvas.largestSide
    for height in [1] + figure.panels.map(\.height) {
      guard allowed.contains(figure.width), allowed.contains(height) else {
        throw .invalidSize(width: figure.width, height: height)
      }
    }
  }

  /// The times that the axis covers.
  static func timeDomain(of figure: Figure) -> ClosedRange<Double> {
    if let range = figure.timeRange { return Domain.usable(range) }
    let series = figure.panels.flatMap { panel in panel.lines.flatMap(\.series.times) }
    let markers = figure.panels.flatMap { panel in panel.markers.map(\.time) }
    return Domain.holding(series + markers + figure.events.map(\.time))
  }

  /// The largest number of ticks that have room for their labels.
  static func timeTicks(_ scale: LinearScale, _ ruler: borrowing Canvas) -> Ticks {
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

  /// The text of a vertical axis: on one line if it fits beside the plot, else on two lines as equal as possible.
  static func axisLines(_ panel: Panel, _ ruler: borrowing Canvas) -> [String] {
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
  static func leftEdge(
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

  /// The largest width of the labels of thresholds, and of those of tracks that widen the left margin, in pixels.
  static let widestThreshold = 150.0

  /// The free space to the right of plots: room for the labels of thresholds, and for half of the last time's label.
  static func rightMargin(_ panels: [Panel], _ ruler: borrowing Canvas) -> Double {
    var widest = 0.0
    for threshold in panels.flatMap(\.thresholds) where threshold.value.isFinite {
      widest = max(widest, ruler.width(of: threshold.label, Style.label))
    }
    return widest == 0 ? Style.margin + 8 : (min(widest, widestThreshold) + 7 + Style.margin).rounded(.up)
  }
}
