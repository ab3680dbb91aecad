import Pipelines
import Recordings

extension Pipeline {
  /// The stages that concern one recording of a session: those that take streams of its device, or the whole session.
  /// - Throws: the errors of opening the recording, and `RecordingError` if no stage takes streams of its device.
  public func concerning(recordingAt path: String) throws -> Pipeline {
    guard readsSessions else { return self }
    let device = try device(ofRecordingAt: path)
    let concerned = concerning(device: device)
    guard concerned.stages.count > 1 || stages.count == 1 else {
      let named = device.map { "its device \"\($0)\"" } ?? "a recording without the attribute device"
      let read = Set(stages.compactMap(\.device)).sorted().map { "\"\($0)\"" }.joined(separator: " and ")
      throw RecordingError(
        path: path, "the pipeline \(name) reads no stream of \(named); it reads those of \(read)")
    }
    return concerned
  }

  /// Plans a recording with the other recordings of its session, if the pipeline works on sessions.
  /// - Throws: the errors of reading identifiers.
  public func plan(around path: String) throws -> RecordingPlan { plan(try sessionPaths(around: path)) }

  /// The recording of a session whose streams a stage takes; the given one for a stage of no device.
  /// - Throws: the errors of opening the recordings.
  public func recording(around path: String, for stage: PipelineStage) throws -> String {
    guard let device = stage.device else { return path }
    return try sessionPaths(around: path).first { try self.device(ofRecordingAt: $0) == device } ?? path
  }

  /// Opens a recording as the pipeline's reader does: with its mapping of streams, its links and filters.
  /// - Throws: the errors of opening a recording.
  public func open(_ path: String) throws -> Recording {
    for stage in stages {
      if let reader = stage.stage as? HDF5Reader { return try reader.open(path) }
      if let reader = stage.stage as? SessionReader { return try reader.open(path) }
    }
    return try Recording(opening: path)
  }

  /// How to correct a recording whose description does not fit its data: by options of the reader; nil if it has none.
  public var remedy: Contradiction.Remedy? {
    stages.first { $0.stage is HDF5Reader }.map { .running(reader: $0.id) }
  }

  private func device(ofRecordingAt path: String) throws -> String? { try open(path).attributes.device }
}
