import Files

/// What became of a recording, as it is kept beside its tables: written last, so that it vouches for them.
///
/// The effective pipeline is in the file as well, and read from there when reasons are asked for: see
/// `OutputFolder`.
public struct RecordingStatus: Hashable, Sendable, Codable {
  /// The file that a recording was read from, as it was then.
  public struct Input: Hashable, Sendable, Codable {
    /// Its absolute path.
    public var path: String
    /// Its size and time; nothing where there was no such file.
    public var stamp: FileStamp?
    /// Its content; nothing where it was not read to the end.
    public var hash: ContentHash?

    private enum CodingKeys: String, CodingKey {
      case path, stamp
      case hash = "xxh128"
    }
  }

  /// A table that was written, as it was then.
  public struct Table: Hashable, Sendable, Codable {
    /// The name of the table.
    public var table: String
    /// Its path in the output folder.
    public var path: String
    /// What the options of its stages add up to.
    public var key: String
    /// Its size and time.
    public var stamp: FileStamp
    /// Its content.
    public var hash: ContentHash

    private enum CodingKeys: String, CodingKey {
      case table, path, key, stamp
      case hash = "xxh128"
    }
  }

  /// The version of this form.
  public private(set) var version = 1
  /// The recording.
  public var recordingID: String
  /// How its run ended: done or failed.
  public var status: RecordingReport.Status
  /// Whether running it again may well end better.
  public var isWorthRetrying: Bool
  /// The file that it was read from.
  public var input: Input
  /// The version of the tool.
  public var toolVersion: String
  /// What the options of all stages add up to.
  public var key: String
  /// The fingerprint of FFTW's wisdom that filters planned with; nothing without any.
  public var fftwWisdom: ContentHash?
  /// The computer that it ran on.
  public var host: String
  /// When it began, as ISO 8601 in UTC.
  public var started: String
  /// How long it took.
  public var seconds: Double
  /// The most memory that the process had taken by its end.
  public var peakMemoryBytes: Int
  /// Why it ran.
  public var reasons: [String]
  /// What went wrong.
  public var errors: [RecordingFault]
  /// What was odd without ending the run, a line each.
  public var warnings: [String]
  /// One record a stage, in order; those that did not have to run again as they were.
  public var stages: [StageRecord]
  /// The tables of the recording.
  public var tables: [Table]

  private enum CodingKeys: String, CodingKey {
    case version
    case recordingID = "recording_id"
    case status
    case isWorthRetrying = "worth_retrying"
    case input
    case toolVersion = "tool_version"
    case key, host, started, seconds
    case fftwWisdom = "fftw_wisdom_xxh128"
    case peakMemoryBytes = "peak_memory_bytes"
    case reasons, errors, warnings, stages, tables
  }
}
