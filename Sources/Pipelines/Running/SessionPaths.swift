import FoundationEssentials
import SPBasics

extension Pipeline {
  /// A recording and, if the pipeline works on sessions, the other recordings of its session in its folder, by path.
  /// - Throws: the errors of reading the recording's identifiers and the folder.
  public func sessionPaths(around path: String) throws -> [String] {
    guard readsSessions, let session = try identify(path)?.sessionID else { return [path] }
    let folder = Folder.split(path).folder
    let paths = try FileManager.default.contentsOfDirectory(atPath: folder).filter(RecordingFileName.isRecording)
      .map { path.contains("/") ? "\(folder)/\($0)" : $0 }
    // A file that cannot be read belongs to no session.
    let others = paths.filter { $0 != path && (try? identify($0))?.sessionID == session }
    return (others + [path]).sorted()
  }
}
