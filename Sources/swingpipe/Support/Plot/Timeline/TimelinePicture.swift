import Plots
import Recordings
import Signals
import Tables

/// What pictures over time are drawn from: a recording's streams, and tables of what was found in it.
struct TimelineSource {
  /// The recordings, of which a session has several: a stream is drawn of the first that has it, by its own clock.
  var recordings: [Recording]
  /// A table by its name; nil where there is none.
  var table: (String) throws -> StoredTable?
}

/// A picture over time, as a table's description says it is drawn.
struct TimelinePicture {
  let figure: TimelineFigure
  let title: String
  /// The time of the row that is drawn, in s on the recording's clock; nil for all of a recording.
  let rows: ClosedRange<Double>?
  /// What of it is drawn.
  var stretch = PlotStretch()
  /// A line below the title, and what was found in words.
  var subtitle = "", notes: [String] = []

  /// How finely peaks are told apart.
  private static let columns = 900
  /// Devices that record when something changes let some seconds pass between measurements: these are no gap.
  private static let joinedStepS = 15.0
  private static let colors: [Color] = [.blue, .orange, .green, .vermillion, .purple, .black]

  /// The picture; without panels where there is nothing of what it shows.
  /// - Throws: what reading the recording or a table throws.
  func figure(of source: TimelineSource) throws -> Figure {
    guard let all = try rows.map(Self.widened) ?? whole(of: source) else { return Figure(title: title, panels: []) }
    let span = try stretch.resolved(in: all, leastS: 0)
    let axis = ElapsedTime(from: rows?.lowerBound ?? all.lowerBound, over: span)
    let panels = try figure.panels.compactMap { try panel($0, source, span, axis) }
    let gaps = try figure.gaps.map { try marks($0, source, span, axis, .black) } ?? []
    var tracks: [Track] = []
    for (index, track) in figure.tracks.enumerated() {
      let marks = try marks(track, source, span, axis, Self.colors[index % Self.colors.count])
      if !marks.isEmpty { tracks.append(Track(label: track.label, marks: marks)) }
    }
    return Figure(
      title: title, subtitle: subtitle, notes: notes, tracks: tracks, panels: panels,
      spans: gaps.compactMap { mark in mark.start.map { .gap($0...mark.time) } },
      timeLabel: rows == nil ? "time from the recording's start" : "time from its start", timeUnit: axis.unit,
      timeRange: axis.range)
  }

  /// Some time before and after, so that beginning and end are seen.
  private static func widened(_ rows: ClosedRange<Double>) -> ClosedRange<Double> {
    let margin = min(30, 0.05 * (rows.upperBound - rows.lowerBound))
    return rows.lowerBound - margin...rows.upperBound + margin
  }

  /// From the first sample of the recording to the last; of one that is gone from the first value of any panel.
  private func whole(of source: TimelineSource) throws -> ClosedRange<Double>? {
    var ends = try source.recordings.flatMap { try $0.streams.values.compactMap { try $0.timeBase.span } }
      .flatMap { [$0.lowerBound, $0.upperBound] }
    for line in figure.panels.flatMap(\.lines) {
      if let span = try stream(line, source)?.timeBase.span { ends += [span.lowerBound, span.upperBound] }
      if let name = line.table, let table = try source.table(name) {
        for column in [line.timeColumn, line.endColumn].compactMap(\.self) where table.isRead(column) {
          ends += try table.doubles(column).compactMap(\.self)
        }
      }
    }
    guard let first = ends.min(), let last = ends.max(), first < last else { return nil }
    return first...last
  }

  // MARK: Panels

  private func panel(
    _ panel: TimelineFigure.Panel, _ source: TimelineSource, _ span: ClosedRange<Double>, _ axis: ElapsedTime
  ) throws -> Panel? {
    var lines: [Panel.Line] = []
    for (index, line) in panel.lines.enumerated() {
      guard let series = try series(line, source, span) else { continue }
      lines.append(.init(axis(series), color: Self.colors[index % Self.colors.count], width: 1.3, name: line.name))
    }
    guard !lines.isEmpty else { return nil }
    return Panel(
      label: panel.label, unit: panel.unit == "degC" ? "°C" : panel.unit == "deg" ? "°" : panel.unit, lines: lines,
      thresholds: panel.levels.map { .init($0.value, label: $0.name) },
      spans: try panel.lines.compactMap { stream($0, source) }.first.map { try gaps(of: $0, span, axis) } ?? [],
      bands: try (panel.bands ?? []).flatMap { try bands($0, source, span, axis) }, isDownward: panel.isDownward)
  }

