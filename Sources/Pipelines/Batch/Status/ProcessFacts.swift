import CProcess

/// Facts about the current process.
enum ProcessFacts {
  /// The largest memory used so far, in bytes.
  static var peakMemoryBytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Int(usage.ru_maxrss) * 1024
    #endif
  }

  /// Gives freed memory back to the system. It takes milliseconds, and memory given back costs time to get again.
  static func giveBackFreedMemory() { cprocess_return_freed_memory() }
}
