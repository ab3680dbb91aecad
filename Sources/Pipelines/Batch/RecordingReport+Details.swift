import Files

extension RecordingReport {
  /// The parts of a report that take some 10 kB of memory.
  struct Details: Hashable, Sendable {
    var errors: [String] = []
    var faults: [RecordingFault] = []
    var warnings: [String] = []
    var stages: [StageRecord] = []
    var tables: [WrittenTable] = []
    var cost = RecordingCost()
    var stored: RecordingStatus?
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

  /// These parts, which are read from the recording's status file if they are there; empty if it cannot be read.
  var details: Details {
    get {
      switch place {
      case .nowhere: Details()
      case .memory(let details): details
      case .file(let files): files.details(of: self)
      case .earlier(let result): result.files.details(of: self)
      }
    }
    set { place = newValue == Details() ? .nowhere : .memory(newValue) }
  }

  /// The errors, one line each.
  public var errors: [String] {
    get { details.errors }
    set { details.errors = newValue }
  }

  /// The warnings, one line each.
  ///
  /// Once the batch has gone on, they are read from the recording's status file each time, as are the stages and the
  /// tables of a finished recording.
  public var warnings: [String] {
    get { details.warnings }
    set { details.warnings = newValue }
  }

  /// One record per stage, in order, for a finished recording.
  public var stages: [StageRecord] {
    get { details.stages }
    set { details.stages = newValue }
  }

  /// The tables that were written.
  public var tables: [WrittenTable] {
    get { details.tables }
    set { details.tables = newValue }
  }

  /// The faults, in parts.
  public internal(set) var faults: [RecordingFault] {
    get { details.faults }
    set { details.faults = newValue }
  }

  /// The record stored beside its tables, if it is done.
  public internal(set) var stored: RecordingStatus? {
    get { details.stored }
    set { details.stored = newValue }
  }

  /// The cost of its run; empty once the batch has added it up.
  var cost: RecordingCost {
    get { details.cost }
    set { details.cost = newValue }
  }

  /// The number noted under a name by the last stage that did so.
  public func note(_ name: String) -> Double? { notes.note(name) }

  /// What its stages noted.
  var notes: [StageNotes] {
    switch place {
    case .nowhere: []
    case .memory(let details): details.stages.map(StageNotes.init)
    case .file(let files):
      (try? files.output.status(of: recordingID, as: RecordingStatus.Notes.self))?.stages ?? []
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
    case .file(let files): try files.output.tables(of: recordingID)
    case .earlier(let result): result.tablesToJoin
    }
  }

  /// Whether the longer parts are in memory.
  var holdsDetails: Bool { if case .memory = place { true } else { false } }

  /// Drops what nothing needs from memory any more: the cost, and what is in the recording's status file.
  /// - Parameters:
  ///   - output: the folder of the status files; nil if there is none.
  ///   - known: the files that reports have shared so far.
  mutating func settle(in output: OutputFolder?, sharing known: inout Set<StatusFiles>) {
    var kept = details
    kept.cost = RecordingCost()
    guard let output, kept.stored != nil else {
      details = kept
      return
    }
    filedWarnings = Int32(clamping: kept.warnings.count)
    place = .file(known.insert(StatusFiles(output, tables: kept.tables.map(\.table))).memberAfterInsert)
  }

  /// The report without stages.
  var withoutStages: RecordingReport {
    var report = self
    if case .earlier(let result) = place {
      report.details = Details(warnings: result.warnings)
    } else {
      report.stages = []
    }
    return report
  }
}

/// The status files in which reports of finished recordings are: one object for all that wrote the same tables.
final class StatusFiles: Hashable, Sendable {
  let output: OutputFolder
  /// The tables that were written, in their order; a status has those of earlier runs, too.
  private let tables: [String]

  init(_ output: OutputFolder, tables: [String]) {
    self.output = output
    self.tables = tables
  }

  func details(of report: RecordingReport) -> RecordingReport.Details {
    guard let record = try? output.status(of: report.recordingID) else { return RecordingReport.Details() }
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
