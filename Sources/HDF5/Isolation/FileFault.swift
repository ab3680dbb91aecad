import Glibc
import SPBasics

/// How a process failed while it was working on a file.
package struct FileFault: Sendable, Hashable, CustomStringConvertible {
  /// How the process ended.
  package enum Cause: Sendable, Hashable {
    /// The process crashed with this signal.
    case crash(signal: Int32)
    /// The process made no progress for this long, in s, and was killed.
    case stall(seconds: Double)
    /// The process was killed with this signal from outside, for example by the system if memory is short.
    case kill(signal: Int32)
  }

  /// How the process ended.
  package let cause: Cause

  package init(_ cause: Cause) { self.cause = cause }

  /// The fault as text for another process: `stall 30.0`, `crash 11` or `kill 9`.
  package var record: String {
    switch cause {
    case .crash(let signal): "crash \(signal)"
    case .stall(let seconds): "stall \(seconds)"
    case .kill(let signal): "kill \(signal)"
    }
  }

  /// Reads the text of `record`; nil for any other text.
  package init?(record: String) {
    let words = record.split(separator: " ")
    guard words.count == 2 else { return nil }
    switch (words[0], Double(words[1]), Int32(words[1])) {
    case ("stall", let seconds?, _): self.init(.stall(seconds: seconds))
    case ("crash", _, let signal?): self.init(.crash(signal: signal))
    case ("kill", _, let signal?): self.init(.kill(signal: signal))
    default: return nil
    }
  }

  /// Whether the process stalled. A retry would then take the same time again.
  package var isStall: Bool {
    guard case .stall = cause else { return false }
    return true
  }

  /// What happened and how to solve it. The text does not name the file.
  package var description: String {
    switch cause {
    case .crash(let signal):
      "the program crashed while working on it (\(Self.name(of: signal))); \(Self.advice)"
    case .stall(let seconds):
      "no progress for \(Self.text(seconds)) while working on it, and it was given up; \(Self.advice), or "
        + "allow more time (--stall-timeout-s, stallTimeoutS in Swift)"
    case .kill(let signal):
      "the program was killed while working on it (\(Self.name(of: signal))); give it more memory, or leave it out"
    }
  }

  /// What happened, as the start of a sentence: "the program crashed while working on a.h5 (signal 11, segmentation
  /// fault)".
  package func sentence(_ files: String) -> String {
    switch cause {
    case .crash(let signal): "the program crashed while working on \(files) (\(Self.name(of: signal)))"
    case .stall(let seconds): "no progress for \(Self.text(seconds)) while working on \(files)"
    case .kill(let signal): "the program was killed while working on \(files) (\(Self.name(of: signal)))"
    }
  }

  private static let advice = "the file is probably damaged: record or copy it again"

  private static func text(_ seconds: Double) -> String { String(printf: "%g s", seconds) }

  private static func name(of signal: Int32) -> String {
    "signal \(signal)" + ((crashes[signal] ?? others[signal]).map { ", \($0)" } ?? "")
  }

  /// The signals of a crash.
  static let crashes: [Int32: String] = [
    SIGSEGV: "segmentation fault", SIGBUS: "bus error", SIGILL: "illegal instruction", SIGFPE: "arithmetic error",
    SIGABRT: "abort", SIGTRAP: "trap",
  ]

  private static let others: [Int32: String] = [SIGKILL: "kill"]
}
