import SPBasics
import SPPipelines
import SPPlots
import SPSwings
import SPTables

/// The points of a sweep as text, numbers and a picture.
package struct SweepReport: Sendable {
  private let grid: SweepGrid
  private let outcome: Sweep.Outcome
  private let intervals: [[String: ScoreInterval]]

  /// The figures to show for a point, with their headings.
  private static let figures = [
    (name: "f1", title: "F1"), (name: "worst.f1", title: "worst F1"), (name: "accuracy", title: "right labels"),
    (name: "onset.p95_ms", title: "onset P95, ms"),
  ].compactMap { item in SwingScores.metric(named: item.name).map { (metric: $0, title: item.title) } }

  /// Computes the intervals of the shown figures.
  package init(_ grid: SweepGrid, _ outcome: Sweep.Outcome) {
    self.grid = grid
    self.outcome = outcome
    intervals = outcome.points.map { $0.score.intervals(of: Self.figures.map(\.metric)) }
  }

  /// One line per point, followed by the best point.
  package var text: String {
    var table = TextTable(
      grid.axes.map { ($0.option, .right) }
        + Self.figures.flatMap { figure -> [(String, TextTable.Alignment)] in
          figure.metric.name == "f1" ? [(figure.title, .right), ("95 % interval", .left)] : [(figure.title, .right)]
        })
    for (point, intervals) in zip(outcome.points, intervals) {
      table.append(
        point.values
          + Self.figures.flatMap { figure -> [String] in
            let metric = figure.metric
            let value = ScoreText.number(metric.value(point.score.figures), unit: metric.unit)
            return metric.name == "f1" ? [value, ScoreText.interval(intervals["f1"], unit: metric.unit)] : [value]
          })
    }
    return table.text + best
  }

  /// The point with the largest F1. Of points with equal F1, it is the point whose worst recording is best, then the one
  /// with the most right labels, and then the first.
  private var best: String {
    func rank(_ point: Sweep.Point) -> (Double, Double, Double) {
      let figures = point.score.figures
      return (figures.all.f1 ?? -1, figures.worstF1 ?? -1, figures.confusion.accuracy ?? -1)
    }
    guard outcome.points.contains(where: { $0.score.figures.all.f1 != nil }) else { return "" }
    guard let highest = outcome.points.map(rank).max(by: <),
      let point = outcome.points.first(where: { rank($0) == highest })
    else { return "" }
    let settings = zip(grid.axes, point.values).map { "\($0.option)=\($1)" }.joined(separator: " ")
    let ties = outcome.points.count { rank($0) == highest }
    return "best F1, over \(counted(outcome.recordingCount, "recording")): \(settings)"
      + (ties > 1 ? ", and \(counted(ties - 1, "other point")) with the same scores" : "") + "\n"
  }

  /// All points for programs.
  package var json: JSONValue {
    .object([
      .init(key: "recordings", value: .integer(outcome.recordingCount)),
      .init(key: "errors", value: .array(outcome.faults.map { .string($0) })),
      .init(
        key: "points",
        value: .array(
          zip(outcome.points, intervals).map { point, intervals in
            .object(
              zip(grid.axes, point.values).map { .init(key: $0.option, value: .string($1)) }
                + Self.figures.map { figure in
                  let value = figure.metric.value(point.score.figures)
                  return .init(key: figure.metric.name, value: value.map { .number($0) } ?? .null)
                }
                + [
                  .init(
                    key: "f1_interval",
                    value: intervals["f1"].map { .array([.number($0.low), .number($0.high)]) } ?? .null)
                ])
          })),
    ])
  }

  // MARK: Picture

  private static let looks: [(color: Color, dashes: [Double])] = [
    (.blue, []), (.vermillion, [6, 3]), (.green, [2, 2]), (.purple, [8, 3, 2, 3]), (.orange, [4, 2]), (.black, [1, 2]),
  ]

  /// F1 and F1 of the worst recording over the first option, with a line for each combination of all further options.
  package var figure: Figure {
    let first = grid.axes[0]
    let isNumeric = first.values.allSatisfy { Double($0) != nil }
    let combinations = outcome.points.prefix(outcome.points.count / first.values.count).map { $0.values.dropFirst() }
    func panel(_ label: String, _ value: (SwingScores) -> Double?) -> Panel {
      // More lines than there are styles could not be distinguished.
      let lines = combinations.prefix(Self.looks.count).enumerated().compactMap { index, rest -> Panel.Line? in
        let points = outcome.points.filter { $0.values.dropFirst() == rest }
        let places = points.indices.map { isNumeric ? Double(points[$0].values[0]) ?? 0 : Double($0) }
        let pairs = zip(places, points.map { value($0.score.figures) }).sorted { $0.0 < $1.0 }
        let series = try? TimeSeries(times: pairs.map(\.0), values: pairs.map { Float($0.1 ?? .nan) })
        let look = Self.looks[index]
        return series.map {
          .init(
            $0, color: look.color, width: 1.4, dashes: look.dashes, hasDots: true,
            name: rest.isEmpty ? nil : rest.joined(separator: ", "))
        }
      }
      // The axis ends at 1, which no score exceeds.
      let lowest = outcome.points.compactMap { value($0.score.figures) }.min() ?? 0
      return Panel(
        label: label, unit: "", lines: lines, range: max(0, (20 * lowest).rounded(.down) / 20 - 0.05)...1, height: 180)
    }
    let others = grid.axes.dropFirst().map(\.option).joined(separator: ", ")
    var notes = others.isEmpty ? [] : ["Lines: \(others)."]
    if combinations.count > Self.looks.count {
      notes.append("The first \(Self.looks.count) of \(combinations.count) combinations are drawn; the table has all.")
    }
    return Figure(
      title: "How well swings are found", subtitle: counted(outcome.recordingCount, "labelled recording"),
      notes: notes,
      panels: [panel("F1 of all swings") { $0.all.f1 }, panel("F1 of the worst recording") { $0.worstF1 }],
      timeLabel: isNumeric ? first.option : "\(first.option): \(first.values.joined(separator: ", "))", timeUnit: "")
  }
}
