import SPPlots
import SPRecordings
import SPTables

extension TimelineStretch {
  /// The marks of a track, each from its start to its end, as far as they lie in the stretch.
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

  /// The times within the stretch in which a stream has one of a track's codes. Each code holds to the next row, the
  /// last one to the end of the stretch.
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
