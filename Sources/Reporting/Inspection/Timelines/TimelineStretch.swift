import SPPlots
import SPRecordings
import SPSignals
import SPTables

/// A stretch of time of recordings and tables, from which panels and tracks are drawn as a table's description
/// requests.
struct TimelineStretch {
  /// Where streams and tables are read from.
  let source: TimelineSource
  /// The stretch, in s on the common clock.
  let span: ClosedRange<Double>
  /// The time axis of the picture.
  let axis: ElapsedTime
  /// The resolution, in columns.
  let columns: Int

  /// Devices that record only changes leave some seconds between measurements: these are not gaps.
  private static let joinedIntervalS = 15.0
  /// The largest number of outliers that are marked.
  private static let mostOutliers = 5
  /// The colours of lines and tracks, in their order.
  static let colors: [Color] = [.blue, .orange, .green, .vermillion, .purple, .black]

  /// A panel with its available lines; nil without any.
  /// - Throws: the errors of reading the recordings and tables.
  func panel(_ panel: TimelineFigure.Panel) throws -> Panel? {
    var lines: [Panel.Line] = []
    var robust: RobustRange?
    var markers: [Panel.Marker] = []
    for (index, line) in panel.lines.enumerated() {
      guard let series = try series(line) else { continue }
      if panel.lines.count == 1, let found = RobustRange(of: series) {
        robust = found
        markers = found.outliers.prefix(Self.mostOutliers).map { place in
          let value = Double(series.values[place])
          return .init(
            time: axis(series.times[place]),
            value: min(max(value, found.range.lowerBound), found.range.upperBound),
            label: "\(DecimalText.text(value, significant: 5)) \(panel.unit)")
        }
      }
      lines.append(.init(axis(series), color: Self.colors[index % Self.colors.count], width: 1.3, name: line.name))
    }
    guard !lines.isEmpty else { return nil }
    return Panel(
      label: label(of: panel), unit: panel.unit == "degC" ? "°C" : panel.unit == "deg" ? "°" : panel.unit,
      lines: lines,
      thresholds: panel.levels.map { .init($0.value, label: $0.name) },
      spans: try panel.lines.lazy.compactMap { line in recording(line).map { (line, $0) } }.first.map {
        try gaps(of: $0, in: $1)
      } ?? [],
      bands: try (panel.bands ?? []).flatMap { try bands($0) }, markers: markers,
      range: robust?.range, isDownward: panel.isDownward)
  }

  /// The panel's name, with the device if its stream is not from the first recording of a session.
  private func label(of panel: TimelineFigure.Panel) -> String {
    guard let line = panel.lines.first, let place = recording(line), place > 0,
      let device = source.recordings[place].attributes.device
    else { return panel.label }
    return "\(panel.label) by \(device)"
  }

  /// The gaps between the samples of a stream.
  private func gaps(of line: TimelineFigure.Line, in place: Int) throws -> [TimeSpan] {
    guard let stream = line.stream.flatMap({ source.recordings[place].streams[StreamName($0)] }) else { return [] }
    let clock = source.clock(place)
    let longest = joinedIntervalS(of: stream)
    let timeBase = try stream.timeBase
    guard Self.isOrdered(timeBase) else { return [] }
    return SignalTraces.gaps(of: timeBase, over: clock.inverse(span), columns: columns)
      .filter { $0.upperBound - $0.lowerBound > longest }
      .map { .gap(axis(clock($0.lowerBound))...axis(clock($0.upperBound))) }
  }

  private func bands(_ band: TimelineFigure.Band) throws -> [ValueBand] {
    guard let table = try source.table(band.table),
      [band.startColumn, band.endColumn, band.lowColumn, band.highColumn].allSatisfy(table.isRead)
    else { return [] }
    let (starts, ends) = (try table.doubles(band.startColumn), try table.doubles(band.endColumn))
    let (lows, highs) = (try table.doubles(band.lowColumn), try table.doubles(band.highColumn))
    return starts.indices.compactMap { index in
      guard let start = starts[index], let end = ends[index], start < end, span.overlaps(start...end),
        lows[index] != nil || highs[index] != nil
      else { return nil }
      let shown = (start...end).clamped(to: span)
      return ValueBand(
        axis(shown.lowerBound)...axis(shown.upperBound), low: lows[index].map { $0 * band.factor },
        high: highs[index].map { $0 * band.factor }, name: band.name)
    }
  }

  /// Sampling intervals of a stream up to this many s are not gaps.
  func joinedIntervalS(of stream: RecordingStream) -> Double {
    StreamCatalog.kind(of: stream.name) == .measurements ? Self.joinedIntervalS : 0
  }
}
