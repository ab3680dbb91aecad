/// What a run took: time, samples and memory by stage, summed over the finished recordings.
///
/// What failed recordings took counts up to where they failed, and of those that were interrupted what had ended by
/// then. Left out is, where a damaged file made the program crash, what ran before.
public struct RunProfile: Hashable, Sendable, Codable {
  /// One stage of the pipeline.
  public struct Stage: Hashable, Sendable, Codable {
    /// Its id.
    public let id: String
    /// Its type.
    public let type: String
    /// In how many recordings it ran to its end, or failed.
    public var recordings = 0
    /// How long it took by the clock, in s, however many spare workers helped; recordings that are worked on at the
    /// same time count each.
    public var seconds = 0.0
    /// How many bytes the samples and stamps took that were decoded for it.
    public var bytesDecoded = 0
    /// How many rows of datasets these were.
    public var samplesRead = 0
    /// The length of the finished recordings over the time spent on them; missing where that is not
    /// known.
    public var realTimeFactor: Double?
    /// The most memory that the process had taken by its end in any of the recordings, in bytes.
    public var peakMemoryBytes = 0

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

  /// One dataset, summed over the recordings that have it; what was never read of a recording does not count for it.
  public struct Dataset: Hashable, Sendable, Codable {
    /// Its path in the file, as `/accelerometer/time`.
    public let path: String
    /// How many rows it has.
    public var rows = 0
    /// How many rows were decoded, each counted as often as it was, for whichever stage.
    public var rowsDecoded = 0
    /// How many bytes the decoded values took.
    public var bytesDecoded = 0

    /// How many times each row was decoded on average: below 1 where only a part was read, above 1 where some of it was
    /// decoded again.
    public var timesDecoded: Double { Double(rowsDecoded) / Double(max(1, rows)) }

    private enum CodingKeys: String, CodingKey {
      case path, rows
      case rowsDecoded = "rows_decoded"
      case bytesDecoded = "bytes_decoded"
    }
  }

  /// What is no part of any stage, in s; planning, hashing and writing are summed over recordings, as stages are.
  public struct Outside: Hashable, Sendable, Codable {
    /// Finding the recordings and comparing them with what earlier runs left.
    public var listingS: Double
    /// Reading headers and checking them against the pipeline.
    public var planningS: Double
    /// Waiting for the inputs' fingerprints, once the stages were through: where workers are spare, one makes them
    /// beside the stages. Where none is, it is reading the inputs.
    public var hashingS: Double
    /// Writing tables and records.
    public var writingS: Double
    /// Joining tables.
    public var joiningS: Double

    private enum CodingKeys: String, CodingKey {
      case listingS = "listing_s"
      case planningS = "planning_s"
      case hashingS = "hashing_s"
      case writingS = "writing_s"
      case joiningS = "joining_s"
    }
  }

  /// The pipeline's name.
  public let pipeline: String
  /// The last stage that was to run; nil for all of them.
  public let until: String?
  /// When the run began, as ISO 8601 in UTC: as in its record.
  public let started: String
  /// The version of the tool.
  public let toolVersion: String
  /// The computer that it ran on.
  public let host: String
  /// How many recordings were worked on at a time.
  public let jobs: Int
  /// Which shard of the plan it was, as `3/10`.
  public let shard: String?
  /// How many recordings ran and are done.
  public let recordings: Int
  /// How many recordings failed.
  public let failed: Int
  /// How many recordings were under way when the run was interrupted; those that it had not begun are not among them.
  public let interrupted: Int
  /// How long those are that are done, in s, as far as their headers tell.
  public let recordedSeconds: Double
  /// How long the run took, in s, without the start and the end of the process.
  public let seconds: Double
  /// How long the recordings are over how long the run took; missing where nothing is known of their length, and where
  /// some were interrupted, as what they took is part of the time.
  public let realTimeFactor: Double?
  /// The most memory that the process had taken by the end, in bytes.
  public let peakMemoryBytes: Int
  /// The stages that ran, in the pipeline's order.
  public let stages: [Stage]
  /// The datasets that were read, sorted by path.
  public let datasets: [Dataset]
  /// What is no part of any stage.
  public let outside: Outside

  /// Whether there is nothing to tell, as nothing was to do or the run was interrupted before any stage had ended.
  public var isEmpty: Bool { recordings + failed == 0 && stages.isEmpty }

  /// Sums up what became of a batch.
  /// - Parameters:
  ///   - report: the batch, by this process.
  ///   - pipeline: what ran, for its name and the order of its stages.
  ///   - until: the last stage that was to run; nil for all of them.
  ///   - listingSeconds: how long the list of the batch had taken to make, in s.
  public init(of report: BatchReport, _ pipeline: Pipeline, until: String? = nil, listingSeconds: Double) {
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
