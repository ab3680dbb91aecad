import FoundationEssentials
import Glibc

/// Detects that a process makes no progress in its work on files.
///
/// Every call of the HDF5 library that ends counts as progress, and so does all progress that the program notes. A
/// process does not stall while it is stopped, waits for a disk, or does not work on files. Time counts only while the
/// supervisor checks regularly, not while the supervisor is stopped itself, for example.
struct StallDetector {
  /// The longest time between two checks, in s.
  static let longestStep = 0.25

  private let process: pid_t
  private let journal: FileJournal
  private var moves: UInt64 = 0
  private var transfers = ""
  /// How long there has been no progress, in s.
  private(set) var idleS = 0.0

  init(_ process: pid_t, _ journal: FileJournal) {
    self.process = process
    self.journal = journal
  }

  /// How long to wait until the next check, in s.
  var step: Double {
    let timeout = journal.stallTimeoutS
    return timeout > 0 ? min(Self.longestStep, max(0.02, timeout / 10)) : Self.longestStep
  }

  /// Whether there has been no progress for the time that the journal allows.
  ///
  /// - Parameter elapsedS: The time since the last check, in s.
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

  /// Whether the process, or its thread in the library, is stopped by the system or waits for a device.
  private func isWaiting(_ thread: Int32) -> Bool {
    func state(_ path: String) -> UInt8? {
      guard let text = FileManager.default.contents(atPath: path), let name = text.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      return text[name...].dropFirst(2).first
    }
    let states = [state("/proc/\(process)/stat"), state("/proc/\(process)/task/\(thread)/stat")]
    // T: stopped, t: traced, D: waiting for a device.
    return states.contains { $0.map { [UInt8]("TtD".utf8).contains($0) } ?? false }
  }

  /// Whether the process has read or written files since the last check.
  ///
  /// Inside the library, only transfers from or to a device count: the library may read the same cached bytes
  /// endlessly.
  private mutating func hasTransferred(inLibrary: Bool) -> Bool {
    guard let text = FileManager.default.contents(atPath: "/proc/\(process)/io") else { return false }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    let seen = (inLibrary ? lines.filter { $0.hasPrefix("read_bytes") || $0.hasPrefix("write_bytes") } : lines)
      .joined()
    defer { transfers = seen }
    return !transfers.isEmpty && seen != transfers
  }
}
