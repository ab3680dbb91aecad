import SPBasics
import SPRecordings

/// Writes simulated workouts as recordings in layout version 1, one per device.
package enum WorkoutRecordingWriter {
  /// Writes a workout into a folder: the devices' recordings as `workout-000001-watch.h5` and
  /// `workout-000001-phone.h5`, their faults as `workout-000001-truth.csv`, and for a planned ride the steps as
  /// `workout-000001-steps.csv`.
  /// - Returns: the common beginning of the paths.
  /// - Throws: `RecordingError` if a file other than a simulated recording is in the way; `FileError` or `HDF5Error` if
  ///   a file cannot be written.
  @discardableResult
  package static func write(
    _ workout: SimulatedWorkout, into folder: String, storage: RecordingStorage = .gzip
  ) throws -> String {
    let name = "\(folder)/\(workout.sessionID)"
    for device in [workout.watch, workout.phone] {
      try write(device, of: workout, to: "\(name)-\(device.name).h5", storage: storage)
    }
    try WholeFile.write(Array(truth(of: workout).utf8), to: "\(name)-truth.csv")
    if workout.settings.ride != nil {
      try WholeFile.write(Array(steps(of: workout).utf8), to: "\(name)-steps.csv")
    }
    return name
  }

  /// Writes the recording of a device; equal workouts make equal files.
  ///
  /// The recordings of a workout share `session_id`. A recording has its events and states in the order of their
  /// arrival, which may differ from the order of their dates.
  /// - Throws: `RecordingError` if a file other than a simulated recording is in the way; `FileError` or `HDF5Error` if
  ///   the file cannot be written. An error leaves no incomplete file behind.
  package static func write(
    _ device: SimulatedWorkout.Device, of workout: SimulatedWorkout, to path: String, storage: RecordingStorage = .gzip
  ) throws {
    try SimulatedRecordingWriter.checkReplaceable(path)
    var attributes = RecordingAttributes(recordingID: "\(workout.sessionID)-\(device.name)")
    attributes.subjectID = "simulated-\(workout.settings.seed)"
    attributes.sport = workout.settings.ride?.sport ?? "cycling"
    attributes.software = SimulatedRecordingWriter.software
    attributes.sessionID = workout.sessionID
    attributes.device = device.name
    attributes.timeOrigin = "unix"
    let writer = try RecordingWriter(path: path, attributes: attributes, storage: storage)
    let groups = Dictionary(grouping: device.streams) { $0.key.split(separator: "/")[0] }
    for (group, streams) in groups.sorted(by: { $0.key < $1.key }) {
      guard let times = streams.first?.value.times else { continue }
      let values = Dictionary(
        uniqueKeysWithValues: streams.map { (String($0.key.split(separator: "/")[1]), $0.value.values.map(Float.init)) }
      )
      let name = StreamName(String(group))
      try writer.addStream(
        name, datasets: values.keys.sorted(), nominalRateHz: group == "water_intake" ? nil : 1, rowCount: times.count)
      try writer.append(to: name, time: times, values)
    }
    for (stream, dataset, marks) in [
      (StreamName("workout_event"), "type", device.events), (StreamName("workout_state"), "state", device.states),
    ] where !marks.isEmpty {
      try writer.addStream(stream, datasets: [dataset], nominalRateHz: nil, rowCount: marks.count)
      try writer.append(to: stream, time: marks.map(\.time), [dataset: marks.map { Float($0.code) }])
    }
    try writer.finish()
  }

  /// The steps of a workout's plan as they were ridden, as CSV, one row per step, on the watch's clock.
  package static func steps(of workout: SimulatedWorkout) -> String {
    let rows = workout.steps.map {
      "\($0.index),\($0.repetition),\($0.outcome.rawValue),"
        + ($0.times.map { "\($0.lowerBound),\($0.upperBound)" } ?? ",")
    }
    return (["step_index,repetition,outcome,start_time_s,end_time_s"] + rows).joined(separator: "\n") + "\n"
  }

  /// The faults of a workout as CSV, one row each, on the watch's clock.
  package static func truth(of workout: SimulatedWorkout) -> String {
    let rows = workout.truth.entries.map {
      "\($0.fault.rawValue),\($0.device),\($0.startTime),\($0.endTime),\(workout.truth.lag(at: $0.startTime))"
    }
    return (["fault,device,start_time_s,end_time_s,lag_s"] + rows).joined(separator: "\n") + "\n"
  }
}
