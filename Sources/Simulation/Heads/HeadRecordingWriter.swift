import SPBasics
import SPRecordings

/// Writes simulated headphone motion as recordings in layout version 1.
package enum HeadRecordingWriter {
  private static let blockRows = 4096

  /// Writes a recording into a folder, such as `push_ups-000001.h5`, and its truth as
  /// `push_ups-000001.repetitions.csv`.
  /// - Returns: the recording's path.
  /// - Throws: the errors of `write(_:to:storage:)` and `writeTruth(of:to:)`.
  @discardableResult
  package static func write(
    _ session: HeadSession, into folder: String, storage: RecordingStorage = .gzip
  ) throws -> String {
    let name = "\(folder)/\(session.recordingID)"
    try write(session, to: name + ".h5", storage: storage)
    try writeTruth(of: session, to: name + ".repetitions.csv")
    return name + ".h5"
  }

  /// Writes a recording with the streams `headphone_motion` and `headphone_connection`; equal sessions make equal
  /// files.
  ///
  /// - Throws: `RecordingError` if a file other than a simulated recording is in the way; `FileError` or `HDF5Error` if
  ///   the file cannot be written; `CancellationError`. An error leaves no incomplete file behind.
  package static func write(_ session: HeadSession, to path: String, storage: RecordingStorage = .gzip) throws {
    try SimulatedRecordingWriter.checkReplaceable(path)
    var attributes = RecordingAttributes(recordingID: session.recordingID)
    attributes.subjectID = "simulated-\(session.settings.seed)"
    attributes.software = SimulatedRecordingWriter.software
    attributes.timeOrigin = "boot"
    let writer = try RecordingWriter(path: path, attributes: attributes, storage: storage)
    let names = ["attitude", "rotation_rate", "gravity", "user_acceleration", "sensor_location"]
    try writer.addStream(
      .headphoneMotion, datasets: names, nominalRateHz: session.settings.rateHz, chunkRows: 4096,
      rowCount: session.count)
    try writer.addStream(
      "headphone_connection", datasets: ["state"], nominalRateHz: nil, rowCount: session.events.count)
    for start in stride(from: 0, to: session.count, by: blockRows) {
      try Task.checkCancellation()
      let block = session.rows(start..<min(session.count, start + blockRows))
      try writer.append(
        to: .headphoneMotion, time: block.time,
        [
          "attitude": block.attitude, "rotation_rate": block.rotationRate, "gravity": block.gravity,
          "user_acceleration": block.userAcceleration, "sensor_location": block.location,
        ])
    }
    try writer.append(
      to: "headphone_connection", time: session.events.map(\.time),
      ["state": session.events.map { $0.isConnected ? 1 : 0 }])
    try writer.write(
      Annotations(
        labels: session.repetitions.map { .init(kind: .repetition, startTime: $0.startTime, time: $0.endTime) },
        labelledSets: [.of(.repetition)]))
    try writer.finish()
  }

  /// Writes the truth as CSV: one row per repetition, full or half.
  /// - Throws: `FileError` if the file cannot be written.
  package static func writeTruth(of session: HeadSession, to path: String) throws {
    try WholeFile.write(Array(truth(of: session).utf8), to: path)
  }

  static func truth(of session: HeadSession) -> String {
    let rows = session.repetitions.map { repetition in
      [
        "\(repetition.set)", "\(repetition.startTime)", "\(repetition.bottomTime)", "\(repetition.endTime)",
        "\(repetition.depth)", repetition.isFull ? "true" : "false",
      ].joined(separator: ",")
    }
    let header = "set_index,start_time_s,bottom_time_s,end_time_s,depth_m,is_full"
    return ([header] + rows).joined(separator: "\n") + "\n"
  }
}
