import Foundation

/// Tells when nothing moves in a process that is at work on files.
///
/// A call of the HDF5 library that ends is a move, and so is what a program notes as one. A process that is stopped, or
/// that waits for a disk, does not stall; nor does one that is at work on no file. Time that the watching process does
/// not see, as while it is stopped itself, does not count.
struct StallDetector {
  /// The longest time between two checks, in s.
  static let longestStep = 0.25

  private let process: pid_t
  private let journal: FileJournal
  private var moves: UInt64 = 0
  private var transfers = ""
  /// For how long nothing has moved, in s.
  private(set) var idleS = 0.0

  init(_ process: pid_t, _ journal: FileJournal) {
    self.process = process
    self.journal = journal
  }

  /// How long to wait until the next look, in s.
  var step: Double {
    let timeout = journal.stallTimeoutS
    return timeout > 0 ? min(Self.longestStep, max(0.02, timeout / 10)) : Self.longestStep
  }

  /// Whether nothing has moved for the time that the journal allows.
  mutating func hasStalled(after elapsedS: Double) -> Bool {
    let timeout = journal.stallTimeoutS
    let thread = journal.thread
    let moves = journal.moveCount
    let hasMoved = moves != self.moves || timeout <= 0 || (thread == 0 && !journal.expectsProgress)
    self.moves = moves
    if hasMoved || isWaiting(thread) || hasTransferred(inLibrary: thread != 0) {
      idleS = 0
      return false
    }
    idleS += min(elapsedS, 2 * step)
    return idleS >= timeout
  }

  /// Whether the system keeps the process, or its thread in the library, from going on.
  private func isWaiting(_ thread: Int32) -> Bool {
    func state(_ path: String) -> UInt8? {
      guard let text = FileManager.default.contents(atPath: path), let name = text.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      return text[name...].dropFirst(2).first
    }
    let states = [state("/proc/\(process)/stat"), state("/proc/\(process)/task/\(thread)/stat")]
    // Stopped, traced, and waiting for a device.
    return states.contains { $0.map { [UInt8]("TtD".utf8).contains($0) } ?? false }
  }

  /// Whether it has read or written files since the last look: inside of the library only what came from a device
  /// counts, as it may read the same bytes for ever.
  private mutating func hasTransferred(inLibrary: Bool) -> Bool {
    guard let text = FileManager.default.contents(atPath: "/proc/\(process)/io") else { return false }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    let seen = (inLibrary ? lines.filter { $0.hasPrefix("read_bytes") || $0.hasPrefix("write_bytes") } : lines)
      .joined()
    defer { transfers = seen }
    return !transfers.isEmpty && seen != transfers
  }
}