  private func joinedStepS(of stream: RecordingStream) -> Double {
    StreamCatalog.kind(of: stream.name) == .measurements ? Self.joinedStepS : 0
  }

  /// Where there are no samples between those of a stream.
  private func gaps(of stream: RecordingStream, _ span: ClosedRange<Double>, _ axis: ElapsedTime) throws -> [TimeSpan] {
    let longest = joinedStepS(of: stream)
    return SignalTraces.gaps(of: try stream.timeBase, over: span, columns: Self.columns)
      .filter { $0.upperBound - $0.lowerBound > longest }.map { .gap(axis($0.lowerBound)...axis($0.upperBound)) }
  }

  private func bands(
    _ band: TimelineFigure.Band, _ source: TimelineSource, _ span: ClosedRange<Double>, _ axis: ElapsedTime
  ) throws -> [ValueBand] {
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

  private func stream(_ line: TimelineFigure.Line, _ source: TimelineSource) -> RecordingStream? {
    guard let name = line.stream.map({ StreamName($0) }) else { return nil }
    return source.recordings.lazy.compactMap { $0.streams[name] }.first {
      $0.datasetNames.contains(line.values) && $0.count > 1
    }
  }

  private func series(
    _ line: TimelineFigure.Line, _ source: TimelineSource, _ span: ClosedRange<Double>
  ) throws -> TimeSeries? {
    if let stream = stream(line, source) {
      let series = try SignalTraces(
        [stream.signals(line.values)[0]], over: span, columns: Self.columns, joinedStepS: joinedStepS(of: stream)
      ).series[0]
      guard series.values.contains(where: \.isFinite) else { return nil }
      return line.factor == 1
        ? series : try TimeSeries(times: series.times, values: series.values.map { $0 * Float(line.factor) })
    }
    guard let name = line.table, let timeColumn = line.timeColumn, let table = try source.table(name),
      table.isRead(timeColumn), table.isRead(line.values)
    else { return nil }
    let times = try table.doubles(timeColumn)
    let ends = try line.endColumn.map { try table.doubles($0) }
    var (moments, values): ([Double], [Float]) = ([], [])
    for (index, value) in try table.doubles(line.values).enumerated() {
      guard let time = times[index], span.contains(time) || ends?[index].map(span.contains) == true else { continue }
      moments.append(time)
      values.append(Float(value ?? .nan))
      guard let end = ends?[index] else { continue }
      // The value holds to the end, and none is told of what follows.
      moments += [end, end]
      values += [values[values.count - 1], .nan]
    }
    guard values.contains(where: \.isFinite) else { return nil }
    return try TimeSeries(times: moments, values: values)
  }

  // MARK: Tracks

  private func marks(
    _ track: TimelineFigure.Track, _ source: TimelineSource, _ span: ClosedRange<Double>, _ axis: ElapsedTime,
    _ color: Color
  ) throws -> [Track.Mark] {
    guard let table = try source.table(track.table), table.isRead(track.startColumn) else { return [] }
    let starts = try table.doubles(track.startColumn)
    let ends = try track.endColumn.map { try table.doubles($0) }
    let texts = try track.textColumn.map { try table.strings($0) }
    return starts.indices.compactMap { index in
      guard let start = starts[index] else { return nil }
      if !track.texts.isEmpty, !(texts?[index].map(track.texts.contains) ?? false) { return nil }
      let end = ends?[index] ?? start
      guard end >= span.lowerBound, start <= span.upperBound else { return nil }
      return .init(
        start: axis(max(start, span.lowerBound)), time: axis(min(end, span.upperBound)), symbol: .stroke, color: color)
    }
  }
}
