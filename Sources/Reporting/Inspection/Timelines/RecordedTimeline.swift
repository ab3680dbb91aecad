import SPPipelines
import SPPlots
import SPRecordings
import SPStages
import SPTables

/// A picture over time of a recording without the motion of a wrist.
struct RecordedTimeline {
  private let recording: Recording
  private let path: String
  private let stretch: RecordingStretch
  /// The resolution if all streams are drawn.
  private let columns: Int

  /// Opens the recording at a path. Nil if the recording has acceleration or device motion, or cannot be opened.
  init?(at path: String, stretch: RecordingStretch, columns: Int) {
    guard let recording = try? Recording(opening: path), recording.streams[.accelerometer] == nil,
      recording.streams[.deviceMotion] == nil
    else { return nil }
    self.recording = recording
    self.path = path
    self.stretch = stretch
    self.columns = columns
  }

  /// The picture of the first table that the recording allows, or else of everything that was recorded.
  /// - Parameter tell: called with remarks on findings that are missing, one line each.
  /// - Throws: the errors of reading the recording's streams.
  func figure(tell: (String) -> Void) throws -> Figure {
    let tables = try foundTables(tell)
    // Recordings of other devices in the same session may have streams for the same picture.
    let paths = (try? SessionClocks.paths(around: path)) ?? [path]
    let source = try TimelineSource(session: paths) { name in tables[name].map { StoredTable($0, path: name) } }
    for table in StandardTables.all {
      guard let known = table.row?.figure?.timeline, isDrawable(known, tables, source) else { continue }
      let picture = TimelinePicture(
        figure: known, title: recording.attributes.recordingID, rows: nil, stretch: stretch,
        subtitle: try subtitle(), notes: notes(tables))
      let figure = try picture.figure(of: source)
      if !figure.panels.isEmpty { return figure }
    }
    let overview = try Overview(of: recording, nil)
    return try overview.figure(
      over: stretch.resolved(in: overview.span, start: overview.startTime, leastS: 0), columns: columns)
  }

  private func foundTables(_ tell: (String) -> Void) throws -> [String: FeatureTable] {
    guard let pipeline = try FoundTables.pipeline(for: recording) else { return [:] }
    do {
      return try FoundTables(in: [path], by: pipeline).tables
    } catch {
      // The recorded streams can still be drawn.
      error.lines(at: path).forEach { tell($0.replacing("error: ", with: "warning: ")) }
      tell("warning: what was recorded is drawn without what could be found in it")
      return [:]
    }
  }

  private func isDrawable(
    _ figure: TimelineFigure, _ tables: [String: FeatureTable], _ source: TimelineSource
  ) -> Bool {
    figure.panels.flatMap(\.lines).contains { line in
      if let table = line.table { return (tables[table]?.rowCount ?? 0) > 0 }
      return source.recordings.contains { recording in
        line.stream.flatMap { recording.streams[StreamName($0)] }?.datasetNames.contains(line.values) == true
      }
    }
  }

  private func subtitle() throws -> String {
    let spans = try recording.streams.values.compactMap { try $0.timeBase.span }
    guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max() else { return "" }
    return Overview.subtitle(of: recording.attributes, over: first...last)
  }

  /// The number of rows that were found, for each table that a report counts.
  private func notes(_ tables: [String: FeatureTable]) -> [String] {
    let counts = StandardTables.all.compactMap { table -> String? in
      guard let row = table.row, row.isListed, row.count != nil, let found = tables[table.table] else { return nil }
      return "\(found.rowCount) \(found.rowCount == 1 ? row.singular : row.plural)"
    }
    return counts.isEmpty ? [] : ["found: " + counts.joined(separator: ", ")]
  }
}
