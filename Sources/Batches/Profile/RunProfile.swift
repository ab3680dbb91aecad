import SPBasics
import SPPipelines

/// The cost of a run: time, samples and memory by stage, summed over its recordings.
///
/// Failed recordings count up to the point where they failed, interrupted ones up to the last finished stage. Work
/// before a crash of the program is not included.
package struct RunProfile: Hashable, Sendable, Codable {
  /// One stage of the pipeline.
  package struct Stage: Hashable, Sendable, Codable {
    /// Its id.
    package let id: String
    /// Its type.
    package let type: String
    /// The number of recordings in which it finished or failed.
    package var recordings = 0
    /// Its wall-clock time, in s, summed over the recordings, even if they were processed at the same time. The time of
    /// spare workers that helped is not added.
    package var seconds = 0.0
    /// The size of the samples and timestamps decoded for it, in bytes.
    package var bytesDecoded = 0
    /// The number of dataset rows decoded for it.
    package var samplesRead = 0
    /// The length of the recordings in which it finished, divided by its time in them; nil if not known.
    package var realTimeFactor: Double?
    /// The largest memory that the process had used by its end in any of the recordings, in bytes.
    package var peakMemoryBytes = 0

    mutating func add(_ record: StageRecord) {
      recordings += 1
      seconds += record.seconds
      bytesDecoded += record.bytesDecoded ?? 0
      samplesRead += record.samplesRead ?? 0
      peakMemoryBytes = max(peakMemoryBytes, record.peakMemoryBytes ?? 0)
    }

    private enum CodingKeys: String, CodingKey {
      case id, type, recordings, seconds
      case bytesDecoded = "bytes_decoded"
      case samplesRead = "samples_read"
      case realTimeFactor = "real_time_factor"
      case peakMemoryBytes = "peak_memory_bytes"
    }
  }

  /// One dataset, summed over the recordings that have it; recordings in which it was never read do not count.
  package struct Dataset: Hashable, Sendable, Codable {
    /// Its path in the file, such as `/accelerometer/time`.
    package let path: String
    /// The number of its rows.
    package var rows = 0
    /// The number of rows decoded, counting repeats, for all stages.
    package var rowsDecoded = 0
    /// The size of the decoded values, in bytes.
    package var bytesDecoded = 0

    /// How many times each row was decoded on average: below 1 if only a part was read, above 1 if some was decoded
    /// again.
    package var timesDecoded: Double { Double(rowsDecoded) / Double(max(1, rows)) }

    private enum CodingKeys: String, CodingKey {
      case path, rows
      case rowsDecoded = "rows_decoded"
      case bytesDecoded = "bytes_decoded"
    }
  }

  /// The time outside of stages, in s; planning, hashing and writing are summed over recordings, like stages.
  package struct Outside: Hashable, Sendable, Codable {
    /// Finding the recordings and comparing them with the results of earlier runs.
    package var listingS: Double
    /// Reading headers and checking them against the pipeline.
    package var planningS: Double
    /// Waiting for the inputs' hashes after the stages: a spare worker computes them during the stages if there is
    /// one, otherwise the inputs are read now.
    package var hashingS: Double
    /// Writing tables and records.
    package var writingS: Double
    /// Joining tables.
    package var joiningS: Double

    private enum CodingKeys: String, CodingKey {
      case listingS = "listing_s"
      case planningS = "planning_s"
      case hashingS = "hashing_s"
      case writingS = "writing_s"
      case joiningS = "joining_s"
    }
  }

  /// The pipeline's name.
  package let pipeline: String
  /// The last stage to run; nil for all of them.
  package let until: String?
  /// When the run began, as ISO 8601 in UTC, the same as in its record.
  package let started: String
  /// The version of the tool.
  package let toolVersion: String
  /// The computer that it ran on.
  package let host: String
  /// How many recordings were worked on at a time.
  package let jobs: Int
  /// Which shard of the plan it was, as `3/10`.
  package let shard: String?
  /// The number of recordings that ran and finished.
  package let recordings: Int
  /// The number of recordings that failed.
  package let failed: Int
  /// The number of recordings in progress when the run was interrupted, without those not yet begun.
  package let interrupted: Int
  /// The length of the finished recordings, in s, as far as their headers state it.
  package let recordedSeconds: Double
  /// The duration of the run, in s, without the start and the end of the process.
  package let seconds: Double
  /// The length of the finished recordings divided by the duration of the run; nil if no length is known, or if
  /// recordings were interrupted, as their time is included in the duration.
  package let realTimeFactor: Double?
  /// The largest memory that the process had used by the end, in bytes.
  package let peakMemoryBytes: Int
  /// The stages that ran, in the pipeline's order.
  package let stages: [Stage]
  /// The datasets that were read, sorted by path.
  package let datasets: [Dataset]
  /// The time outside of stages.
  package let outside: Outside

  /// Whether there is nothing to report, as there was nothing to do or the run was interrupted before any stage
  /// had finished.
  package var isEmpty: Bool { recordings + failed == 0 && stages.isEmpty }

  /// Summarises a batch.
  /// - Parameters:
  ///   - report: The report of the batch by this process.
  ///   - pipeline: The pipeline that ran, for its name and the order of its stages.
  ///   - until: The last stage to run; nil for all stages.
  ///   - listingSeconds: The time for making the list of the batch, in s.
  package init(of report: BatchReport, _ pipeline: Pipeline, until: String? = nil, listingSeconds: Double) {
    let ran = report.recordings.filter(\.isWorkedOn)
    let done = ran.filter { $0.status == .done }
    self.pipeline = pipeline.name
    self.until = until
    started = report.started
    toolVersion = report.toolVersion
    host = report.host
    jobs = report.jobs
    shard = report.shard
    recordings = done.count
    failed = ran.count { $0.status == .failed }
    interrupted = ran.count { $0.status == .interrupted }
    recordedSeconds = done.reduce(0) { $0 + ($1.recordedSeconds ?? 0) }
    seconds = report.seconds + listingSeconds
    let isTold = interrupted == 0 && recordedSeconds > 0 && seconds > 0
    realTimeFactor = isTold ? recordedSeconds / seconds : nil
    peakMemoryBytes = report.peakMemoryBytes
    stages = pipeline.stages.compactMap { report.costs.stage($0.id) }
    datasets = report.costs.datasets
    outside = Outside(
      listingS: listingSeconds, planningS: report.costs.planningS, hashingS: report.costs.hashingS,
      writingS: report.costs.writingS, joiningS: report.joiningSeconds)
  }
}

