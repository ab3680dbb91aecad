import SPBasics
import SPPipelines

/// The result of one recording of a batch.
///
/// A batch keeps a report of every recording until its end, so reports are small. Data that a status file contains is
/// read from the file each time it is needed.
public struct RecordingReport: Hashable, Sendable {
  /// How its run ended.
  public enum Status: String, Hashable, Sendable, Codable {
    /// All its tables were written.
    case done
    /// An error ended it; tables of an earlier run are untouched.
    case failed
    /// The batch ended before it was done.
    case interrupted
  }

  /// The file.
  public var path: String
  /// Its identifier.
  public var recordingID: String
  /// How its run ended.
  public var status: Status
  /// Whether running it again may succeed.
  public var isWorthRetrying = false
  /// Whether this process worked on it, successfully or not.
  var isWorkedOn = false
  /// Whether it failed because no more can be written into the output folder, whatever the recording.
  var foundOutputFull = false
  /// The number of its warnings, if they are in a file.
  var filedWarnings: Int32 = 0
  /// Why it ran; empty if it was up to date.
  public var reasons: [String] = []
  /// How long it took, in s.
  public var seconds = 0.0
  /// The rest of it, or where that is.
  var place = Place.nowhere
  /// The length of the recording, in s, if its header states it.
  public internal(set) var recordedSeconds: Double?

  /// Begins a report of work other than the run of a pipeline.
  public init(path: String, recordingID: String, status: Status) {
    self.path = path
    self.recordingID = recordingID
    self.status = status
  }

  /// Begins a report.
  init(_ item: WorkItem, status: Status) {
    path = item.shownPath
    recordingID = item.recordingID
    self.status = status
  }

  /// The report of a recording that did not have to run, from its earlier record.
  init(upToDate item: BatchPlan.Item) {
    self.init(item.work, status: .done)
    item.decision.settle(&self)
  }

  /// The report of a recording that another process of the same command has finished, from its record.
  init(_ item: BatchPlan.Item, record: RecordingStatus, in output: OutputFolder) {
    self.init(item.work, status: record.status)
    reasons = record.reasons
    seconds = record.seconds
    isWorthRetrying = record.isWorthRetrying
    held = Details(
      errors: record.errors.map(\.message), faults: record.errors, warnings: record.warnings, stages: record.stages)
    guard record.status == .done else { return }
    held.tables = record.tables.map { WrittenTable(table: $0.table, path: output.path + "/" + $0.path) }
    held.stored = record
  }

  /// Whether it ran, or would have run if the batch had continued.
  public var isRun: Bool { !reasons.isEmpty || status != .done }

  /// Why it failed, without stage and place in the pipeline: one fault, and the number of others.
  public var cause: String? {
    let distinct = RecordingFault.distinct(faults)
    guard let first = distinct.first?.cause else { return errors.first }
    let rest = distinct.count - 1
    return rest == 0 ? first : "\(first) (and \(counted(rest, "fault")) more)"
  }

  mutating func add(_ error: any Error, at path: String) {
    let found = RecordingFault.faults(of: error, at: path)
    held.faults += found
    held.errors += found.map(\.message)
    isWorthRetrying = isWorthRetrying || SPBasics.isWorthRetrying(error)
  }
}

extension RecordingReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case path
    case recordingID = "recording_id"
    case status, reasons, errors, warnings, seconds, stages, tables
    case isWorthRetrying = "worth_retrying"
  }

  /// Writes everything except the faults in parts. Data in the recording's status file is read from the file. If the
  /// file cannot be read any more, this becomes the recording's error.
  public func encode(to encoder: any Encoder) throws {
    let details: Details
    do {
      details = try self.details()
    } catch {
      details = Details(errors: ["\(error)"])
    }
    var values = encoder.container(keyedBy: CodingKeys.self)
    // In the order of the text: there may be 100,000 of them, which then need not be sorted.
    try values.encode(details.errors, forKey: .errors)
    try values.encode(path, forKey: .path)
    try values.encode(reasons, forKey: .reasons)
    try values.encode(recordingID, forKey: .recordingID)
    try values.encode(seconds, forKey: .seconds)
    try values.encode(details.stages, forKey: .stages)
    try values.encode(status, forKey: .status)
    try values.encode(details.tables, forKey: .tables)
    try values.encode(details.warnings, forKey: .warnings)
    try values.encode(isWorthRetrying, forKey: .isWorthRetrying)
  }
}

// MARK: Details

