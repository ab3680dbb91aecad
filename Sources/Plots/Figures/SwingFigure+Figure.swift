extension SwingFigure {
  /// The figure that shows the swing, to be drawn or added to.
  public var figure: Figure {
    Figure(
      title: title, notes: notes, panels: panels, events: events, spans: spans,
      timeLabel: origin.map { "time from \($0.name)" } ?? "time on the recording's clock")
  }

  private var zero: Double { origin?.time ?? 0 }

  private var panels: [Panel] {
    [
      Panel(label: "raw \(axis) acceleration", unit: "g", lines: [.init(raw.relative(to: zero))]),
      Panel(
        label: "filtered \(axis) acceleration", unit: "g", lines: [.init(filtered.relative(to: zero))],
        thresholds: filteredThresholds, markers: marker(at: moments.impact, of: filtered, "g", .vermillion)),
      Panel(
        label: "rotation along gravity", unit: "rad/s", lines: [.init(rotation.relative(to: zero))],
        thresholds: rotationThreshold.map { [.init($0, label: Self.text($0, "rad/s"), name: "threshold")] } ?? [],
        markers: marker(at: moments.peakRate, of: rotation, "rad/s", .purple)),
    ]
  }

  /// The threshold is one of size, so that it is a line on each side of zero.
  private var filteredThresholds: [Panel.Threshold] {
    guard let threshold = filteredThreshold.map(abs) else { return [] }
    return [.init(threshold, label: "±" + Self.text(threshold, "g"), name: "threshold"), .init(-threshold)]
  }

  /// A dot with the value on the sample nearest to a moment; nothing outside of the series.
  private func marker(at time: Double?, of series: TimeSeries, _ unit: String, _ color: Color) -> [Panel.Marker] {
    guard let time, let index = series.nearest(to: time) else { return [] }
    let value = Double(series.values[index])
    return [.init(time: series.times[index] - zero, value: value, label: Self.text(value, unit), color: color)]
  }

  private var spans: [TimeSpan] {
    guard let start = moments.start, let end = moments.anchor ?? moments.impact ?? moments.peakRate else { return [] }
    return [TimeSpan(start: start - zero, end: end - zero, name: "swing")]
  }

  private var events: [Figure.Event] {
    let named: [(name: String, time: Double?, color: Color)] = [
      ("start", moments.start, .green), ("onset", moments.onset, .orange), ("impact", moments.impact, .vermillion),
      ("peak rate", moments.peakRate, .purple), ("anchor", moments.anchor, .black),
    ]
    var events: [Figure.Event] = []
    for (name, time, color) in named {
      guard let time else { continue }
      // The anchor is most often one of the others: then that one says so.
      if let same = events.firstIndex(where: { $0.time == time - zero }) {
        events[same].label += " = \(name)"
      } else {
        events.append(.init(time: time - zero, label: name, color: color))
      }
    }
    guard origin != nil else { return events }
    return events.map { event in
      var event = event
      if event.time != 0 { event.label += " " + Self.milliseconds(event.time) }
      return event
    }
  }

  private static func milliseconds(_ seconds: Double) -> String {
    let milliseconds = seconds * 1000
    let text = DecimalText.text(milliseconds, decimals: abs(milliseconds) < 20 ? 1 : 0)
    return (seconds > 0 ? "+" : "") + text + " ms"
  }

  private static func text(_ value: Double, _ unit: String) -> String {
    "\(DecimalText.text(value, significant: 3)) \(unit)"
  }
}
