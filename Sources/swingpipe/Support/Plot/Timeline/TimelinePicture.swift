import Plots
import Recordings
import Signals
import Tables

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
  var columns = 900
  /// Devices that record when something changes let some seconds pass between measurements: these are no gap.
  private static let joinedStepS = 15.0
  private static let colors: [Color] = [.blue, .orange, .green, .vermillion, .purple, .black]

  /// The picture; without panels where there is nothing of what it shows.
  /// - Throws: what reading the recording or a table throws.
  func figure(of source: TimelineSource) throws -> Figure {
    let usual = try UsualSpan(of: source)
    guard let all = try rows.map(Self.widened) ?? whole(of: source, usual) else {
      return Figure(title: title, panels: [])
    }
    let span = try stretch.resolved(in: all, start: nil, leastS: 0)
    let axis = ElapsedTime(from: rows?.lowerBound ?? all.lowerBound, over: span)
    let panels = try figure.panels.compactMap { try panel($0, source, span, axis) }
    let gaps = try figure.gaps.map { try marks($0, source, span, axis, .black) } ?? []
    var tracks: [Track] = []
    for (index, track) in figure.tracks.enumerated() {
      let marks = try marks(track, source, span, axis, Self.colors[index % Self.colors.count])
      if !marks.isEmpty { tracks.append(Track(label: track.label, marks: marks)) }
    }
    let stray =
      usual.strayCount > 0 && rows == nil
      ? ["\(usual.strayCount) samples are dated more than 12 h from most others, and are not drawn."] : []
    return Figure(
      title: title, subtitle: subtitle.isEmpty ? Self.subtitle(of: source, span) : subtitle,
      notes: notes + [source.clockWords].compactMap(\.self) + stray,
      tracks: tracks, panels: panels, spans: gaps.compactMap { mark in mark.start.map { .gap($0...mark.time) } },
      timeLabel: rows == nil ? "time from the recording's start" : "time from its start", timeUnit: axis.unit,
      timeRange: axis.range)
  }

  /// Some time before and after, so that beginning and end are seen.
  private static func widened(_ rows: ClosedRange<Double>) -> ClosedRange<Double> {
    let margin = min(30, 0.05 * (rows.upperBound - rows.lowerBound))
    return rows.lowerBound - margin...rows.upperBound + margin
  }

  /// What was done, with which device, when and for how long, as far as the recordings say.
  private static func subtitle(of source: TimelineSource, _ span: ClosedRange<Double>) -> String {
    let facts = source.recordings.map(\.attributes)
    func first(_ path: KeyPath<RecordingAttributes, String?>) -> String? {
      facts.lazy.compactMap { $0[keyPath: path] }.first
    }
    let start = first(\.startTime).map { String($0.prefix(19)).replacing("T", with: " ") + " UTC" }
    return [
      first(\.sport)?.replacing("_", with: " "), first(\.deviceModel) ?? first(\.device), start,
      ElapsedTime.text(span.upperBound - span.lowerBound),
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// From the first sample of the recording to the last, but for those whose date is wrong; of one that is gone from the first
  /// value of any panel.
  private func whole(of source: TimelineSource, _ usual: UsualSpan) throws -> ClosedRange<Double>? {
    var ends = usual.span.map { [$0.lowerBound, $0.upperBound] } ?? []
    for line in figure.panels.flatMap(\.lines) {
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
    var robust: RobustRange?
    var markers: [Panel.Marker] = []
    for (index, line) in panel.lines.enumerated() {
      guard let series = try series(line, source, span) else { continue }
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
      label: label(of: panel, source), unit: panel.unit == "degC" ? "°C" : panel.unit == "deg" ? "°" : panel.unit,
      lines: lines,
      thresholds: panel.levels.map { .init($0.value, label: $0.name) },
      spans: try panel.lines.lazy.compactMap { line in recording(line, source).map { (line, $0) } }.first.map {
        try self.gaps(of: $0, source, $1, span, axis)
      } ?? [],
      bands: try (panel.bands ?? []).flatMap { try bands($0, source, span, axis) }, markers: markers,
      range: robust?.range, isDownward: panel.isDownward)
  }

  /// The most values far off all others that are marked.
  private static let mostOutliers = 5

  /// The panel's name, with the device where a session has several and it is not the first one's.
  private func label(of panel: TimelineFigure.Panel, _ source: TimelineSource) -> String {
    guard let line = panel.lines.first, let place = recording(line, source), place > 0,
      let device = source.recordings[place].attributes.device
    else { return panel.label }
    return "\(panel.label) by \(device)"
  }

  /// The first recording that has a line's dataset.
  private func recording(_ line: TimelineFigure.Line, _ source: TimelineSource) -> Int? {
    guard let name = line.stream.map({ StreamName($0) }) else { return nil }
    return source.recordings.firstIndex { recording in
      recording.streams[name].map { $0.datasetNames.contains(line.values) && $0.count > 1 } ?? false
    }
  }

  private func joinedStepS(of stream: RecordingStream) -> Double {
    StreamCatalog.kind(of: stream.name) == .measurements ? Self.joinedStepS : 0
  }

  /// Where there are no samples between those of a stream.
  private func gaps(
    of line: TimelineFigure.Line, _ source: TimelineSource, _ place: Int, _ span: ClosedRange<Double>,
    _ axis: ElapsedTime
  ) throws -> [TimeSpan] {
    guard let stream = line.stream.flatMap({ source.recordings[place].streams[StreamName($0)] }) else { return [] }
    let clock = source.clock(place)
    let longest = joinedStepS(of: stream)
    let timeBase = try stream.timeBase
    guard Self.isOrdered(timeBase) else { return [] }
    return SignalTraces.gaps(of: timeBase, over: clock.inverse(span), columns: columns)
      .filter { $0.upperBound - $0.lowerBound > longest }
      .map { .gap(axis(clock($0.lowerBound))...axis(clock($0.upperBound))) }
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

  private func series(
    _ line: TimelineFigure.Line, _ source: TimelineSource, _ span: ClosedRange<Double>
  ) throws -> TimeSeries? {
    if let place = recording(line, source),
      let stream = line.stream.flatMap({ source.recordings[place].streams[StreamName($0)] })
    {
      let clock = source.clock(place)
      let series = clock(try ordered(stream, line.values, clock.inverse(span)))
      guard series.values.contains(where: \.isFinite) else { return nil }
      return line.factor == 1 ? series : series.scaled(by: Float(line.factor))
    }
    return try tableSeries(line, source, span)
  }

  /// A dataset over a stretch of time. Where stamps step back, what is dated outside of it, or before others, is left out.
  private func ordered(
    _ stream: RecordingStream, _ dataset: String, _ span: ClosedRange<Double>
  ) throws -> TimeSeries {
    let signal = try stream.signals(dataset)[0]
    guard !Self.isOrdered(signal.timeBase) else {
      return try SignalTraces([signal], over: span, columns: columns, joinedStepS: joinedStepS(of: stream)).series[0]
    }
    let segments = signal.timeBase.segments
    var thinner = SeriesThinner(over: span, columns: columns, medianInterval: signal.timeBase.medianInterval)
    var last = -Double.infinity
    for segment in segments where span.contains(segment.startTime) && segment.startTime >= last {
      thinner.append(
        times: try signal.timeBase.times(segment.samples), values: try signal.samples(segment.samples))
      last = segment.endTime
    }
    return thinner.series()
  }

  private static func isOrdered(_ timeBase: TimeBase) -> Bool {
    zip(timeBase.segments, timeBase.segments.dropFirst()).allSatisfy { $0.endTime <= $1.startTime }
  }

  private func tableSeries(
    _ line: TimelineFigure.Line, _ source: TimelineSource, _ span: ClosedRange<Double>
  ) throws -> TimeSeries? {
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
    if let stream = track.stream {
      return try intervals(of: track, StreamName(stream), source, span).map { range in
        .init(start: axis(range.lowerBound), time: axis(range.upperBound), symbol: .stroke, color: color)
      }
    }
    guard let name = track.table, let table = try source.table(name), table.isRead(track.startColumn) else { return [] }
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

  /// The times within a stretch in which a stream of codes has one of those of a track; the last holds to its end.
  private func intervals(
    of track: TimelineFigure.Track, _ name: StreamName, _ source: TimelineSource, _ span: ClosedRange<Double>
  ) throws -> [ClosedRange<Double>] {
    guard let values = track.values, let codes = track.codes,
      let place = source.recordings.firstIndex(where: { recording in
        recording.streams[name].map { $0.datasetNames.contains(values) && $0.count > 0 } ?? false
      }), let stream = source.recordings[place].streams[name]
    else { return [] }
    let signal = try stream.signals(values)[0]
    let clock = source.clock(place)
    let times = try signal.timeBase.times(0..<signal.count).map { clock($0) }
    let rows = zip(times, try signal.samples(0..<signal.count)).sorted { $0.0 < $1.0 }
    return rows.indices.compactMap { row in
      guard let code = Int(exactly: rows[row].1), codes.contains(code) else { return nil }
      let start = max(rows[row].0, span.lowerBound)
      let end = min(row + 1 < rows.count ? rows[row + 1].0 : span.upperBound, span.upperBound)
      return start < end ? start...end : nil
    }
  }
}
