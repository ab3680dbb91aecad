import SPBasics

/// The work to be done for one recording, and the reasons.
public struct RunDecision: Hashable, Sendable {
  /// Why it has to run, one short line each; empty if it is up to date.
  public var reasons: [String]
  private var rest = Rare<Rest>.none

  private struct Rest: Hashable, Sendable {
    var tables: Set<String>?
    var previous: EarlierResult?
    var newStamp: FileStamp?
  }

  /// The tables to be made; nil for all stages of the pipeline.
  public var tables: Set<String>? {
    get { rest.value?.tables }
    set { rest[or: Rest()].tables = newValue }
  }

  /// The time of its file, if that was rewritten with the same content.
  public var newStamp: FileStamp? {
    get { rest.value?.newStamp }
    set { rest[or: Rest()].newStamp = newValue }
  }

  /// The result of the last run; in a plan it is read from the recording's status file each time.
  /// - Throws: `OutputFolder.Unreadable` or `FileError` if that file cannot be read any more.
  package func previous() throws -> RecordingStatus? { try rest.value?.previous?.status() }

  /// The result of the last run, unless it is left in its file.
  var previousInMemory: RecordingStatus? {
    if case .memory(let status)? = rest.value?.previous { status } else { nil }
  }

  /// How the last run ended; nil if there was none.
  var previousEnding: RecordingReport.Status? { rest.value?.previous?.ending }

  /// The beginning of the reason if the status of the last run cannot be read; the fault follows.
  static let unreadable = "its status cannot be read: "

  /// The decision for a recording without an earlier result.
  static let new = RunDecision(reasons: ["new"])

  /// Makes a decision.
  public init(reasons: [String], tables: Set<String>? = nil, previous: RecordingStatus? = nil) {
    self.reasons = reasons
    rest = Rare(Rest(tables: tables, previous: previous.map(EarlierResult.memory)), unless: Rest())
  }

  /// The same recording, to be run although it may be up to date.
  func overwriting() -> RunDecision {
    var decision = RunDecision(reasons: ["overwrite"])
    decision.rest[or: Rest()].previous = rest.value?.previous
    return decision
  }

  /// Leaves the earlier result in its file, since a plan has thousands of them.
  /// - Parameter known: the names of notes that recordings have shared so far.
  mutating func settle(in files: StatusFiles, sharing known: inout PackedNotes.KnownNames) {
    guard case .memory(let status)? = rest.value?.previous else { return }
    rest[or: Rest()].previous = .file(FiledResult(status, in: files, sharing: &known))
  }

  /// The tables of a recording that is up to date, for joining; nil for others.
  var tablesToJoin: RecordingStatus.Tables? {
    switch isUpToDate ? rest.value?.previous : nil {
    case .file(let result): result.tablesToJoin
    case .memory(let status): status.onlyTables
    case nil: nil
    }
  }

  /// Begins the report of a recording that is up to date.
  func settle(_ report: inout RecordingReport) {
    switch rest.value?.previous {
    case .file(let result):
      report.filedWarnings = Int32(clamping: result.warnings.count)
      report.place = .earlier(result)
    case .memory(let status):
      report.held = RecordingReport.Details(warnings: status.warnings, stages: status.stages, stored: status)
    case nil: break
    }
  }

  /// Whether its file was rewritten with the same content.
  public var isTouched: Bool { newStamp != nil }

  /// Whether there is nothing to do.
  public var isUpToDate: Bool { reasons.isEmpty }
}

/// The result of an earlier run, in memory or in its file.
private enum EarlierResult: Hashable, Sendable {
  case memory(RecordingStatus)
  case file(FiledResult)

  func status() throws -> RecordingStatus {
    switch self {
    case .memory(let status): status
    case .file(let result): try result.status()
    }
  }

  var ending: RecordingReport.Status {
    switch self {
    case .memory(let status): status.status
    case .file(let result): result.ending
    }
  }
}

extension OutputFolder {
  /// A part of the status of a recording that has one.
  /// - Throws: `Unreadable` or `FileError` if its status file cannot be read any more.
  func status<Part: StatusPart>(of recordingID: String, having part: Part.Type) throws -> Part {
    guard let found = try status(of: recordingID, as: part) else {
      throw Unreadable(description: "\(statusPath(recordingID)): is gone; run again")
    }
    return found
  }
}
