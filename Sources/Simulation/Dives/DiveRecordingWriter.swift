import SPBasics
import SPRecordings

/// Writes simulated dives as recordings in layout version 1.
package enum DiveRecordingWriter {
  /// Writes a recording into a folder, such as `dive_square-000001.h5`, and its truth as
  /// `dive_square-000001-truth.csv`.
  /// - Returns: the recording's path.
  /// - Throws: the errors of `write(_:to:storage:)`, and `FileError` if the truth cannot be written.
  @discardableResult
  package static func write(
    _ dives: SimulatedDives, into folder: String, storage: RecordingStorage = .gzip
  ) throws -> String {
    let name = "\(folder)/\(dives.recordingID)"
    try write(dives, to: name + ".h5", storage: storage)
    try WholeFile.write(Array(truth(of: dives).utf8), to: name + "-truth.csv")
    return name + ".h5"
  }

  /// Writes a recording with the streams `submersion_event`, `submersion_measurement` and `water_temperature`; equal
  /// recordings make equal files.
  /// - Throws: `RecordingError` if a file other than a simulated recording is in the way; `FileError` or `HDF5Error` if
  ///   the file cannot be written. An error leaves no incomplete file behind.
  package static func write(_ dives: SimulatedDives, to path: String, storage: RecordingStorage = .gzip) throws {
    try SimulatedRecordingWriter.checkReplaceable(path)
    var attributes = RecordingAttributes(recordingID: dives.recordingID)
    attributes.subjectID = "simulated-\(dives.settings.seed)"
    attributes.software = SimulatedRecordingWriter.software
    attributes.timeOrigin = "boot"
    let writer = try RecordingWriter(path: path, attributes: attributes, storage: storage)
    let (events, measured, warmth) = (dives.events, dives.measurements, dives.temperatures)
    if !events.time.isEmpty {
      try writer.addStream("submersion_event", datasets: ["state"], nominalRateHz: nil, rowCount: events.time.count)
      try writer.append(to: "submersion_event", time: events.time, ["state": events.state])
    }
    try writer.addStream(
      "submersion_measurement", datasets: ["depth", "pressure", "surface_pressure", "depth_state"], nominalRateHz: 1,
      rowCount: measured.time.count)
    try writer.append(
      to: "submersion_measurement", time: measured.time,
      [
        "depth": measured.depth, "pressure": measured.pressure, "surface_pressure": measured.surfacePressure,
        "depth_state": measured.depthState,
      ])
    try writer.addStream(
      "water_temperature", datasets: ["temperature", "uncertainty"], nominalRateHz: nil, rowCount: warmth.time.count)
    try writer.append(
      to: "water_temperature", time: warmth.time,
      ["temperature": warmth.temperature, "uncertainty": warmth.uncertainty])
    try writer.write(
      Annotations(
        labels: dives.dives.map { .init(kind: .dive, startTime: $0.startTime, time: $0.endTime) },
        labelledSets: [.of(.dive)]))
    try writer.finish()
  }

  /// The truth as CSV: one row per dive.
  package static func truth(of dives: SimulatedDives) -> String {
    let header =
      "dive_index,start_time_s,end_time_s,max_depth_m,mean_depth_m,water_temperature_deg_c,brief_surfacing_count,"
      + "density_kg_m3"
    let density = dives.settings.water == .fresh ? 1000 : 1025
    let rows = dives.dives.enumerated().map { index, dive in
      [
        "\(index)", "\(dive.startTime)", "\(dive.endTime)", "\(dive.maxDepthM)", "\(dive.meanDepthM)",
        "\(dive.waterDegC)", "\(dive.briefSurfacings)", "\(density)",
      ].joined(separator: ",")
    }
    return ([header] + rows).joined(separator: "\n") + "\n"
  }
}
