import SPPipelines

/// The total cost of all recordings of a batch that this process worked on.
///
/// The cost of each recording is dropped after it is added, so that memory stays small for thousands of
/// recordings.
struct BatchCosts: Hashable, Sendable {
  /// The cost of one stage.
  private struct StageSum: Hashable, Sendable {
    var stage: RunProfile.Stage
    /// The length of the recordings in which the stage finished, and its time in them, in s.
    var recordedS = 0.0
    var secondsInThose = 0.0
  }

  private var stages: [String: StageSum] = [:]
  private var sums: [String: RunProfile.Dataset] = [:]
  /// Reading headers and planning all stages.
  private(set) var planningS = 0.0
  /// Waiting for the files' hashes.
  private(set) var hashingS = 0.0
  /// Writing tables and records.
  private(set) var writingS = 0.0

  /// The datasets that were read, sorted by path.
  var datasets: [RunProfile.Dataset] { sums.values.sorted { $0.path < $1.path } }

  /// The cost of a stage; nil if it ran in no recording.
  func stage(_ id: String) -> RunProfile.Stage? {
    guard let sum = stages[id] else { return nil }
    var stage = sum.stage
    if sum.recordedS > 0, sum.secondsInThose > 0 { stage.realTimeFactor = sum.recordedS / sum.secondsInThose }
    return stage
  }

  /// Adds the cost of a recording.
  mutating func add(_ report: RecordingReport) {
    guard report.isWorkedOn else { return }
    let cost = report.held.cost
    planningS += cost.planningS
    hashingS += cost.hashingS
    writingS += cost.writingS
    for record in cost.stages.map(\.record) {
      add(record)
      stages[record.id]?.secondsInThose += record.seconds
      stages[record.id]?.recordedS += report.recordedSeconds ?? 0
    }
    if let record = cost.failedStage?.record { add(record) }
    for (path, reads) in cost.datasets {
      var sum = sums[path] ?? RunProfile.Dataset(path: path)
      sum.rows += reads.rowCount
      sum.rowsDecoded += reads.rows
      sum.bytesDecoded += reads.bytes
      sums[path] = sum
    }
  }

  private mutating func add(_ record: StageRecord) {
    stages[record.id, default: StageSum(stage: RunProfile.Stage(id: record.id, type: record.type))].stage.add(record)
  }
}
