import CProcess
import Files
import Foundation

/// The files that children had in the making, which one that crashes or is killed cannot remove.
struct UnfinishedFiles {
  /// Their names; negative where there is no such file.
  private let names: Int32

  /// Has the names noted, in this process and its children.
  init() {
    names = cprocess_unnamed_file()
    _ = fcntl(names, F_SETFL, O_APPEND)
    PendingFile.noteNames(in: names)
  }

  /// Removes those that are left: what was finished goes by another name.
  func remove() {
    for path in TextList.read(names) { unlink(path) }
    ftruncate(names, 0)
  }
}
