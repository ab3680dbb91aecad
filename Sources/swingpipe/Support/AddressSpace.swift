import ArgumentParser
import CProcess
import Foundation

/// The addresses that the process may have, which `ulimit -v` and some schedulers limit.
enum AddressSpace {
  /// What a thread reserves, most of it for its stack.
  private static let threadBytes = 8 << 20
  /// Threads beside those that work: of the queues, and of signals.
  private static let otherThreads = 6
  private static let heapBytes = 32 << 20
  /// What the program itself takes.
  private static let programBytes = 128 << 20

  /// Ends the program where there are too few for its threads: it would wait for them for ever.
  static func check() {
    let needed = (ProcessInfo.processInfo.activeProcessorCount + otherThreads) * threadBytes + heapBytes
    let limit = cprocess_address_limit(needed)
    guard limit > 0 else { return }
    StandardStreams.error(
      "error: ulimit -v is \(limit >> 10), which leaves too few addresses for the program's threads; expected "
        + "\((needed + programBytes) >> 10) or more, or unlimited")
    exit(ExitCode.temporary.rawValue)
  }
}
