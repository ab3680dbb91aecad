import Plots
import Recordings
import Signals
import Tables

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
    let ends = try line.endColumn.map { try table.doubles($0) }
    var (moments, values): ([Double], [Float]) = ([], [])
    for (index, value) in try table.doubles(line.values).enumerated() {
      guard let time = times[index], span.contains(time) || ends?[index].map(span.contains) == true else { continue }
      moments.append(time)
      values.append(Float(value ?? .nan))
      guard let end = ends?[index] else { continue }
      // The value holds to the end, and nothing follows.
      moments += [end, end]
      values += [values[values.count - 1], .nan]
    }
    guard values.contains(where: \.isFinite) else { return nil }
    return try TimeSeries(times: moments, values: values)
  }

  /// The position of the first recording that has a line's dataset with at least two rows.
  func recording(_ line: TimelineFigure.Line) -> Int? {
    guard let name = line.stream.map({ StreamName($0) }) else { return nil }
    return source.recordings.firstIndex { recording in
      recording.streams[name].map { $0.datasetNames.contains(line.values) && $0.count > 1 } ?? false
    }
  }
}
