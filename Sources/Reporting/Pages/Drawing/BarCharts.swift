import SPPlots
import SPTables

/// Bar charts of durations, summed over recordings: a chart for each value of a column.
struct BarCharts {
  private let title: String
  /// The charts, each with its bars in the order of the table.
  private let charts: [(name: String, bars: [(label: String, seconds: Double)])]

  private static let width = 340.0
  private static let left = 78.0
  private static let right = 268.0
  private static let rowHeight = 26.0

  init(_ table: EventTable, _ figure: BarFigure) {
    title = figure.title
    func label(_ row: Int) -> String {
      table.text(figure.labelColumn, row) ?? table.number(figure.labelColumn, row).flatMap { Int(exactly: $0) }.map {
        "\(table.row.singular) \($0)"
      } ?? ""
    }
    var charts: [(name: String, bars: [(label: String, seconds: Double)])] = []
    for row in 0..<table.count {
      guard let seconds = table.number(figure.valueColumn, row) else { continue }
      let name = (table.text(figure.chartColumn, row) ?? "").replacing("_", with: " ")
      let chart = charts.firstIndex { $0.name == name } ?? charts.count
      if chart == charts.count { charts.append((name, [])) }
      if let bar = charts[chart].bars.firstIndex(where: { $0.label == label(row) }) {
        charts[chart].bars[bar].seconds += seconds
      } else {
        charts[chart].bars.append((label(row), seconds))
      }
    }
    self.charts = charts
  }

  /// The charts, side by side.
  var html: HTML {
    let figures = charts.map { chart -> HTML in
      """
      <figure class="panel"><h3>\(title): \(chart.name)</h3>\(svg(chart))</figure>

      """
    }
    return figures.isEmpty ? .empty : "<div class=\"charts\">\n\(figures)</div>\n"
  }

  private func svg(_ chart: (name: String, bars: [(label: String, seconds: Double)])) -> HTML {
    let all = max(chart.bars.map(\.seconds).reduce(0, +), 1e-9)
    let largest = max(chart.bars.map(\.seconds).max() ?? 1, 1e-9)
    let rows = chart.bars.enumerated().map { index, bar -> HTML in
      let y = 6 + Double(index) * Self.rowHeight
      let width = bar.seconds / largest * (Self.right - Self.left)
      let percent = Int((100 * bar.seconds / all).rounded())
      return """
        <text class="row" x="0" y="\(at: y + 13)">\(bar.label)</text>\
        <g class="all"><rect x="\(at: Self.left)" y="\(at: y)" width="\(at: width)" height="18"/></g>\
        <text class="unit" x="\(at: Self.left + width + 6)" y="\(at: y + 13)">\(Wording.clock(bar.seconds)) (\(percent) %)</text>
        """
    }
    let words = chart.bars.map { "\($0.label): \(Wording.clock($0.seconds))" }.joined(separator: ", ")
    return """
      <svg class="chart" viewBox="0 0 \(at: Self.width) \(at: 12 + Double(chart.bars.count) * Self.rowHeight)" role="img" \
      aria-label="\(title), \(chart.name). \(words)">\(rows)</svg>
      """
  }
}
