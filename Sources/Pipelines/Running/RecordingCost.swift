import CProcess

/// The cost of the run of one recording, in its stages and outside of them.
package struct RecordingCost: Hashable, Sendable {
  /// The cost of one stage.
  package struct Stage: Hashable, Sendable {
    package var record: StageRecord
    /// The reads for the stage, by the paths of the datasets.
    package var datasets: [String: DatasetReads]
  }

  /// The stages that finished.
  package var stages: [Stage] = []
  /// The stage that failed, with its cost until the failure.
  package var failedStage: Stage?
  /// The time for reading headers and planning all stages.
  package var planningS = 0.0
  /// The time spent waiting for the file's hash. The file is read once more, unless a spare worker read it during the
  /// stages.
  package var hashingS = 0.0
  /// The time for writing tables and records to disk.
  package var writingS = 0.0

  /// Makes a cost of zero.
  package init() {}

  /// The reads of all stages, by the paths of the datasets.
  package var datasets: [String: DatasetReads] {
    var sums: [String: DatasetReads] = [:]
    for stage in stages + (failedStage.map { [$0] } ?? []) {
      for (path, reads) in stage.datasets { sums[path, default: DatasetReads()].add(reads) }
    }
    return sums
  }
}

/// Runs the closure and adds its duration, in s.
package func timed<Result>(_ totalS: inout Double, _ work: () throws -> Result) rethrows -> Result {
  let start = ContinuousClock.now
  defer { totalS += (ContinuousClock.now - start) / .seconds(1) }
  return try work()
}

/// The amount read from one dataset of a recording.
package struct DatasetReads: Hashable, Sendable {
  /// The number of rows in the dataset.
  package var rowCount = 0
  /// The number of rows decoded, counting repeats.
  package var rows = 0
  /// The size of the decoded values, in bytes.
  package var bytes = 0

  /// How often the whole dataset was read: decoded rows over its number of rows.
  var passes: Double { Double(rows) / Double(max(1, rowCount)) }

  /// Adds a block, or the reads of another stage from the same dataset.
  mutating func add(_ other: Self) {
    rowCount = max(rowCount, other.rowCount)
    rows += other.rows
    bytes += other.bytes
  }
}

/// Facts about the current process.
package enum ProcessFacts {
  /// The largest memory used so far, in bytes.
  package static var peakMemoryBytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int(usage.ru_maxrss) * 1024
  }

  /// Gives freed memory back to the system. This takes milliseconds, and getting the memory again costs time.
  package static func giveBackFreedMemory() { cprocess_return_freed_memory() }
}
