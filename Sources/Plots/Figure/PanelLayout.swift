/// The labelled values of a vertical axis: round values, or values with names.
struct ValueTicks {
  let values: [Double]
  let labels: [String]

  init(_ panel: Panel, in domain: ClosedRange<Double>) {
    let named = panel.namedValues.filter { domain.contains($0.value) }.sorted { $0.value < $1.value }
    let round = Ticks(in: domain, atMost: max(2, Int(panel.height / 21)))
    values = named.isEmpty ? round.values : named.map(\.value)
    labels = named.isEmpty ? round.labels : named.map(\.name)
  }
}

/// A panel with all positions in pixels.
struct PanelLayout {
  let panel: Panel
  /// The plot itself, without labels.
  let plot: Rect
  let scale: LinearScale
  let ticks: ValueTicks
  /// For each of the panel's lines, its unbroken stretches.
  let paths: [[[Point]]]
  /// The smallest and largest value of the lines; nil without lines.
  let drawnRange: ClosedRange<Double>?

  /// The parts of a panel that do not depend on its position: the values that it covers, and its ticks.
  struct Measure {
    let domain: ClosedRange<Double>
    let ticks: ValueTicks
    /// The smallest and largest value of the lines; nil without lines.
    let drawn: ClosedRange<Double>?

    init(_ panel: Panel, over time: ClosedRange<Double>) {
      drawn = Self.drawn(panel, over: time)
      domain = panel.range.map { Domain.usable($0) } ?? Self.domain(of: panel, drawn: drawn, over: time)
      ticks = ValueTicks(panel, in: domain)
    }

    private static func domain(
      of panel: Panel, drawn: ClosedRange<Double>?, over time: ClosedRange<Double>
    ) -> ClosedRange<Double> {
      let values =
        (drawn.map { [$0.lowerBound, $0.upperBound] } ?? []) + panel.thresholds.map(\.value)
        + panel.markers.filter { time.contains($0.time) }.map(\.value)
        + panel.bands.filter { $0.isShown(over: time) }.flatMap(\.ends) + panel.namedValues.map(\.value)
      let bare = Domain.holding(values)
      let middle = bare.lowerBound / 2 + bare.upperBound / 2
      // Most markers are peaks. Space beyond them keeps their labels away from the lines.
      let room = (bare.upperBound - bare.lowerBound) * 0.15
      let labels = panel.markers.filter { !$0.label.isEmpty && time.contains($0.time) }
        .map { $0.value < middle ? $0.value - room : $0.value + room }
      return Domain.holding(values + labels, margin: 0.07)
    }

    private static func drawn(_ panel: Panel, over time: ClosedRange<Double>) -> ClosedRange<Double>? {
      var lowest = Double.infinity
      var highest = -Double.infinity
      for series in panel.lines.map(\.series) {
        for run in series.runs {
          for index in PanelLayout.visible(run, series.times, within: time) {
            let value = value(of: series, at: index, within: time)
            lowest = min(lowest, value)
            highest = max(highest, value)
          }
        }
      }
      return lowest <= highest ? lowest...highest : nil
    }

    /// A sample's value. For a sample beyond an end of the axis, the value at which its line crosses that end.
    private static func value(of series: TimeSeries, at index: Int, within time: ClosedRange<Double>) -> Double {
      let (moment, value) = (series.times[index], Double(series.values[index]))
      guard !time.contains(moment) else { return value }
      let isBefore = moment < time.lowerBound
      let other = isBefore ? index + 1 : index - 1
      let fraction = ((isBefore ? time.lowerBound : time.upperBound) - moment) / (series.times[other] - moment)
      return value + fraction * (Double(series.values[other]) - value)
    }
  }

  init(_ panel: Panel, _ measure: Measure, plot: Rect, time: LinearScale) {
    let scale = LinearScale(
      domain: measure.domain, from: panel.isDownward ? plot.y : plot.maxY, to: panel.isDownward ? plot.maxY : plot.y)
    self.panel = panel
    self.plot = plot
    self.scale = scale
    ticks = measure.ticks
    drawnRange = measure.drawn
    paths = panel.lines.map { line in
      let series = line.series
      return series.runs.compactMap { run in
        let visible = Self.visible(run, series.times, within: time.domain)
        guard !visible.isEmpty else { return nil }
        return Decimation.byColumn(
          visible.map { index in
            Point(x: time.position(of: series.times[index]), y: scale.position(of: Double(series.values[index])))
          })
      }
    }
  }

  /// Whether the panel has no visible line and no marker.
  var isEmpty: Bool { paths.allSatisfy(\.isEmpty) && panel.markers.isEmpty }

  /// Whether the vertical axis has a scale; thresholds and bands without samples or a range do not give it one.
  var hasScale: Bool { !isEmpty || panel.range != nil }

  /// The samples of a run within the axis, and one sample beyond each end, so that lines reach the edges.
  fileprivate static func visible(_ run: Range<Int>, _ times: [Double], within time: ClosedRange<Double>) -> Range<Int>
  {
    let inside = run.filter { time.contains(times[$0]) }
    if let first = inside.first, let last = inside.last {
      return max(first - 1, run.lowerBound)..<min(last + 2, run.upperBound)
    }
    // A segment across the whole axis has both ends outside of it.
    guard let after = run.first(where: { times[$0] > time.upperBound }), after > run.lowerBound else { return 0..<0 }
    return (after - 1)..<(after + 1)
  }
}
