import ArgumentParser
import FoundationEssentials
import Glibc
import SPBasics

/// The temporary folder of a run that keeps nothing.
///
/// After a crash the next child resumes from what is in it, so the name is chosen before the first child starts. The
/// run removes it when it ends. The parent does so for a child that a signal ended, as when a reader went away.
enum TemporaryOutput {
  // A name that nobody else can guess, unlike one with the process id alone.
  private static let path =
    FileManager.default.temporaryDirectory.path + "/swingpipe-"
    + String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)

  /// Chooses the name; nothing is made.
  static func settle() { _ = path }

  /// Makes the folder, for this user alone, unless it is there already.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  static func make() throws -> String {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return path }
    let error = FileError(path: path, operation: "make a folder for tables (in TMPDIR)")
    StandardStreams.error("error: \(error); expected --output")
    throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
  }

  /// Removes the folder with all that is in it, if it is there.
  static func remove() {
    guard !Supervisor.process.isForOne, Folder.exists(path) else { return }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      StandardStreams.error("warning: \(FileError(path: path, operation: "remove", cause: error))")
    }
  }
}
