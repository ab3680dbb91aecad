/// Names beside samples of what they name, in a row.
enum FigureLegend {
  struct Entry: Hashable {
    enum Sample: Hashable {
      case area(Color)
      case line(LineStyle)
    }

    var name: String
    var sample: Sample
  }

  private static let sampleWidth = 18.0
  private static let gap = 5.0

  /// The named spans and thresholds, each look and name once.
  static func entries(of figure: Figure) -> [Entry] {
    let spans = figure.spans + figure.panels.flatMap(\.spans)
    var entries = spans.compactMap { span in span.name.map { Entry(name: $0, sample: .area(span.color)) } }
    entries += figure.panels.flatMap(\.thresholds).compactMap { threshold in
      threshold.name.map { Entry(name: $0, sample: .line(Style.threshold(threshold.color))) }
    }
    return entries.reduce(into: []) { unique, entry in
      if !unique.contains(entry) { unique.append(entry) }
    }
  }

  /// The named lines of a panel.
  static func entries(of panel: Panel) -> [Entry] {
    panel.lines.compactMap { line in
      line.name.map { Entry(name: $0, sample: .line(LineStyle(line.color, width: max(line.width, 1.5)))) }
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
      }
      x += sampleWidth + gap
      canvas.draw(entry.name, at: Point(x: x, y: origin.y), Style.label)
      x += canvas.width(of: entry.name, Style.label) + 2 * Style.textGap
    }
  }
}
