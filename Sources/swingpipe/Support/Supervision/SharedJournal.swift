import Foundation
import Pipelines

/// A journal in memory that a process shares with its children, so that it outlives their crashes.
///
/// One slot a worker holds a path and a zero byte. A slot is written by its worker alone, and read by the parent when
/// that has ended: hence `@unchecked Sendable`.
final class SharedJournal: WorkJournal, @unchecked Sendable {
  private static let slotBytes = 8192
  private static let slots = 128

  private let memory: UnsafeMutableRawBufferPointer

  /// Takes memory from the system; nothing where it gives none.
  init?() {
    let count = Self.slotBytes * Self.slots
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED
    else { return nil }
    memory = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  func note(_ path: String?, worker: Int) {
    guard worker < Self.slots else { return }
    let slot = UnsafeMutableRawBufferPointer(rebasing: memory[worker * Self.slotBytes..<(worker + 1) * Self.slotBytes])
    guard let path, path.utf8.count < Self.slotBytes else { return slot[0] = 0 }
    slot.copyBytes(from: path.utf8)
    slot[path.utf8.count] = 0
  }

  /// The files that were under way.
  var underWay: [String] {
    (0..<Self.slots).compactMap { slot in
      let bytes = memory[slot * Self.slotBytes..<(slot + 1) * Self.slotBytes].prefix { $0 != 0 }
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }

  func clear() {
    for slot in 0..<Self.slots { memory[slot * Self.slotBytes] = 0 }
  }
}
