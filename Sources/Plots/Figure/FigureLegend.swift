/// A legend: rows of names, each next to a sample of the look that it explains.
enum FigureLegend {
  struct Entry: Hashable {
    enum Sample: Hashable {
      case area(Color)
      case hatching(Color)
      case line(LineStyle)
      case beads(LineStyle)
      case pole(LineStyle)
      case symbol(Track.Symbol, Color)
    }

    var name: String
    var sample: Sample
  }

  private static let sampleWidth = 18.0
  private static let gap = 5.0

  /// The named marks, events, spans and bands on the time axis, and the named thresholds. Each name and look occurs
  /// once.
  static func entries(of figure: Figure, over time: ClosedRange<Double>) -> [Entry] {
    let marks = figure.tracks.flatMap(\.marks).filter { time.contains($0.time) }
    var entries = marks.compactMap { mark in
      mark.name.map { Entry(name: $0, sample: .symbol(mark.symbol, mark.color)) }
    }
    entries += figure.events.filter { time.contains($0.time) }.compactMap { event in
      event.name.map { Entry(name: $0, sample: .pole(event.style)) }
    }
    let spans = (figure.spans + figure.panels.flatMap(\.spans)).filter {
      min($0.start, $0.end) <= time.upperBound && max($0.start, $0.end) >= time.lowerBound
    }
    entries += spans.compactMap { span in
      span.name.map { Entry(name: $0, sample: span.isHatched ? .hatching(span.color) : .area(span.color)) }
    }
    entries += figure.panels.flatMap(\.bands).filter { $0.isShown(over: time) }.compactMap { band in
      band.name.map { Entry(name: $0, sample: .area(band.color)) }
    }
    entries += figure.panels.flatMap(\.thresholds).compactMap { threshold in
      threshold.name.map { Entry(name: $0, sample: .line(Style.threshold(threshold.color))) }
    }
    var known: Set<Entry> = []
    return entries.filter { known.insert($0).inserted }
  }

  /// The entries in rows of at most a width. If an entry is wider than a row, its name is shortened.
  static func rows(of entries: [Entry], within limit: Double, _ ruler: borrowing Canvas) -> [[Entry]] {
    var rows: [[Entry]] = []
    for var entry in entries {
      entry.name = ruler.shortened(entry.name, toWidth: limit - sampleWidth - gap, Style.label)
      if let last = rows.last, width(of: last + [entry], ruler) <= limit {
        rows[rows.count - 1].append(entry)
      } else {
        rows.append([entry])
      }
    }
    return rows
  }

  /// The named lines of a panel.
  static func entries(of panel: Panel) -> [Entry] {
    panel.lines.compactMap { line in
      line.name.map {
        let style = LineStyle(line.color, width: max(line.width, 1.5), dashes: line.dashes)
        return Entry(name: $0, sample: line.hasDots ? .beads(style) : .line(style))
      }
    }
  }

  static func width(of entries: [Entry], _ ruler: borrowing Canvas) -> Double {
    var width = 0.0
    for entry in entries { width += sampleWidth + gap + ruler.width(of: entry.name, Style.label) + 2 * Style.textGap }
    return max(0, width - 2 * Style.textGap)
  }

  static func draw(_ entries: [Entry], at origin: Point, on canvas: borrowing Canvas) {
    var x = origin.x
    for entry in entries {
      switch entry.sample {
      case .area(let color):
        canvas.fill(Rect(x: x, y: origin.y - 10, width: sampleWidth, height: 11), color)
      case .line(let style):
        canvas.strokeHorizontal(y: origin.y - Style.halfCapital, from: x, to: x + sampleWidth, style)
      case .beads(let style):
        let y = origin.y - Style.halfCapital
        canvas.strokeHorizontal(y: y, from: x, to: x + sampleWidth, style)
        canvas.dot(at: Point(x: x + sampleWidth / 2, y: y), style.color)
      case .hatching(let color):
        canvas.hatch(Rect(x: x, y: origin.y - 10, width: sampleWidth, height: 11), color)
      case .pole(let style):
        canvas.strokeVertical(x: x + sampleWidth / 2, from: origin.y - 11, to: origin.y + 2, style)
      case .symbol(let symbol, let color):
        TrackLayout.draw(
          symbol, at: Point(x: x + sampleWidth / 2, y: origin.y - Style.halfCapital), color, on: canvas)
      }
      x += sampleWidth + gap
      canvas.draw(entry.name, at: Point(x: x, y: origin.y), Style.label)
      x += canvas.width(of: entry.name, Style.label) + 2 * Style.textGap
    }
  }
}
