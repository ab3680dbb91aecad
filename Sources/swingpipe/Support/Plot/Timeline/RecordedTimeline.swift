import Pipelines
import Plots
import Recordings
import Stages
import Tables

/// What `plot` draws of a recording without the motion of a wrist.
struct RecordedTimeline {
  let recording: Recording
  let path: String
  var stretch: PlotStretch
  /// How finely peaks are to be told apart where all streams are drawn.
  let columns: Int

  /// The recording at a path where it has neither acceleration nor device motion; nil for others, and for one that cannot be
  /// opened.
  static func recording(at path: String) -> Recording? {
    guard let recording = try? Recording(opening: path) else { return nil }
    return recording.streams[.accelerometer] == nil && recording.streams[.deviceMotion] == nil ? recording : nil
  }

  /// The picture of the tables that are made of the recording; else all that was recorded.
  /// - Throws: what reading its streams throws.
  func figure() throws -> Figure {
    let tables = try foundTables()
    // The other devices of a session saw the same.
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

  private func foundTables() throws -> [String: FeatureTable] {
    guard let pipeline = try FoundTables.pipeline(for: recording) else { return [:] }
    do {
      return try FoundTables(in: [path], by: pipeline).tables
    } catch {
      // What was recorded can be drawn all the same.
      error.lines(at: path).forEach { StandardStreams.error($0.replacing("error: ", with: "warning: ")) }
      StandardStreams.error("warning: what was recorded is drawn without what could be found in it")
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

  /// How many rows were found of each table that a report counts.
  private func notes(_ tables: [String: FeatureTable]) -> [String] {
    let counts = StandardTables.all.compactMap { table -> String? in
      guard let row = table.row, row.isListed, row.count != nil, let found = tables[table.table] else { return nil }
      return "\(found.rowCount) \(found.rowCount == 1 ? row.singular : row.plural)"
    }
    return counts.isEmpty ? [] : ["found: " + counts.joined(separator: ", ")]
  }
}
