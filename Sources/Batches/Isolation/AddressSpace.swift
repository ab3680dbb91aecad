import CProcess
import FoundationEssentials

/// The address space of the process, which `ulimit -v` and some schedulers limit.
public enum AddressSpace {
  /// Bytes that a thread reserves, most of them for its stack.
  private static let threadBytes = 8 << 20
  /// Threads besides the workers, such as those of queues and of signals.
  private static let otherThreads = 6
  private static let heapBytes = 32 << 20
  /// Bytes that the program itself takes.
  private static let programBytes = 128 << 20

  /// A message if the address space is too small for the program's threads; nil otherwise.
  ///
  /// The program would wait for ever for threads that cannot start.
  public static var shortage: String? {
    let limit = cprocess_address_limit()
    guard limit > 0 else { return nil }
    let needed = (ProcessInfo.processInfo.activeProcessorCount + otherThreads) * threadBytes + heapBytes
    guard cprocess_has_address_space(needed) == 0 else { return nil }
    return "ulimit -v is \(limit >> 10), which leaves too little address space for the program's threads; expected "
      + "\((needed + programBytes) >> 10) or more, or unlimited"
  }
}
