import Glibc
import SPBasics
import SPTables

/// Marks an output folder as in use by a run, for other runs to see.
///
/// It is a system lock on a file in the folder, which ends with the process however that ends, so none can be left
/// behind. On file systems without such locks it has no effect.
package final class OutputPresence: Sendable {
  /// The process that used the folder when this was made; nil if none.
  package let other: String?
  private let path: String
  private let descriptor: Int32

  /// Marks the folder as in use by this process, unless another one uses it.
  ///
  /// - Parameters:
  ///   - output: the output folder.
  ///   - shard: the shard of this run; runs of different shards do not conflict.
  package init(in output: OutputFolder, shard: String? = nil) {
    path = output.path + "/_meta/at_work" + (shard.map { "-" + $0.replacing("/", with: "_") } ?? "")
    let folder = output.path + "/_meta"
    try? Folder.create(folder)
    // If the path were a link, its target would be overwritten.
    let descriptor = Folder.isLink(folder) ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    self.descriptor = descriptor
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else {
      other = nil
      if descriptor >= 0 {
        let name = Array("process \(getpid()) on \(HostName.current)".utf8)
        _ = ftruncate(descriptor, 0)
        _ = name.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      }
      return
    }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    other = count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self).withoutControls : "a process"
  }

  deinit {
    guard descriptor >= 0 else { return }
    if other == nil { unlink(path) }
    close(descriptor)
  }
}
