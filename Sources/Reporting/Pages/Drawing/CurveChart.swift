import Glibc
import SPPlots
import SPTables

/// A curve per recording over durations on a logarithmic axis, and the largest value of all recordings at each
/// duration.
struct CurveChart {
  /// The largest number of recordings with a curve. More curves would merge into one dark band and add megabytes to the
  /// page.
  private static let most = 200

  private let title: String
  private let unit: String
  private let recordingCount: Int
  /// The points of each recording that has a curve, by duration.
  private let curves: [[(length: Double, value: Double)]]
  private let best: [(length: Double, value: Double)]

  /// A size of the drawing. A phone would scale a wide drawing down, and its text with it, so the page also has a
  /// narrow drawing.
  private struct Shape {
    let name: String
    let width: Double
    let height: Double
    let plot: (left: Double, right: Double, top: Double, bottom: Double)

    static let wide = Shape(name: "wide", width: 700, height: 230, plot: (32, 692, 20, 194))
    static let narrow = Shape(name: "narrow", width: 300, height: 230, plot: (32, 292, 24, 180))
  }

  private static let marks: [(seconds: Double, name: String)] = [
    (1, "1 s"), (5, "5 s"), (15, "15 s"), (60, "1 min"), (300, "5 min"), (1200, "20 min"), (3600, "1 h"),
    (10_800, "3 h"),
  ]

  /// Nil with fewer than two different durations.
  init?(_ table: EventTable, _ figure: CurveFigure) {
    let points = (0..<table.count).compactMap { row -> (recording: Int, length: Double, value: Double)? in
      guard let length = table.number(figure.lengthColumn, row), let value = table.number(figure.valueColumn, row),
        length > 0, value.isFinite
      else { return nil }
      return (table.recordings[row], length, value)
    }
    let all = Dictionary(grouping: points, by: \.recording).sorted { $0.key < $1.key }
    recordingCount = all.count
    let count = min(all.count, Self.most)
    curves = (0..<count).map { all[$0 * all.count / count] }.map { curve in
      curve.value.map { ($0.length, $0.value) }.sorted { $0.0 < $1.0 }
    }
    best = Dictionary(grouping: points, by: \.length).map { ($0.key, $0.value.map(\.value).max() ?? 0) }
      .sorted { $0.0 < $1.0 }
    guard best.count > 1 else { return nil }
    title = figure.title
    unit = Wording.unit(table.description(figure.valueColumn)?.unit)
  }

  /// The chart in a frame with its heading.
  var html: HTML {
    """
    <figure class="panel"><h3>\(title)</h3>\(svg(.wide))\(svg(.narrow))\(caption)</figure>

    """
  }

  private var caption: HTML {
    curves.count > 1
      ? "<figcaption>Thin: \(thin). Thick: the best of all \(Wording.count(recordingCount)).</figcaption>" : .empty
  }

  private var thin: String {
    curves.count < recordingCount ? "\(Wording.count(curves.count)) recordings, evenly spread" : "each recording"
  }

  private var words: String {
    Self.marks.compactMap { mark in
      best.first { $0.length == mark.seconds }.map { "\(mark.name): \(Wording.number($0.value)) \(unit)" }
    }.joined(separator: ", ")
  }

  private func svg(_ shape: Shape) -> HTML {
    let plot = shape.plot
    let lengths = LinearScale(
      domain: log(best[0].length)...log(best[best.count - 1].length), from: plot.left, to: plot.right)
    let values = LinearScale(domain: 0...(best.map(\.value).max() ?? 1) * 1.05, from: plot.bottom, to: plot.top)
    func path(_ points: [(length: Double, value: Double)]) -> String {
      points.map {
        "\(Coordinate.text(lengths.position(of: log($0.length)))) \(Coordinate.text(values.position(of: $0.value)))"
      }.joined(separator: "L")
    }
    let thin = curves.count > 1 ? curves.map { "<path class=\"line thin\" d=\"M\(path($0))\"/>" as HTML } : []
    let rows = Ticks(in: values.domain, atMost: 6)
    let horizontal = zip(rows.values, rows.labels).map { value, label -> HTML in
      let y = values.position(of: value)
      return """
        <path class="grid" d="M\(at: plot.left) \(at: y)H\(at: plot.right)"/>\
        <text class="left" x="\(at: plot.left - 6)" y="\(at: y + 4)">\(label)</text>
        """
    }
    let isNarrow = shape.name == "narrow"
    let vertical = Self.marks.filter {
      (!isNarrow || ![5, 15, 1200].contains($0.seconds)) && lengths.domain.contains(log($0.seconds))
    }.map { mark -> HTML in
      let x = lengths.position(of: log(mark.seconds))
      return """
        <path class="grid" d="M\(at: x) \(at: plot.top)V\(at: plot.bottom)"/>\
        <text x="\(at: x)" y="\(at: plot.bottom + 20)">\(mark.name)</text>
        """
    }
    return """
      <svg class="chart \(shape.name)" viewBox="0 0 \(at: shape.width) \(at: shape.height)" role="img" aria-label="\(title). \(words)">\
      <g class="axis">\(horizontal)\(vertical)<text x="\(at: (plot.left + plot.right) / 2)" y="\(at: plot.bottom + 36)">\
      duration</text></g>\(thin)<path class="line all" d="M\(path(best))"/>\
      <text class="unit" x="0" y="\(at: plot.top - 10)">\(unit)</text></svg>
      """
  }
}
