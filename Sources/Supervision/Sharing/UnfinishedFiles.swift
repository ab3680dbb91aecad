import CProcess
import Files
import Foundation

/// The files that a child has in the making, which it cannot remove when it crashes or is killed.
final class UnfinishedFiles {
  /// A descriptor of the file with their names; negative if there is no such file.
  private let names: Int32

  /// Has the names noted, in this process and the children that it makes from now on.
  init() {
    names = cprocess_unnamed_file()
    _ = fcntl(names, F_SETFL, O_APPEND)
    PendingFile.noteNames(in: names)
  }

  deinit { close(names) }

  /// Removes the remaining ones: finished files have other names.
  func remove() { for path in TextList.read(names) { unlink(path) } }
}
