import CProcess
import Foundation
import HDF5
import Pipelines

/// What a batch is at work on, and what it has finished, in memory that outlives the crash of a process.
///
/// A process adds to it, and the parent reads it when that has ended: hence `@unchecked Sendable`.
final class BatchJournal: WorkJournal, @unchecked Sendable {
  /// What is under way.
  let files: FileJournal
  /// The paths of files that are finished, a zero byte after each; negative where there is no such file.
  private let list: Int32

  /// Takes memory from the system; nothing where it gives none.
  init?() {
    guard let files = FileJournal() else { return nil }
    self.files = files
    list = cprocess_unnamed_file()
    _ = fcntl(list, F_SETFL, O_APPEND)
  }

  func note(_ path: String?, worker: Int) { files.note(path, worker: worker) }

  func move() { files.move() }

  func finished(_ path: String) {
    let bytes = Array(path.utf8) + [0]
    // At once, so that neither another worker nor a crash leaves a part of a path. Without it only work is done twice.
    _ = write(list, bytes, bytes.count)
  }

  /// The files that are finished, in whatever child.
  var finished: Set<String> { Set(TextList.read(list)) }
}

/// Texts in a file, a zero byte after each.
enum TextList {
  /// The texts that were written whole.
  static func read(_ descriptor: Int32) -> [String] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &block, block.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    let whole = bytes[..<((bytes.lastIndex(of: 0) ?? -1) + 1)]
    return whole.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
