import CProcess
import Foundation
import Pipelines
import Synchronization

/// A journal in memory that a process shares with its children, so that it outlives their crashes.
///
/// A slot holds the path of one file that is under way, and a byte tells which slots are in use. A slot is written by the
/// worker alone that has taken it, and read by the parent when that child has ended: hence `@unchecked Sendable`.
final class SharedJournal: WorkJournal, @unchecked Sendable {
  /// What a system takes for a path, with its zero byte.
  private static let slotBytes = 4096
  /// More than there are processors: whatever the number of jobs, no more than that are under way at a time.
  private static let slots = 1024

  private let memory: UnsafeMutableRawBufferPointer
  /// The slot of each worker that is at work.
  private let taken = Mutex<[Int: Int]>([:])
  /// The paths of files that are finished, a zero byte after each; negative where there is no such file.
  private let list: Int32

  /// Takes memory from the system, of which it gives only what is used; nothing where it gives none.
  init?() {
    let count = Self.slots * (1 + Self.slotBytes)
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED
    else { return nil }
    memory = UnsafeMutableRawBufferPointer(start: start, count: count)
    list = cprocess_unnamed_file()
    _ = fcntl(list, F_SETFL, O_APPEND)
  }

  func note(_ path: String?, worker: Int) {
    let slot = taken.withLock { taken -> Int? in
      if let slot = taken.removeValue(forKey: worker) { memory[slot] = 0 }
      guard path != nil else { return nil }
      let inUse = Set(taken.values)
      let free = (0..<Self.slots).first { !inUse.contains($0) }
      taken[worker] = free
      return free
    }
    guard let slot, let path, path.utf8.count < Self.slotBytes else { return }
    let bytes = UnsafeMutableRawBufferPointer(rebasing: memory[range(of: slot)])
    bytes.copyBytes(from: path.utf8)
    bytes[path.utf8.count] = 0
    memory[slot] = 1
  }

  func finished(_ path: String) {
    let bytes = Array(path.utf8) + [0]
    // At once, so that neither another worker nor a crash leaves a part of a path. Without it only work is done twice.
    _ = write(list, bytes, bytes.count)
  }

  /// The files that were under way.
  var underWay: [String] {
    (0..<Self.slots).filter { memory[$0] != 0 }.map { slot in
      String(decoding: memory[range(of: slot)].prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The files that are finished, in whatever child.
  var finished: Set<String> {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(list, &block, block.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    let whole = bytes[..<((bytes.lastIndex(of: 0) ?? -1) + 1)]
    return Set(whole.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Forgets what was under way.
  func clear() { for slot in 0..<Self.slots { memory[slot] = 0 } }

  private func range(of slot: Int) -> Range<Int> {
    let start = Self.slots + slot * Self.slotBytes
    return start..<start + Self.slotBytes
  }
}
