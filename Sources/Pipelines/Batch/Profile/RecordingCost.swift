/// What the run of one recording took, in its stages and outside of them.
struct RecordingCost: Hashable, Sendable {
  /// The stages that ran to their end.
  var stages: [StageRecord] = []
  /// The one that failed, with what it took up to there.
  var failedStage: StageRecord?
  /// Reading headers and asking every stage.
  var planningS = 0.0
  /// Waiting for the file's fingerprint: reading it once more, as far as no spare worker did that beside the stages.
  var hashingS = 0.0
  /// Writing tables and records, out to the disk.
  var writingS = 0.0
}

/// Does something and adds how long it took, in s.
func timed<Result>(_ totalS: inout Double, _ work: () throws -> Result) rethrows -> Result {
  let start = ContinuousClock.now
  defer { totalS += (ContinuousClock.now - start) / .seconds(1) }
  return try work()
}
