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

/// What can be read from a recording's status file. There is one file per recording, so they are read in one pass
/// instead of being decoded, which takes ten times as long.
protocol StatusPart {
  var recordingID: String { get }
  init(_ json: inout JSONReader) throws
}

extension RecordingStatus: StatusPart {
  init(_ json: inout JSONReader) throws { try self.init(&json, hasCosts: true) }

  /// Reads a status without the costs of its stages, for deciding whether a recording has to run.
  /// - Parameter pipeline: the pipeline of the statuses read before, which most of them share.
  init(withoutCosts json: inout JSONReader, sharing pipeline: RepeatedJSON) throws {
    try self.init(&json, hasCosts: false, pipeline: pipeline)
  }

  /// - Parameters:
  ///   - hasCosts: whether the figures of each stage are read.
  ///   - pipeline: the pipeline of the statuses read before.
  private init(_ json: inout JSONReader, hasCosts: Bool, pipeline: RepeatedJSON? = nil) throws {
    var (version, key, host, started, toolVersion): (Int?, String?, String?, String?, String?)
    var (recordingID, status, isWorthRetrying): (String?, RecordingReport.Status?, Bool?)
    var (input, seconds, peakMemoryBytes): (Input?, Double?, Int?)
    var (reasons, warnings): ([String]?, [String]?)
    var (errors, stages, tables): ([RecordingFault]?, [StageRecord]?, [Table]?)
    try json.members { name, json in
      switch name {
      case "version": version = try json.integer()
      case "recording_id": recordingID = try json.string()
      case "status": status = RecordingReport.Status(rawValue: try json.string())
      case "worth_retrying": isWorthRetrying = try json.boolean()
      case "input": input = try Input(&json)
      case "tool_version": toolVersion = try json.string()
      case "key": key = try json.string()
      case "host": host = try json.string()
      case "started": started = try json.string()
      case "seconds": seconds = try json.double()
      case "peak_memory_bytes": peakMemoryBytes = try json.integer()
      case "reasons": reasons = try json.strings()
      case "errors":
        var found: [RecordingFault] = []
        try json.elements { found.append(try RecordingFault(&$0)) }
        errors = found
      case "warnings": warnings = try json.strings()
      case "stages":
        var found: [StageRecord] = []
        try json.elements { found.append(try StageRecord(&$0, hasCosts: hasCosts)) }
        stages = found
      case "tables":
        var found: [Table] = []
        try json.elements { found.append(try Table(&$0)) }
        tables = found
      case "pipeline": if let pipeline { try json.skip(pipeline) }
      default: break
      }
    }
    guard let version, let recordingID, let status, let isWorthRetrying, let input, let toolVersion, let key, let host,
      let started, let seconds, let peakMemoryBytes, let reasons, let warnings, let errors, let stages, let tables
    else { throw json.fault("the status of a recording") }
    self.init(
      version: version, recordingID: recordingID, status: status, isWorthRetrying: isWorthRetrying, input: input,
      toolVersion: toolVersion, key: key, host: host, started: started, seconds: seconds,
      peakMemoryBytes: peakMemoryBytes, reasons: reasons, errors: errors, warnings: warnings, stages: stages,
      tables: tables)
  }
}

extension RecordingStatus.Tables: StatusPart {
  init(_ json: inout JSONReader) throws {
    var id: String?
    var tables: [Table] = []
    try json.members { name, json in
      switch name {
      case "recording_id": id = try json.string()
      case "tables":
        try json.elements { json in
          let table = try RecordingStatus.Table(&json)
          tables.append(Table(table: table.table, path: table.path, hash: table.hash))
        }
      default: break
      }
    }
    guard let id else { throw json.fault("the status of a recording") }
    self.init(recordingID: id, tables: tables)
  }
}

extension RecordingStatus.Ending: StatusPart {
  init(_ json: inout JSONReader) throws {
    var (id, status): (String?, RecordingReport.Status?)
    try json.members { name, json in
      switch name {
      case "recording_id": id = try json.string()
      case "status": status = RecordingReport.Status(rawValue: try json.string())
      default: break
      }
    }
    guard let id, let status else { throw json.fault("the status of a recording") }
    self.init(recordingID: id, status: status)
  }
}

