import SPBasics
import SPRecordings
import SPSwings

/// Writes simulated sessions as recordings in layout version 1, a block at a time.
package enum SimulatedRecordingWriter {
  // One chunk of the layout, which is short enough to react to an interruption at once.
  private static let blockRows = 8192

  /// The attribute `software` of simulated recordings, which identifies them.
  static let software = "swingpipe simulate"

  /// Writes a session into a folder, such as `baseball-000001.h5`, with its truth as labels.
  /// - Returns: the recording's path.
  /// - Throws: the errors of `write(_:to:storage:)`.
  @discardableResult
  package static func write(
    _ session: SimulatedSession, into folder: String, storage: RecordingStorage = .gzip
  ) throws -> String {
    let path = "\(folder)/\(session.recordingID).h5"
    try write(session, to: path, storage: storage)
    return path
  }

  /// Writes a session with its truth as labels; equal sessions make equal files. The writer replaces an existing
  /// simulated recording, but no other file.
  ///
  /// Swings cut by a gap and practice swings are labelled as moments to ignore. Checked swings do not count as swings
  /// and have no label.
  /// - Parameters:
  ///   - session: the session.
  ///   - path: the file.
  ///   - storage: the storage of the samples in the file, which does not change them.
  /// - Throws: `RecordingError` if a file other than a simulated recording is in the way; `FileError` or `HDF5Error` if
  ///   the file cannot be written; `CancellationError` when the task is cancelled. An error leaves no incomplete file
  ///   behind.
  package static func write(
    _ session: SimulatedSession, to path: String, storage: RecordingStorage = .gzip
  ) throws {
    try checkReplaceable(path)
    let settings = session.settings
    var attributes = RecordingAttributes(recordingID: session.recordingID)
    attributes.subjectID = "simulated-\(settings.seed)"
    attributes.sport = settings.sport.rawValue
    attributes.software = software
    attributes.wrist = settings.wrist.rawValue
    attributes.dominantHand = settings.dominantHand.rawValue
    attributes.timeOrigin = "boot"
    let writer = try RecordingWriter(path: path, attributes: attributes, storage: storage)
    try writer.addStream(
      .accelerometer, datasets: ["acceleration"], nominalRateHz: 800, rangeG: settings.clipRangeG,
      rowCount: session.accelerationCount)
    try writer.addStream(
      .deviceMotion, datasets: ["attitude", "rotation_rate", "gravity", "user_acceleration"], nominalRateHz: 200,
      chunkRows: 4096, rowCount: session.motionCount)
    for rows in blocks(session.accelerationCount) {
      try Task.checkCancellation()
      let block = session.acceleration(rows)
      try writer.append(to: .accelerometer, time: block.time, ["acceleration": block.acceleration])
    }
    for rows in blocks(session.motionCount) {
      try Task.checkCancellation()
      let block = session.motion(rows)
      try writer.append(
        to: .deviceMotion, time: block.time,
        [
          "attitude": block.attitude, "rotation_rate": block.rotationRate, "gravity": block.gravity,
          "user_acceleration": block.userAcceleration,
        ])
    }
    try writer.write(annotations(of: session))
    try writer.finish()
  }

  /// Checks that a recording may be written to a path.
  /// - Throws: `RecordingError` if the path has a file other than a simulated recording.
  static func checkReplaceable(_ path: String) throws(RecordingError) {
    if Folder.exists(path), !Folder.isFolder(path),
      (try? Recording(opening: path))?.attributes.software != software
    {
      throw RecordingError(
        path: path, "holds something other than a simulated recording; expected a new file, or one to replace")
    }
  }

  private static func annotations(of session: SimulatedSession) -> Annotations {
    let practice = session.distractors.filter { $0.kind == .practice }.map(\.time)
    let interrupted = session.swings.filter(\.isInterrupted).map(\.contactTime)
    return Annotations(
      swings: session.swings.filter { !$0.isInterrupted }.map {
        Annotations.Swing(startTime: $0.startTime, contactTime: $0.contactTime, isHit: $0.label == .hit)
      },
      ignored: (practice + interrupted).sorted(),
      distractors: session.distractors.filter(\.kind.hasShock).flatMap(\.shockTimes).sorted())
  }

  private static func blocks(_ count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: blockRows).map { $0..<min(count, $0 + blockRows) }
  }
}
