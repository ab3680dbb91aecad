import CProcess
import Glibc
import SPBasics

/// The pending files of a child, which it cannot remove when it crashes or is killed.
final class UnfinishedFiles {
  /// A descriptor of the file with their names; negative if there is no such file.
  private let names: Int32

  /// Has the names of pending files noted, in this process and the children that it makes from now on.
  init() {
    names = cprocess_unnamed_file()
    _ = fcntl(names, F_SETFL, O_APPEND)
    PendingFile.noteNames(in: names)
  }

  deinit { close(names) }

  /// Removes the files that are still pending: finished files have other names.
  func remove() { for path in TextList.read(names) { unlink(path) } }
}
