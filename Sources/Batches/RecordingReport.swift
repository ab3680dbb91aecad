import SPBasics
import SPPipelines

/// The result of one recording of a batch.
///
/// A batch keeps that of every recording until its end, so it is small: what a status file holds is read again from
/// there when it is asked for.
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
  /// The rest of it, or where that is; see `RecordingReport+Details.swift`.
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
    var causes: [String] = []
    for cause in faults.map(\.cause) where !causes.contains(cause) { causes.append(cause) }
    guard let first = causes.first else { return errors.first }
    let rest = causes.count - 1
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

  /// Writes everything but the faults in parts; what is in the recording's status file is read from there. If it
  /// cannot be read any more, that is the recording's error.
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
