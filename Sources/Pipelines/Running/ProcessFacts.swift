import CProcess

/// Facts about the current process.
package enum ProcessFacts {
  /// The largest memory used so far, in bytes.
  package static var peakMemoryBytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int(usage.ru_maxrss) * 1024
  }

  /// Gives freed memory back to the system. It takes milliseconds, and memory given back costs time to get again.
  package static func giveBackFreedMemory() { cprocess_return_freed_memory() }
}
