/// What the run of one recording took, in its stages and outside of them.
struct RecordingCost: Hashable, Sendable {
  /// What one stage took.
  struct Stage: Hashable, Sendable {
    var record: StageRecord
    /// What was read for it, by the paths of the datasets.
    var datasets: [String: DatasetReads]
  }

  /// The stages that ran to their end.
  var stages: [Stage] = []
  /// The one that failed, with what it took up to there.
  var failedStage: Stage?
  /// Reading headers and asking every stage.
  var planningS = 0.0
  /// Waiting for the file's fingerprint: reading it once more, as far as no spare worker did that beside the stages.
  var hashingS = 0.0
  /// Writing tables and records, out to the disk.
  var writingS = 0.0

  /// What all of these stages read, by the paths of the datasets.
  var datasets: [String: DatasetReads] {
    var sums: [String: DatasetReads] = [:]
    for stage in stages + (failedStage.map { [$0] } ?? []) {
      for (path, reads) in stage.datasets { sums[path, default: DatasetReads()].add(reads) }
    }
    return sums
  }
}

/// Does something and adds how long it took, in s.
func timed<Result>(_ totalS: inout Double, _ work: () throws -> Result) rethrows -> Result {
  let start = ContinuousClock.now
  defer { totalS += (ContinuousClock.now - start) / .seconds(1) }
  return try work()
}
