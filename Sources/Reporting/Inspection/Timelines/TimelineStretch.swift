import SPPlots
import SPRecordings
import SPSignals
import SPTables

/// A stretch of time of recordings and tables. It draws the panels and tracks that a table's description requests.
struct TimelineStretch {
  /// The source of streams and tables.
  let source: TimelineSource
  /// The stretch, in s on the common clock.
  let span: ClosedRange<Double>
  /// The time from the first to the last sample of all streams. The picture has no gaps before and after it. Nil
  /// without samples.
  var recorded: ClosedRange<Double>?
  /// The time axis of the picture.
  let axis: ElapsedTime
  /// The resolution, in columns.
  let columns: Int

  /// The longest interval, in s, that is not a gap: devices that record only changes leave some seconds between
  /// measurements.
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
    let span = recorded.map(span.clamped) ?? span
    guard Self.isOrdered(timeBase), span.lowerBound < span.upperBound else { return [] }
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
  private func joinedIntervalS(of stream: RecordingStream) -> Double {
    StreamCatalog.kind(of: stream.name) == .measurements ? Self.joinedIntervalS : 0
  }
}

// MARK: Series

extension TimelineStretch {
  /// The values of a line from the first recording that has them, or from a table; nil without values.
  func series(_ line: TimelineFigure.Line) throws -> TimeSeries? {
    if let place = recording(line),
      let stream = line.stream.flatMap({ source.recordings[place].streams[StreamName($0)] })
    {
      let clock = source.clock(place)
      let series = clock(try ordered(stream, line.values, clock.inverse(span)))
      guard series.values.contains(where: \.isFinite) else { return nil }
      return line.factor == 1 ? series : series.scaled(by: Float(line.factor))
    }
    return try tableSeries(line)
  }

  /// A dataset over a stretch of time. If its timestamps step back, samples are dropped until they pass the end of the
  /// earlier segments.
  private func ordered(_ stream: RecordingStream, _ dataset: String, _ span: ClosedRange<Double>) throws -> TimeSeries {
    let signal = try stream.signals(dataset)[0]
    guard !Self.isOrdered(signal.timeBase) else {
      return try SignalTraces([signal], over: span, columns: columns, joinedIntervalS: joinedIntervalS(of: stream))
        .series[
          0]
    }
    let segments = signal.timeBase.segments
    var thinner = SeriesThinner(over: span, columns: columns, medianInterval: signal.timeBase.medianInterval)
    var last = -Double.infinity
    for segment in segments where segment.endTime >= max(span.lowerBound, last) {
      let times = try signal.timeBase.times(segment.samples)
      let shown = times.indices.filter { times[$0] > last && span.contains(times[$0]) }
      let values = try signal.samples(segment.samples)
      thinner.append(times: shown.map { times[$0] }, values: shown.map { values[values.startIndex + $0] })
      last = max(last, segment.endTime)
    }
    return thinner.series()
  }

  private static func isOrdered(_ timeBase: TimeBase) -> Bool {
    zip(timeBase.segments, timeBase.segments.dropFirst()).allSatisfy { $0.endTime <= $1.startTime }
  }

  private func tableSeries(_ line: TimelineFigure.Line) throws -> TimeSeries? {
    guard let name = line.table, let timeColumn = line.timeColumn, let table = try source.table(name),
      table.isRead(timeColumn), table.isRead(line.values)
    else { return nil }
    let times = try table.doubles(timeColumn)
    let values = try table.doubles(line.values).map { Float($0 ?? .nan) }
    guard let endColumn = line.endColumn else {
      let shown = times.indices.filter { times[$0].map(span.contains) ?? false }
      guard shown.contains(where: { values[$0].isFinite }) else { return nil }
      return try TimeSeries(times: shown.compactMap { times[$0] }, values: shown.map { values[$0] })
    }
    var held: [TimeSeries.Held] = []
    for (value, (start, end)) in zip(values, zip(times, try table.doubles(endColumn))) {
      guard let start, start <= span.upperBound, end ?? start >= span.lowerBound else { continue }
      let until = min(end ?? start, span.upperBound)
      // The value ends with the row.
      held += [(value, max(start, span.lowerBound), until), (.nan, until, until)]
    }
    return held.contains { $0.value.isFinite } ? .holding(held) : nil
  }

  /// The position of the first recording that has a line's dataset with at least two rows.
  private func recording(_ line: TimelineFigure.Line) -> Int? {
    guard let name = line.stream.map({ StreamName($0) }) else { return nil }
    return source.recordings.firstIndex { recording in
      recording.streams[name].map { $0.datasetNames.contains(line.values) && $0.count > 1 } ?? false
    }
  }
}

// MARK: Tracks

extension TimelineStretch {
  /// The marks of a track, each from its start to its end, clipped to the stretch.
  /// - Throws: the errors of reading the recordings and tables.
  func marks(_ track: TimelineFigure.Track, _ color: Color) throws -> [Track.Mark] {
    if let stream = track.stream {
      return try intervals(of: track, StreamName(stream)).map { range in
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

  /// The times within the stretch in which a stream has one of a track's codes. Each code is valid until the next row,
  /// the last code until the end of the stretch.
  private func intervals(of track: TimelineFigure.Track, _ name: StreamName) throws -> [ClosedRange<Double>] {
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
