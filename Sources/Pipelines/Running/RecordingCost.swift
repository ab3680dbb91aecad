/// The cost of the run of one recording, in its stages and outside of them.
package struct RecordingCost: Hashable, Sendable {
  /// The cost of one stage.
  package struct Stage: Hashable, Sendable {
    package var record: StageRecord
    /// The reads for it, by the paths of the datasets.
    package var datasets: [String: DatasetReads]
  }

  /// The stages that finished.
  package var stages: [Stage] = []
  /// The stage that failed, with its cost up to there.
  package var failedStage: Stage?
  /// Reading headers and planning all stages.
  package var planningS = 0.0
  /// Waiting for the file's hash: reading the file once more, unless a spare worker did that during the stages.
  package var hashingS = 0.0
  /// Writing tables and records to disk.
  package var writingS = 0.0

  /// The cost of nothing.
  package init() {}

  /// The reads of all of these stages, by the paths of the datasets.
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