extension RecordingStatus.Notes: StatusPart {
  init(_ json: inout JSONReader) throws {
    var id: String?
    var stages: [StageNotes] = []
    try json.members { name, json in
      switch name {
      case "recording_id": id = try json.string()
      case "stages": try json.elements { stages.append(StageNotes(try StageRecord(&$0, hasCosts: false))) }
      default: break
      }
    }
    guard let id else { throw json.fault("the status of a recording") }
    self.init(recordingID: id, stages: stages)
  }
}

extension RecordingStatus.Input {
  fileprivate init(_ json: inout JSONReader) throws {
    var (path, stamp, hash): (String?, FileStamp?, String?)
    try json.members { name, json in
      switch name {
      case "path": path = try json.string()
      case "stamp": stamp = json.isNull() ? nil : try FileStamp(&json)
      case "xxh128": hash = try json.optionalString()
      default: break
      }
    }
    guard let path else { throw json.fault("an input with its path") }
    self.init(path: path, stamp: stamp, hash: hash.map(ContentHash.init(digits:)))
  }
}

extension RecordingStatus.Table {
  fileprivate init(_ json: inout JSONReader) throws {
    var (table, path, key, stamp, hash): (String?, String?, String?, FileStamp?, String?)
    try json.members { name, json in
      switch name {
      case "table": table = try json.string()
      case "path": path = try json.string()
      case "key": key = try json.string()
      case "stamp": stamp = try FileStamp(&json)
      case "xxh128": hash = try json.string()
      default: break
      }
    }
    guard let table, let path, let key, let stamp, let hash else { throw json.fault("a table with its stamp and hash") }
    self.init(table: table, path: path, key: key, stamp: stamp, hash: ContentHash(digits: hash))
  }
}

extension FileStamp {
  fileprivate init(_ json: inout JSONReader) throws {
    var (sizeBytes, modifiedNS, fileNumber): (Int?, Int?, UInt64?)
    try json.members { name, json in
      switch name {
      case "size_bytes": sizeBytes = try json.integer()
      case "modified_ns": modifiedNS = try json.integer()
      case "file_number": fileNumber = try json.optionalUnsigned()
      default: break
      }
    }
    guard let sizeBytes, let modifiedNS else { throw json.fault("a size and a time") }
    self.init(sizeBytes: sizeBytes, modifiedNS: modifiedNS, fileNumber: fileNumber)
  }
}

extension RecordingFault {
  fileprivate init(_ json: inout JSONReader) throws {
    var (message, cause, isStall): (String?, String?, Bool?)
    var (stage, stageType, option, place): (String?, String?, String?, String?)
    try json.members { name, json in
      switch name {
      case "message": message = try json.string()
      case "cause": cause = try json.string()
      case "stage": stage = try json.optionalString()
      case "stage_type": stageType = try json.optionalString()
      case "option": option = try json.optionalString()
      case "place": place = try json.optionalString()
      case "stalled": isStall = json.isNull() ? nil : try json.boolean()
      default: break
      }
    }
    guard let message, let cause else { throw json.fault("a fault with its message and cause") }
    self.init(
      message: message, cause: cause, stage: stage, stageType: stageType, option: option, place: place, isStall: isStall
    )
  }
}

extension StageRecord {
  /// - Parameter hasCosts: whether all figures are read, or notes alone; the seconds are then 0.
  init(_ json: inout JSONReader, hasCosts: Bool = true) throws {
    var (id, type, seconds): (String?, String?, Double?)
    var (bytesDecoded, samplesRead, realTimeFactor, peakMemoryBytes): (Int?, Int?, Double?, Int?)
    var notes: [String: Double] = [:]
    try json.members { name, json in
      switch name {
      case "id": id = try json.string()
      case "notes": try json.members { notes[$0.text] = try $1.double() }
      case "type": type = try json.string()
      case _ where !hasCosts: break
      case "seconds": seconds = try json.double()
      case "bytes_decoded": bytesDecoded = try json.optionalInteger()
      case "samples_read": samplesRead = try json.optionalInteger()
      case "real_time_factor": realTimeFactor = try json.optionalDouble()
      case "peak_memory_bytes": peakMemoryBytes = try json.optionalInteger()
      default: break
      }
    }
    guard let id, let type, let seconds = seconds ?? (hasCosts ? nil : 0) else {
      throw json.fault("a stage with its id, type and seconds")
    }
    self.init(
      id: id, type: type, seconds: seconds, bytesDecoded: bytesDecoded, samplesRead: samplesRead,
      realTimeFactor: realTimeFactor, peakMemoryBytes: peakMemoryBytes, notes: notes)
  }
}
