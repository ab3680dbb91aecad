import Plots
import Recordings
import Stages
import Tables

/// What `plot` draws of a recording without the motion of a wrist, where nothing else is asked for.
struct RecordedTimeline {
  let path: String
  let columns: Int

  /// The recording; nil for one with acceleration or device motion, and for one that cannot be opened.
  var recording: Recording? {
    guard let recording = try? Recording(opening: path) else { return nil }
    return recording.streams[.accelerometer] == nil && recording.streams[.deviceMotion] == nil ? recording : nil
  }

  /// The picture of the tables that are made of such a recording, without what only a run finds; else all that was recorded.
  /// - Returns: nil for a recording with acceleration or device motion, and for one that cannot be opened.
  /// - Throws: what reading its streams throws.
  func figure() throws -> Figure? {
    guard let recording else { return nil }
    let figures = StandardTables.all.compactMap { $0.row?.figure?.timeline }
    let known = figures.first { figure in
      figure.panels.flatMap(\.lines).contains { line in
        line.stream.flatMap { recording.streams[StreamName($0)] }?.datasetNames.contains(line.values) == true
      }
    }
    if let known {
      let picture = TimelinePicture(figure: known, title: recording.attributes.recordingID, rows: nil)
      let figure = try picture.figure(of: TimelineSource(recordings: [recording]) { _ in nil })
      if !figure.panels.isEmpty { return figure }
    }
    let overview = try Overview(of: recording, nil)
    return try overview.figure(over: overview.span, columns: columns)
  }
}
