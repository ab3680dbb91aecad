/// The figure as text, for readers who cannot see it.
extension FigureLayout {
  /// The most marks of a row, or events, that are listed individually.
  private static let mostTold = 40

  /// The ranges of the axes, thresholds, and every event, mark and named stretch with its time, in sentences.
  var description: String {
    let decimals = Self.decimals(for: time.domain)
    func number(_ value: Double) -> String { DecimalText.text(value, decimals: decimals) }
    func moment(_ value: Double) -> String { number(value) + " " + figure.timeUnit }
    var sentences = figure.notes
    sentences.append(
      "\(figure.timeLabel), from \(number(time.domain.lowerBound)) to \(moment(time.domain.upperBound))")
    for layout in panels {
      let unit = layout.panel.unit.isEmpty ? "" : " \(layout.panel.unit)"
      guard let range = layout.drawnRange else {
        sentences.append("\(layout.panel.label): no samples")
        continue
      }
      let (low, high) = (
        DecimalText.text(range.lowerBound, significant: 3), DecimalText.text(range.upperBound, significant: 3)
      )
      guard layout.panel.namedValues.isEmpty else {
        sentences.append("\(layout.panel.label): " + layout.panel.namedValues.map(\.name).joined(separator: ", "))
        continue
      }
      let names = layout.panel.lines.compactMap(\.name)
      let lines = names.isEmpty ? "" : " (\(names.joined(separator: "; ")))"
      sentences.append("\(layout.panel.label)\(lines): \(low) to \(high)\(unit)" + Self.thresholds(of: layout.panel))
    }
    func told(_ items: [String], after label: String) {
      guard !items.isEmpty else { return }
      let more = items.count > Self.mostTold ? ", and \(items.count - Self.mostTold) more" : ""
      sentences.append("\(label): " + items.prefix(Self.mostTold).joined(separator: ", ") + more)
    }
    for layout in tracks {
      told(
        layout.places.map { place in
          let mark = place.mark
          // The content of the row and the meaning of a mark are stated once.
          let name = mark.name == layout.track.label || mark.name == mark.label ? nil : mark.name
          let words = [name, mark.label].compactMap(\.self).filter { !$0.isEmpty }
          return (words + ["at \(moment(mark.time))"]).joined(separator: " ")
        }, after: layout.track.label)
    }
    // Events without a label follow by name. The rows describe events without a name.
    told(flags.map { "\($0.event.label) at \(moment($0.event.time))" }, after: "marked")
    for group in namedLines { told(group.times.map { "at \(moment($0))" }, after: group.name) }
    for group in namedSpans {
      told(group.spans.map { "\(number($0.lowerBound)) to \(moment($0.upperBound))" }, after: group.name)
    }
    for group in namedBands {
      told(
        group.bands.map { "\($0.values) at \(number($0.time.lowerBound)) to \(moment($0.time.upperBound))" },
        after: group.name)
    }
    return sentences.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
  }

  /// The thresholds that have a name or a label, each as a clause.
  private static func thresholds(of panel: Panel) -> String {
    let unit = panel.unit.isEmpty ? "" : " \(panel.unit)"
    return panel.thresholds.filter { $0.value.isFinite && !($0.name ?? $0.label).isEmpty }.map { threshold in
      let level = threshold.label.isEmpty ? DecimalText.text(threshold.value, significant: 3) + unit : threshold.label
      return ", \(threshold.name ?? "line at") \(level)"
    }.joined()
  }

  /// The times of events that have a name instead of a label, grouped by name.
  private var namedLines: [(name: String, times: [Double])] {
    var groups: [(name: String, times: [Double])] = []
    for event in figure.events where event.label.isEmpty && time.domain.contains(event.time) {
      guard let name = event.name else { continue }
      if let index = groups.firstIndex(where: { $0.name == name }) {
        groups[index].times.append(event.time)
      } else {
        groups.append((name, [event.time]))
      }
    }
    return groups
  }

  /// The visible parts of spans that have a name, grouped by name. If a span belongs to one panel, the group also
  /// depends on the panel's label.
  private var namedSpans: [(name: String, spans: [ClosedRange<Double>])] {
    var groups: [(name: String, spans: [ClosedRange<Double>])] = []
    let all =
      figure.spans.map { ($0, "") } + figure.panels.flatMap { panel in panel.spans.map { ($0, " in \(panel.label)") } }
    for (span, place) in all {
      guard let name = span.name.map({ $0 + place }), span.start.isFinite, span.end.isFinite else { continue }
      let shown = (min(span.start, span.end)...max(span.start, span.end)).clamped(to: time.domain)
      guard shown.lowerBound < shown.upperBound || time.domain.contains(span.start) else { continue }
      if let index = groups.firstIndex(where: { $0.name == name }) {
        groups[index].spans.append(shown)
      } else {
        groups.append((name, [shown]))
      }
    }
    return groups
  }

  /// The visible parts of bands that have a name, grouped by name and the label of their panel.
  private var namedBands: [(name: String, bands: [(values: String, time: ClosedRange<Double>)])] {
    panels.flatMap { layout -> [(name: String, bands: [(values: String, time: ClosedRange<Double>)])] in
      let panel = layout.panel
      let shown = panel.bands.filter { $0.isShown(over: time.domain) }
      var names: [String] = []
      for name in shown.compactMap(\.name) where !names.contains(name) { names.append(name) }
      return names.map { name in
        let bands = shown.filter { $0.name == name }.map {
          ($0.words(unit: panel.unit), $0.time.clamped(to: time.domain))
        }
        return ("\(name) in \(panel.label)", bands)
      }
    }
  }

  /// The number of decimals that show a thousandth of the axis, at most 6.
  private static func decimals(for domain: ClosedRange<Double>) -> Int {
    var decimals = 0
    var width = domain.upperBound - domain.lowerBound
    while width < 1000, decimals < 6 {
      width *= 10
      decimals += 1
    }
    return decimals
  }
}
