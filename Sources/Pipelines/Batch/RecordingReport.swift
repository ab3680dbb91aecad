import Files

/// The result of one recording of a batch.
public struct RecordingReport: Hashable, Sendable, Codable {
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
  /// Why it ran; empty if it was up to date.
  public var reasons: [String] = []
  /// The errors, one line each.
  public var errors: [String] = []
  /// The warnings, one line each.
  public var warnings: [String] = []
  /// How long it took, in s.
  public var seconds = 0.0
  /// One record per stage, in order, for a finished recording.
  public var stages: [StageRecord] = []
  /// The tables that were written.
  public var tables: [WrittenTable] = []
  /// Whether running it again may succeed.
  public var isWorthRetrying = false

  /// The length of the recording, in s, if its header states it.
  public internal(set) var recordedSeconds: Double?
  /// Whether this process worked on it, successfully or not.
  var isWorkedOn = false
  /// The cost of its run; empty once the batch has added it up.
  var cost = RecordingCost()
  /// The faults, in parts.
  public private(set) var faults: [RecordingFault] = []
  /// The record stored beside its tables, if it is done.
  public internal(set) var stored: RecordingStatus?

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
    guard let previous = item.decision.previous else { return }
    warnings = previous.warnings
    stages = previous.stages
    stored = previous
  }

  /// The report of a recording that another process of the same run has finished, from its record.
  init(_ item: BatchPlan.Item, record: RecordingStatus, in output: OutputFolder) {
    self.init(item.work, status: record.status)
    reasons = item.decision.reasons
    faults = record.errors
    errors = record.errors.map(\.message)
    warnings = record.warnings
    seconds = record.seconds
    isWorthRetrying = record.isWorthRetrying
    stages = record.stages
    guard record.status == .done else { return }
    tables = record.tables.map { WrittenTable(table: $0.table, path: output.path + "/" + $0.path) }
    stored = record
  }

  /// The report of a recording that has already failed, from its record; nil for others.
  init?(failed item: BatchPlan.Item) {
    guard let record = item.decision.previous, record.status == .failed else { return nil }
    self.init(item.work, status: .failed)
    reasons = record.reasons
    faults = record.errors
    errors = record.errors.map(\.message)
    isWorthRetrying = record.isWorthRetrying
  }

  /// Whether it ran, or would have run if the batch had continued.
  public var isRun: Bool { !reasons.isEmpty || status != .done }

  /// The number noted under a name by the last stage that did so.
  public func note(_ name: String) -> Double? {
    stages.reversed().lazy.compactMap { $0.notes[name] }.first
  }

  /// Why it failed, without stage and place in the pipeline: one fault, and the number of others.
  public var cause: String? {
    var causes: [String] = []
    for cause in faults.map(\.cause) where !causes.contains(cause) { causes.append(cause) }
    guard let first = causes.first else { return errors.first }
    let rest = causes.count - 1
    return rest == 0 ? first : "\(first) (and \(counted(rest, "fault")) more)"
  }

  mutating func add(_ error: any Error, at path: String) {
    let found = RecordingFault.faults(of: error, at: path)
    faults += found
    errors += found.map(\.message)
    isWorthRetrying = isWorthRetrying || Files.isWorthRetrying(error)
  }

  private enum CodingKeys: String, CodingKey {
    case path
    case recordingID = "recording_id"
    case status, reasons, errors, warnings, seconds, stages, tables
    case isWorthRetrying = "worth_retrying"
  }
}
