import CProcess
import FoundationEssentials
import Glibc

/// The number of files that the process may have open, which `ulimit -n` and some schedulers limit.
package enum OpenFileLimit {
  /// Files that each recording under way has open: its own, its tables, and the record of its run.
  private static let perWorker = 4
  /// Of more processors no files are asked for here: a usual limit is 1,024.
  private static let mostWorkers = 64
  /// Further files, such as the standard streams and the files for the program's notes, queues and signals.
  private static let others = 24
  /// Files that a caller usually leaves open.
  private static let inherited = 8

  /// A message if too few files may be open for the program; nil otherwise.
  ///
  /// Swift's runtime library would end the program by a signal. A lower limit of the user is raised as far as the
  /// system allows it.
  package static var shortage: String? {
    let needed = min(ProcessInfo.processInfo.activeProcessorCount, mostWorkers) * perWorker + others
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    let wanted = rlim_t(needed + inherited)
    if limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = min(limit.rlim_max, wanted)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    guard limit.rlim_cur < wanted, !hasFree(needed) else { return nil }
    return "ulimit -n is \(limit.rlim_cur), which leaves too few open files for the program; expected "
      + "\(wanted) or more"
  }

  /// Whether so many more files can be open now: the caller may have left some open.
  private static func hasFree(_ count: Int) -> Bool {
    var taken: [Int32] = []
    defer { for descriptor in taken { close(descriptor) } }
    while taken.count < count {
      let descriptor = dup(STDERR_FILENO)
      guard descriptor >= 0 else { return false }
      taken.append(descriptor)
    }
    return true
  }
}

/// The address space of the process, which `ulimit -v` and some schedulers limit.
package enum AddressSpace {
  /// Bytes that a thread reserves, most of them for its stack.
  private static let threadBytes = 8 << 20
  /// Threads in addition to the workers, such as the threads of queues and of signals.
  private static let otherThreads = 6
  private static let heapBytes = 32 << 20
  /// Bytes that the program itself takes.
  private static let programBytes = 128 << 20

  /// A message if the address space is too small for the program's threads; nil otherwise.
  ///
  /// Without enough address space, the program would wait without end for threads that cannot start.
  package static var shortage: String? {
    let limit = cprocess_address_limit()
    guard limit > 0 else { return nil }
    let needed = (ProcessInfo.processInfo.activeProcessorCount + otherThreads) * threadBytes + heapBytes
    guard cprocess_has_address_space(needed) == 0 else { return nil }
    return "ulimit -v is \(limit >> 10), which leaves too little address space for the program's threads; expected "
      + "\((needed + programBytes) >> 10) or more, or unlimited"
  }
}
