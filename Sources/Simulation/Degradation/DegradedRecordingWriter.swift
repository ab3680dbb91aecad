import FoundationEssentials
import SPBasics
import SPRecordings

/// Writes recordings as worse sensors would have made them, a block at a time.
package enum DegradedRecordingWriter {
  private static let blockRows = 8192

  /// Writes a degraded copy of a recording in layout version 1, with its attributes, labels, history and tables of the
  /// device.
  ///
  /// The copy changes only the streams of the wrist. The attribute `software` describes the changes. The writer
  /// replaces an existing degraded copy, but no other file.
  /// - Throws: `SimulationError` for a setting out of range; `RecordingError` for a recording without the requested
  ///   rate or stream, or a file that would be overwritten; `FileError` or `HDF5Error` if files cannot be read or
  ///   written; `CancellationError` when the task is cancelled. An error leaves no incomplete file behind.
  package static func write(_ recording: Recording, _ degradation: Degradation, to path: String) throws {
    try degradation.validate()
    guard !isSame(recording.path, path) else {
      throw RecordingError(path: path, "would be overwritten by its own degraded copy; expected another folder")
    }
    guard !Folder.exists(path) || Folder.isFolder(path) || isCopy(path) else {
      throw RecordingError(
        path: path, "holds something other than a degraded copy; expected a new file, or a copy to replace")
    }
    for name in [StreamName.accelerometer, .deviceMotion] where degradation.changes(name) {
      guard recording.streams[name] == nil else { continue }
      throw RecordingError(
        path: recording.path, object: name.rawValue,
        "is missing, so it cannot be degraded; expected a recording with it, or no setting for it")
    }
    guard
      degradation.dropShare == 0 || [.accelerometer, .deviceMotion].contains(where: { recording.streams[$0] != nil })
    else {
      throw RecordingError(
        path: recording.path, "has neither acceleration nor device motion to lose samples of; expected one of them")
    }
    let streams = try recording.streams.sorted { $0.key < $1.key }.map {
      try DegradedStream($0.value, of: recording, degradation)
    }
    var attributes = recording.attributes
    attributes.software = [attributes.software, degradation.summary(of: streams)].compactMap(\.self).joined(
      separator: "; ")
    let writer = try RecordingWriter(path: path, attributes: attributes)
    for stream in streams {
      let isFast = stream.name == .accelerometer
      try writer.addStream(
        stream.name, datasets: stream.datasets, nominalRateHz: stream.nominalRateHz, rangeG: stream.rangeG,
        chunkRows: isFast ? 8192 : 4096)
      for start in stride(from: 0, to: stream.count, by: blockRows) {
        try Task.checkCancellation()
        let rows = try stream.rows(start..<min(stream.count, start + blockRows))
        try writer.append(to: stream.name, time: rows.time, rows.datasets)
      }
    }
    if let annotations = try recording.annotations() { try writer.write(annotations) }
    for summary in try recording.deviceSummaries() { try writer.write(summary) }
    try writer.write(history: recording.history)
    try writer.finish()
  }

  /// Whether this writer made a file; false for a file that cannot be read.
  private static func isCopy(_ path: String) -> Bool {
    (try? Recording(opening: path))?.attributes.software?.contains(Degradation.mark) ?? false
  }

  private static func isSame(_ first: String, _ second: String) -> Bool {
    let paths = [first, second].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    return paths[0] == paths[1]
  }
}