// MARK: JSON

extension RunProfile {
  private enum CodingKeys: String, CodingKey {
    case pipeline, until, started
    case toolVersion = "tool_version"
    case host, jobs, shard, recordings, failed, interrupted
    case recordedSeconds = "recorded_s"
    case seconds
    case realTimeFactor = "real_time_factor"
    case peakMemoryBytes = "peak_memory_bytes"
    case stages, datasets
    case outside = "outside_of_stages"
  }

  /// Writes everything; `until` is null where all stages were to run.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(pipeline, forKey: .pipeline)
    try values.encode(until, forKey: .until)
    try values.encode(started, forKey: .started)
    try values.encode(toolVersion, forKey: .toolVersion)
    try values.encode(host, forKey: .host)
    try values.encode(jobs, forKey: .jobs)
    try values.encodeIfPresent(shard, forKey: .shard)
    try values.encode(recordings, forKey: .recordings)
    try values.encode(failed, forKey: .failed)
    try values.encode(interrupted, forKey: .interrupted)
    try values.encode(recordedSeconds, forKey: .recordedSeconds)
    try values.encode(seconds, forKey: .seconds)
    try values.encodeIfPresent(realTimeFactor, forKey: .realTimeFactor)
    try values.encode(peakMemoryBytes, forKey: .peakMemoryBytes)
    try values.encode(stages, forKey: .stages)
    try values.encode(datasets, forKey: .datasets)
    try values.encode(outside, forKey: .outside)
  }

  /// Indented JSON with sorted keys, ending in a line break.
  /// - Throws: errors from the JSON encoder.
  package func json() throws -> [UInt8] { try JSONOutput.bytes(self) }
}

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
