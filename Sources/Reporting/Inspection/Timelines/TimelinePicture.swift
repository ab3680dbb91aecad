import SPPlots
import SPRecordings
import SPSignals
import SPTables

/// A picture over time, as a table's description requests it.
struct TimelinePicture {
  let figure: TimelineFigure
  let title: String
  /// Whether the title contains activity and time, so that the subtitle need not.
  var isDated = false
  /// The time of the row that is drawn, in s on the recording's clock; nil for all of a recording.
  let rows: ClosedRange<Double>?
  /// The part of the recording to draw.
  var stretch = RecordingStretch()
  /// A line below the title, and the findings as text.
  var subtitle = "", notes: [String] = []
  /// The resolution, in columns.
  var columns = 900

  /// The picture; without panels if there is nothing to show.
  /// - Throws: the errors of reading the recording or a table.
  func figure(of source: TimelineSource) throws -> Figure {
    let usual = try UsualSpan(of: source)
    guard let all = try rows.map(Self.widened) ?? whole(of: source, usual) else {
      return Figure(title: title, panels: [])
    }
    let span = try stretch.resolved(in: all, start: nil, leastS: 0)
    // The margin around a row is not a part of it.
    let length = span == all ? rows ?? span : span
    let axis = ElapsedTime(from: rows?.lowerBound ?? all.lowerBound, over: span)
    let drawn = TimelineStretch(source: source, span: span, recorded: usual.span, axis: axis, columns: columns)
    let panels = try figure.panels.compactMap { try drawn.panel($0) }
    let gaps = try figure.gaps.map { try drawn.marks($0, .black) } ?? []
    let colors = TimelineStretch.colors
    let tracks = try figure.tracks.enumerated().map { index, track in
      Track(label: track.label, marks: try drawn.marks(track, colors[index % colors.count]))
    }.filter { !$0.marks.isEmpty }
    let labelled = try source.recordings.indices.flatMap { index -> [Track] in
      guard let labels = try source.recordings[index].annotations() else { return [] }
      let clock = source.clock(index)
      return LabelTracks(labels, over: clock.inverse(span)) { axis(clock($0)) }.tracks
    }
    let stray =
      usual.strayCount > 0 && rows == nil
      ? ["\(usual.strayCount) samples are dated more than 12 h from most others, and are not drawn."] : []
    return Figure(
      title: title, subtitle: subtitle.isEmpty ? self.subtitle(of: source, length) : subtitle,
      notes: notes + [source.clockWords].compactMap(\.self) + stray,
      tracks: tracks + labelled, panels: panels,
      spans: gaps.compactMap { mark in mark.start.map { .gap($0...mark.time) } },
      timeLabel: rows == nil ? "time from the recording's start" : "time from its start", timeUnit: axis.unit,
      timeRange: axis.range)
  }

  /// The time of a row with a margin, so that its start and end can be seen.
  private static func widened(_ rows: ClosedRange<Double>) -> ClosedRange<Double> {
    let margin = min(30, 0.05 * (rows.upperBound - rows.lowerBound))
    return rows.lowerBound - margin...rows.upperBound + margin
  }

  /// The activity, the device, the time and the duration, as far as the recordings state them.
  private func subtitle(of source: TimelineSource, _ span: ClosedRange<Double>) -> String {
    let facts = source.recordings.map(\.attributes)
    func first(_ path: KeyPath<RecordingAttributes, String?>) -> String? {
      facts.lazy.compactMap { $0[keyPath: path] }.first
    }
    let start = first(\.startTime).map { String($0.prefix(19)).replacing("T", with: " ") + " UTC" }
    return [
      isDated ? nil : first(\.sport)?.replacing("_", with: " "), first(\.deviceModel) ?? first(\.device),
      isDated ? nil : start,
      ElapsedTime.text(span.upperBound - span.lowerBound),
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The time from the first to the last moment of all samples and of the rows of tables in the panels. Samples with a
  /// wrong date are not counted. Nil if the time is empty.
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
}
