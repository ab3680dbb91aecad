import Files

/// What became of one recording of a batch.
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
  /// Why it ran; none where it was up to date.
  public var reasons: [String] = []
  /// What went wrong, a line each.
  public var errors: [String] = []
  /// What was odd without ending the run, a line each.
  public var warnings: [String] = []
  /// How long it took.
  public var seconds = 0.0
  /// One record a stage, in order, for a recording that is done.
  public var stages: [StageRecord] = []
  /// The tables that were written.
  public var tables: [WrittenTable] = []
  /// Whether running it again may well end better.
  public var isWorthRetrying = false

  /// How long the recording is, in s, where its header was read and told.
  public internal(set) var recordedSeconds: Double?
  /// Whether this process worked on it, be it in vain.
  var isWorkedOn = false
  /// What its run took; nothing once the batch has added it up.
  var cost = RecordingCost()
  /// What went wrong, in parts.
  public private(set) var faults: [RecordingFault] = []
  /// What is kept of it beside its tables, where it is done.
  public internal(set) var stored: RecordingStatus?

  /// Begins a report of work on a recording that is no run of a pipeline.
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

  /// The report of a recording that did not have to run: what is known of it from before.
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

  /// The report of a recording that has failed already, from its record; nothing for others.
  init?(failed item: BatchPlan.Item) {
    guard let record = item.decision.previous, record.status == .failed else { return nil }
    self.init(item.work, status: .failed)
    reasons = record.reasons
    faults = record.errors
    errors = record.errors.map(\.message)
    isWorthRetrying = record.isWorthRetrying
  }

  /// Whether it ran, or would have had the batch not ended.
  public var isRun: Bool { !reasons.isEmpty || status != .done }

  /// The last number that any stage noted under a name.
  public func note(_ name: String) -> Double? {
    stages.reversed().lazy.compactMap { $0.notes[name] }.first
  }

  /// Why it failed, without stage and place in the pipeline; one fault, with how many more there are.
  public var cause: String? {
    var causes: [String] = []
    for cause in faults.map(\.cause) where !causes.contains(cause) { causes.append(cause) }
    guard let first = causes.first else { return errors.first }
    let rest = causes.count - 1
    return rest == 0 ? first : "\(first) (and \(rest) \(rest == 1 ? "fault" : "faults") more)"
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
