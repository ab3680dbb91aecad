import FoundationEssentials
import SPBasics
import SPPipelines

/// The result of a recording's run, in a file. The file is written after the tables, so that it confirms them.
///
/// The file also contains the effective pipeline, which is read from there when reasons are needed: see
/// `OutputFolder`.
public struct RecordingStatus: Hashable, Sendable, Encodable {
  /// The file of a recording, as it was then.
  public struct Input: Hashable, Sendable, Encodable {
    /// Its absolute path.
    public var path: String
    /// Its size and time; nil if there was no such file.
    public var stamp: FileStamp?
    /// The hash of its content; nil if it was not read to the end.
    public var hash: ContentHash?

    private enum CodingKeys: String, CodingKey {
      case path, stamp
      case hash = "xxh128"
    }
  }

  /// A table, as it was when written.
  public struct Table: Hashable, Sendable, Encodable {
    /// The name of the table.
    public var table: String
    /// Its path in the output folder.
    public var path: String
    /// The hash of its stages' options.
    public var key: String
    /// Its size and time.
    public var stamp: FileStamp
    /// The hash of its content.
    public var hash: ContentHash

    private enum CodingKeys: String, CodingKey {
      case table, path, key, stamp
      case hash = "xxh128"
    }
  }

  /// The version of the format.
  public private(set) var version = 1
  /// The recording.
  public var recordingID: String
  /// How its run ended: done or failed.
  public var status: RecordingReport.Status
  /// Whether running it again may succeed.
  public var isWorthRetrying: Bool
  /// The file that it was read from.
  public var input: Input
  /// The version of the tool.
  public var toolVersion: String
  /// The hash of the options of all stages.
  public var key: String
  /// The computer that it ran on.
  public var host: String
  /// When it began, as ISO 8601 in UTC.
  public var started: String
  /// How long it took, in s.
  public var seconds: Double
  /// The largest memory that the process had used by its end.
  public var peakMemoryBytes: Int
  /// Why it ran.
  public var reasons: [String]
  /// What went wrong.
  public var errors: [RecordingFault]
  /// Warnings, one line each.
  public var warnings: [String]
  /// One record per stage, in order; stages that did not have to run again keep theirs.
  public var stages: [StageRecord]
  /// The tables of the recording. A failed recording may have tables of an earlier run.
  public var tables: [Table]

  private enum CodingKeys: String, CodingKey {
    case version
    case recordingID = "recording_id"
    case status
    case isWorthRetrying = "worth_retrying"
    case input
    case toolVersion = "tool_version"
    case key, host, started, seconds
    case peakMemoryBytes = "peak_memory_bytes"
    case reasons, errors, warnings, stages, tables
  }
}

extension RecordingStatus {
  /// Where the tables are, and their hashes.
  struct Tables {
    var recordingID: String
    var tables: [Table]

    struct Table: Hashable, Sendable {
      var table: String
      var path: String
      var hash: ContentHash
    }
  }

  /// How the run ended.
  struct Ending {
    var recordingID: String
    var status: RecordingReport.Status
  }

  /// What the stages noted.
  struct Notes {
    var recordingID: String
    var stages: [StageNotes]
  }

  /// Where the tables are, and their hashes.
  var onlyTables: Tables {
    Tables(
      recordingID: recordingID, tables: tables.map { .init(table: $0.table, path: $0.path, hash: $0.hash) })
  }
}

// MARK: Runs

extension RecordingStatus {
  init(
    _ report: RecordingReport, _ item: BatchPlan.Item, toolVersion: String, _ began: Date,
    _ stamp: FileStamp?
  ) {
    self.init(
      recordingID: item.work.recordingID, status: report.status, isWorthRetrying: report.isWorthRetrying,
      input: Input(path: item.work.path, stamp: stamp, hash: nil), toolVersion: toolVersion, key: item.pipeline.key,
      host: HostName.current, started: UTCTime.text(began), seconds: report.seconds,
      peakMemoryBytes: ProcessFacts.peakMemoryBytes, reasons: report.reasons, errors: [],
      warnings: report.held.warnings,
      stages: report.held.stages, tables: [])
  }

  /// Records tables as they were written, even if another run into the same folder has replaced them since.
  mutating func add(
    _ written: [WrittenTable], _ files: [NewFile], _ stamps: [FileStamp],
    keys: [String: String], in output: OutputFolder
  ) {
    for table in written {
      guard let index = files.lastIndex(where: { $0.path == table.path }) else { continue }
      tables.append(
        Table(
          table: table.table, path: table.path.withoutPrefix(output.path + "/"), key: keys[table.table] ?? "",
          stamp: stamps[index], hash: files[index].hash))
    }
  }

  /// Keeps the valid results of the last run: the records, warnings and tables of stages that did not have to run
  /// again.
  mutating func keepRest(of previous: RecordingStatus, pipeline: Pipeline) {
    let made = Set(tables.map(\.table))
    let names = pipeline.tableNames
    tables += previous.tables.filter { !made.contains($0.table) && names.contains($0.table) }
    tables.sort { $0.table < $1.table }
    let ran = stages.map { "stage \"\($0.id)\":" }
    warnings += previous.warnings.filter { old in
      old.hasPrefix("stage ") && !ran.contains(where: old.hasPrefix)
    }
    let all = stages + previous.stages.filter { old in !stages.contains { $0.id == old.id } }
    stages = pipeline.stages.compactMap { stage in all.first { $0.id == stage.id } }
  }
}
