import ArgumentParser
import FoundationEssentials
import Glibc
import SPBasics

/// The temporary folder of a run that keeps nothing.
///
/// After a crash, the next child resumes from the folder's contents, so the name is chosen before the first child
/// starts. The run removes the folder when it ends. If a signal ended the child, for example because a reader went
/// away, the parent removes the folder.
enum TemporaryOutput {
  // A name that nobody else can guess, unlike a name with only the process id.
  private static let path =
    FileManager.default.temporaryDirectory.path + "/swingpipe-"
    + String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)

  /// Chooses the name, but does not make the folder.
  static func settle() { _ = path }

  /// Makes the folder, for this user alone, unless it already exists.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  static func make() throws -> String {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return path }
    let error = FileError(path: path, operation: "make a folder for tables (in TMPDIR)")
    StandardStreams.error("error: \(error); expected --output")
    throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
  }

  /// Removes the folder with its contents, if it exists.
  static func remove() {
    guard !Supervisor.process.isForOne, Folder.exists(path) else { return }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      StandardStreams.error("warning: \(FileError(path: path, operation: "remove", cause: error))")
    }
  }
}
