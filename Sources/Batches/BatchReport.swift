import FoundationEssentials
import SPBasics
import SPPipelines
import SPTables

/// The results of a batch.
public struct BatchReport: Hashable, Sendable {
  /// The pipeline's name.
  public var name: String
  /// The version of the tool.
  public var toolVersion: String
  /// When it began, as ISO 8601 in UTC.
  public var started: String
  /// When it ended, in the same form.
  public var finished = ""
  /// The computer that it ran on.
  public var host = HostName.current
  /// How many recordings were processed at a time.
  public var jobs: Int
  /// Which shard of the plan it was, as `3/10`.
  public var shard: String?
  /// The largest memory that the process had used by the end.
  public var peakMemoryBytes = 0
  /// The recordings of this run, in the order of their identifiers.
  public var recordings: [RecordingReport]
  /// The joined tables.
  public var merged: [WrittenTable] = []
  /// Why tables could not be joined, or records not written, a line each.
  public var errors: [String] = []
  /// Further remarks, one line each.
  public var notes: [String] = []
  /// Whether the report was written to the output folder as the record of its last run; a run that ends before any
  /// table writes none.
  public internal(set) var isKept = false
  /// Whether one of `errors` may be temporary.
  public var isWorthRetrying = false
  var pipeline: PipelineRecord?
  /// The duration, and the part of it for joining tables.
  var seconds = 0.0
  var joiningSeconds = 0.0
  /// The total cost of its recordings.
  var costs = BatchCosts()

  init(
    name: String, toolVersion: String, started: Date, jobs: Int, shard: String?, recordings: [RecordingReport]
  ) {
    self.name = name
    self.toolVersion = toolVersion
    self.started = UTCTime.text(started)
    self.jobs = jobs
    self.shard = shard
    self.recordings = recordings
  }

  /// The number of recordings with a status.
  public func count(_ status: RecordingReport.Status) -> Int { recordings.count { $0.status == status } }

  /// The number of recordings that did not have to run.
  public var upToDateCount: Int { recordings.count { !$0.isRun } }

  /// Why recordings failed: each cause with their identifiers, in the order of the first of each.
  public var causes: [(cause: String, recordingIDs: [String])] {
    var groups = CauseGroups()
    for recording in recordings where recording.status == .failed {
      if let cause = recording.cause { groups.add(cause, of: recording.recordingID) }
    }
    return groups.all
  }

  /// Causes shared by several recordings, with the first of these, one line each.
  public var sharedCauses: [String] {
    causes.filter { $0.recordingIDs.count > 1 }.map { cause, ids in
      "\(counted(ids.count, "recording")): \(cause) (\(RecordingNames.text(ids)))"
    }
  }

  /// Whether every recording is done and every table joined.
  public var isComplete: Bool { count(.done) == recordings.count && errors.isEmpty }
}

extension BatchReport: Encodable {
  private enum Key: String, CodingKey {
    case name
    case toolVersion = "tool_version"
    case started, finished, host, jobs, shard
    case peakMemoryBytes = "peak_memory_bytes"
    case done, failed, interrupted
    case upToDate = "up_to_date"
    case recordings, merged, errors, notes
    case isWorthRetrying = "worth_retrying"
  }

  /// Writes everything, with the effective pipeline, and the stages of only those recordings that ran.
  public func encode(to encoder: any Encoder) throws { try encode(recordings.map(\.told), to: encoder) }

  fileprivate func encode(_ told: [RecordingReport], to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(name, forKey: .name)
    try values.encode(toolVersion, forKey: .toolVersion)
    try values.encode(started, forKey: .started)
    try values.encode(finished, forKey: .finished)
    try values.encode(host, forKey: .host)
    try values.encode(jobs, forKey: .jobs)
    try values.encodeIfPresent(shard, forKey: .shard)
    try values.encode(peakMemoryBytes, forKey: .peakMemoryBytes)
    try values.encode(count(.done), forKey: .done)
    try values.encode(count(.failed), forKey: .failed)
    try values.encode(count(.interrupted), forKey: .interrupted)
    try values.encode(upToDateCount, forKey: .upToDate)
    try values.encode(told, forKey: .recordings)
    try values.encode(merged, forKey: .merged)
    try values.encode(errors, forKey: .errors)
    try values.encode(notes, forKey: .notes)
    try values.encode(isWorthRetrying, forKey: .isWorthRetrying)
    try pipeline?.encode(to: encoder)
  }

  /// Indented JSON with sorted keys, ending in a line break.
  /// - Throws: errors from the JSON encoder.
  public func json() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try writeJSON { bytes += $0 }
    return bytes
  }

  /// Writes the same JSON in pieces, so that memory does not grow with the number of recordings.
  /// - Throws: errors from the JSON encoder, and errors of `write`.
  package func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
    try JSONOutput.write(
      WithoutRecordings(report: self), filling: "recordings", with: recordings.lazy.map(\.told), to: write)
  }

  /// Writes the same JSON in pieces that are made on several processors. For a recording that ran, its status file is
  /// read.
  /// - Parameter jobs: How many pieces are made at a time.
  /// - Throws: errors from the JSON encoder, and errors of `write`.
  func writeJSON(jobs: Int, _ write: ([UInt8]) throws -> Void) async throws {
    let list = try JSONOutput.LongList(WithoutRecordings(report: self), "recordings")
    try write(list.beginning)
    for start in stride(from: 0, to: recordings.count, by: Self.recordingsAtATime) {
      let part = recordings[start..<min(start + Self.recordingsAtATime, recordings.count)]
      let texts = await Concurrently.map(Array(part.indices), jobs: jobs) { places in
        places.map { place in
          Result { try JSONOutput.LongList.bytes(of: part[place].told, isFirst: place == 0) }
        }
      }
      for text in texts { try write(text.get()) }
    }
    try write(list.end(isEmpty: recordings.isEmpty))
  }

  /// The number of recordings that are in memory as text at a time, which take some 2 MB.
  private static let recordingsAtATime = 256

  /// A report with an empty list of recordings, but with all their counts.
  private struct WithoutRecordings: Encodable {
    let report: BatchReport

    func encode(to encoder: any Encoder) throws { try report.encode([], to: encoder) }
  }
}

extension RecordingReport {
  /// The part of a record for this report: the stages of a recording that did not run are in an earlier one.
  fileprivate var told: RecordingReport { isRun ? self : withoutStages }
}
