import Files
import Foundation
import Tables

/// That a run is at work in an output folder, for another one to see.
///
/// It is a lock of the system's on a file of the folder, which ends with the process however that ends, so that none can be
/// left behind. File systems without such locks say nothing.
public final class OutputPresence: Sendable {
  /// Who was at work there when this was made; nil for nobody.
  public let other: String?
  private let path: String
  private let descriptor: Int32

  /// Notes that this process is at work in a folder, unless another one is.
  ///
  /// - Parameter shard: the shard that is worked on; runs of different shards do not meet.
  public init(in output: OutputFolder, shard: String? = nil) {
    path = output.path + "/_meta/at_work" + (shard.map { "-" + $0.replacing("/", with: "_") } ?? "")
    try? Folder.create(output.path + "/_meta")
    // A link that somebody put there would have its target overwritten.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    self.descriptor = descriptor
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else {
      other = nil
      if descriptor >= 0 {
        let name = Array("process \(getpid()) on \(ProcessInfo.processInfo.hostName)".utf8)
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