extension RecordingReport {
  /// The parts of a report that take some 10 kB of memory.
  public struct Details: Hashable, Sendable {
    var errors: [String] = []
    var faults: [RecordingFault] = []
    /// The warnings, one line each.
    public internal(set) var warnings: [String] = []
    /// One record per stage, in order, for a finished recording.
    public internal(set) var stages: [StageRecord] = []
    /// The tables that were written.
    public internal(set) var tables: [WrittenTable] = []
    /// The record stored with the recording's tables, if the recording is done.
    public internal(set) var stored: RecordingStatus?
    /// The cost of its run; empty once the batch has added it up.
    var cost = RecordingCost()
  }

  /// Where these parts are.
  enum Place: Hashable, Sendable {
    /// There are none.
    case nowhere
    indirect case memory(Details)
    case file(StatusFiles)
    /// In the file of an earlier run.
    case earlier(FiledResult)
  }

  /// Warnings, stages and tables.
  ///
  /// Once the batch has moved on from a finished recording, they are read from its status file each time.
  /// - Throws: `OutputFolder.Unreadable` or `FileError` if the file cannot be read any more.
  public func details() throws -> Details {
    switch place {
    case .nowhere: Details()
    case .memory(let details): details
    case .file(let files): try files.details(of: self)
    case .earlier(let result): try result.files.details(of: self)
    }
  }

  /// The parts that are in memory: all parts for a running or failed recording, no parts for a finished recording.
  var held: Details {
    get { if case .memory(let details) = place { details } else { Details() } }
    set { place = newValue == Details() ? .nowhere : .memory(newValue) }
  }

  /// The errors, one line each; empty for a finished recording.
  public var errors: [String] { held.errors }

  /// The faults, in parts.
  public var faults: [RecordingFault] { held.faults }

  /// The number noted under a name by the last stage that did so.
  /// - Throws: as ``details()``.
  public func note(_ name: String) throws -> Double? { try notes().note(name) }

  /// What its stages noted.
  /// - Throws: as ``details()``.
  func notes() throws -> [StageNotes] {
    switch place {
    case .nowhere: []
    case .memory(let details): details.stages.map(StageNotes.init)
    case .file(let files): try files.output.status(of: recordingID, having: RecordingStatus.Notes.self).stages
    case .earlier(let result): result.notes?.stages ?? []
    }
  }

  /// Its tables, for joining; nil if it is not done, or nothing was stored.
  /// - Throws: `OutputFolder.Unreadable` or `FileError` if its status file cannot be read any more.
  func tablesToJoin() throws -> RecordingStatus.Tables? {
    guard status == .done else { return nil }
    return switch place {
    case .nowhere: nil
    case .memory(let details): details.stored?.onlyTables
    case .file(let files): try files.output.status(of: recordingID, having: RecordingStatus.Tables.self)
    case .earlier(let result): result.tablesToJoin
    }
  }

  /// Whether the longer parts are in memory.
  var holdsDetails: Bool { if case .memory = place { true } else { false } }

  /// Removes data from memory that is no longer needed: the cost, and all data in the recording's status file.
  /// - Parameters:
  ///   - output: The folder of the status files; nil without a folder.
  ///   - known: The files that reports have shared so far.
  mutating func settle(in output: OutputFolder?, sharing known: inout Set<StatusFiles>) {
    // Data in a file is not in memory.
    guard case .memory(var kept) = place else { return }
    kept.cost = RecordingCost()
    guard let output, kept.stored != nil else {
      held = kept
      return
    }
    filedWarnings = Int32(clamping: kept.warnings.count)
    place = .file(known.insert(StatusFiles(output, tables: kept.tables.map(\.table))).memberAfterInsert)
  }

  /// The report without stages.
  var withoutStages: RecordingReport {
    var report = self
    if case .earlier(let result) = place {
      report.held = Details(warnings: result.warnings)
    } else if case .memory = place {
      report.held.stages = []
    }
    return report
  }
}

/// The status files in which reports of finished recordings are: one object for all that wrote the same tables.
final class StatusFiles: Hashable, Sendable {
  let output: OutputFolder
  /// The tables that this run wrote, in their order. A status also lists tables of earlier runs.
  private let tables: [String]

  init(_ output: OutputFolder, tables: [String]) {
    self.output = output
    self.tables = tables
  }

  func details(of report: RecordingReport) throws -> RecordingReport.Details {
    let record = try output.status(of: report.recordingID, having: RecordingStatus.self)
    let written = tables.compactMap { name in record.tables.first { $0.table == name } }
    return RecordingReport.Details(
      warnings: Array(record.warnings.prefix(Int(report.filedWarnings))), stages: record.stages,
      tables: written.map { WrittenTable(table: $0.table, path: output.path + "/" + $0.path) }, stored: record)
  }

  static func == (one: StatusFiles, other: StatusFiles) -> Bool {
    one.output == other.output && one.tables == other.tables
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(output)
    hasher.combine(tables)
  }
}
