import SPBasics
import SPPipelines

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
