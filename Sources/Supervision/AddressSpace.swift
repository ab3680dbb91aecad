import CProcess
import Foundation

/// The addresses that the process may have, which `ulimit -v` and some schedulers limit.
public enum AddressSpace {
  /// What a thread reserves, most of it for its stack.
  private static let threadBytes = 8 << 20
  /// Threads beside those that work: of the queues, and of signals.
  private static let otherThreads = 6
  private static let heapBytes = 32 << 20
  /// What the program itself takes.
  private static let programBytes = 128 << 20

  /// What is wrong where there are too few addresses for the program's threads, for which it would wait for ever; nil
  /// where there are enough.
  public static var shortage: String? {
    let needed = (ProcessInfo.processInfo.activeProcessorCount + otherThreads) * threadBytes + heapBytes
    let limit = cprocess_address_limit(needed)
    guard limit > 0 else { return nil }
    return "ulimit -v is \(limit >> 10), which leaves too few addresses for the program's threads; expected "
      + "\((needed + programBytes) >> 10) or more, or unlimited"
  }
}
