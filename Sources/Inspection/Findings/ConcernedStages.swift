import Pipelines
import Recordings

extension Pipeline {
  /// The stages that concern one recording of a session: those that take streams of its device, or of all.
  /// - Throws: the errors of opening the recording.
  func concerning(recordingAt path: String) throws -> Pipeline {
    guard readsSessions else { return self }
    return concerning(device: try Recording(opening: path).attributes.device)
  }
}
