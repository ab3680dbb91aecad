import ArgumentParser
import Files
import Foundation

/// The folder of a run that is to keep nothing.
///
/// After a crash the next child goes on from what is in it, so the name is settled before the first child. Whoever notices the
/// end removes it: the run itself, and the parent for a child that was ended by a signal, as by a reader that went away.
enum TemporaryOutput {
  // A name that nobody else can guess; the process's number alone could be foreseen.
  private static let path =
    FileManager.default.temporaryDirectory.path + "/swingpipe-"
    + String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)

  /// Settles the name; nothing is made.
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
      StandardStreams.error("warning: \(path): cannot be removed: \(error.localizedDescription)")
    }
  }
}
