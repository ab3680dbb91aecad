import SPPlots
import SPRecordings
import SPSignals
import SPTables

extension TimelineStretch {
  /// The values of a line, from the first recording that has it, or from a table; nil without any.
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

  /// A dataset over a stretch of time. If its timestamps step back, segments are left out that begin outside of the
  /// stretch, or before the end of an earlier one.
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
    for segment in segments where span.contains(segment.startTime) && segment.startTime >= last {
      thinner.append(
        times: try signal.timeBase.times(segment.samples), values: try signal.samples(segment.samples))
      last = segment.endTime
    }
    return thinner.series()
  }

  static func isOrdered(_ timeBase: TimeBase) -> Bool {
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
      // After its end nothing follows.
      held += [(value, max(start, span.lowerBound), until), (.nan, until, until)]
    }
    return held.contains { $0.value.isFinite } ? .holding(held) : nil
  }

  /// The position of the first recording that has a line's dataset with at least two rows.
  func recording(_ line: TimelineFigure.Line) -> Int? {
    guard let name = line.stream.map({ StreamName($0) }) else { return nil }
    return source.recordings.firstIndex { recording in
      recording.streams[name].map { $0.datasetNames.contains(line.values) && $0.count > 1 } ?? false
    }
  }
}
