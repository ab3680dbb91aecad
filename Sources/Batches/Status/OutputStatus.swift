import SPBasics
import SPRecordings
import SPTables

/// The progress of an output folder: the state of each recording of its plan, and whether it is current.
public struct OutputStatus: Sendable {
  /// The state of a recording.
  public enum State: String, Hashable, Sendable, CaseIterable, Codable {
    /// Its tables were made from the current file, with the last run's pipeline and version.
    case done
    /// It failed.
    case failed
    /// It was done, but its file, a table, the options or the version have changed; or its status cannot be read.
    case stale
    /// It was not run yet.
    case missing
  }

  /// One recording.
  public struct Entry: Hashable, Sendable {
    /// The recording.
    public let recordingID: String
    /// Its file.
    public let path: String
    /// Its further files: a session has several.
    let others: [String]
    /// Its state.
    public let state: State
    /// The reasons, for any state but done.
    public let causes: [String]
    /// The result of its last run; nil if there was none.
    public let result: Result?

    /// All its files.
    public var paths: [String] { [path] + others }
  }

  /// The main facts about a recording's last run. All others stay in its status file, since a folder may have 100,000
  /// recordings.
  public struct Result: Hashable, Sendable {
    /// The version of the tool.
    public let toolVersion: String
    /// The computer that it ran on.
    public let host: String
    /// When it began, as ISO 8601 in UTC.
    public let started: String
    /// How long it took, in s.
    public let seconds: Double
    /// The largest memory that the process had used by its end.
    public let peakMemoryBytes: Int
    /// What went wrong.
    public let faults: [RecordingFault]
    /// Whether it failed for a reason that may be temporary.
    public let isWorthRetrying: Bool
    private let filed: FiledResult

    init(_ status: RecordingStatus, in files: StatusFiles, sharing shared: inout Shared) {
      toolVersion = shared.text(status.toolVersion)
      host = shared.text(status.host)
      started = status.started
      seconds = status.seconds
      peakMemoryBytes = status.peakMemoryBytes
      faults = status.errors
      isWorthRetrying = status.isWorthRetrying
      filed = FiledResult(status, in: files, sharing: &shared.names)
    }

    /// Warnings, one line each.
    public var warnings: [String] { filed.warnings }
    /// The numbers that its stages noted, by name. If two stages noted one name, the first stage counts. Empty after a
    /// failure.
    public var notes: [String: Double] {
      Dictionary((filed.notes?.stages ?? []).flatMap(\.all)) { first, _ in first }
    }
    /// Its tables by name, with their paths in the output folder.
    public var tables: [(name: String, path: String)] { filed.tablesToJoin.tables.map { ($0.table, $0.path) } }

    /// All of it, from its status file.
    /// - Throws: `OutputFolder.Unreadable` or `FileError` if that file cannot be read any more.
    public func status() throws -> RecordingStatus { try filed.status() }

    var tablesToJoin: RecordingStatus.Tables { filed.tablesToJoin }
  }

  /// What the results of many recordings have in common.
  struct Shared {
    var names = PackedNotes.KnownNames()
    private var texts: Set<String> = []

    mutating func text(_ text: String) -> String { texts.insert(text).memberAfterInsert }
  }

  /// What the last run was to make; nil for folders with mixed pipelines.
  public let target: BatchTarget?
  /// The recordings of the plan, in its order.
  public let entries: [Entry]
  /// The recordings that the last run without a pipeline could not run, since no built-in pipeline suits them.
  package let unassigned: [UnassignedRecord.Recording]
  /// The joined tables that match the finished recordings: their files, by the names of the tables.
  public let joins: [String: String]
  /// Joined tables that do not match the finished recordings.
  public let staleJoins: [String]
  /// Identifiers of recordings with files from earlier runs that are not in the plan.
  public let leftovers: [String]

  /// Reads the status of a folder.
  /// - Parameters:
  ///   - output: The folder.
  ///   - isVerified: Whether contents are compared even if size and time are unchanged.
  ///   - verifiesJoins: Whether the contents of joined tables are always compared.
  ///   - checksInputs: Whether inputs are checked.
  ///   - jobs: How many recordings are checked at a time.
  /// - Throws: `FileError`, ``WorkList/Unreadable`` or `OutputFolder.Unreadable` if its records cannot be read,
  ///   `NoOutput` if there are none.
  public init(
    of output: OutputFolder, isVerified: Bool = false, verifiesJoins: Bool = false, checksInputs: Bool = true,
    jobs: Int = 1
  ) async throws {
    guard let list = try output.plan() else { throw NoOutput(path: output.path) }
    target = try output.target()
    let upToDate = UpToDateCheck(of: target, in: output, isVerified: isVerified, checksInputs: checksInputs)
    let files = StatusFiles(output, tables: [])
    entries = await Concurrently.map(list.items, jobs: jobs) { items in
      var shared = Shared()
      return items.map { Entry($0, upToDate.decision(for: $0), in: files, sharing: &shared) }
    }
    unassigned = output.unassigned(outside: list)
    (joins, staleJoins) = TableJoin.files(
      Self.tablesOfDone(entries), target.map { Array($0.tables.keys) } ?? [], in: output,
      isVerified: isVerified || verifiesJoins)
    leftovers = try output.statusIDs(outside: list)
  }

  /// An error for a folder without records of a run.
  public struct NoOutput: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder.
    public let path: String

    package init(path: String) { self.path = path }

    /// The folder, and the expected folder.
    public var description: String {
      let runs = OutputFolder(path).runsInside
      guard runs.isEmpty else {
        return
          "\(path): has a run per sport, in \(runs.map(\.path).joined(separator: ", ")); expected one of these folders"
      }
      return "\(path): \(Folder.exists(path) ? "holds no records of a run" : "there is no such folder"); "
        + "expected the output folder of swingpipe run"
    }
  }

  /// The tables of the recordings that are done, in the order of their identifiers.
  var tablesOfDone: some Sequence<RecordingStatus.Tables> { Self.tablesOfDone(entries) }

  private static func tablesOfDone(_ entries: [Entry]) -> some Sequence<RecordingStatus.Tables> {
    entries.lazy.filter { $0.state == .done }.compactMap { $0.result?.tablesToJoin }
  }

  /// The number of recordings in a state.
  public func count(_ state: State) -> Int { entries.count { $0.state == state } }

  /// Whether every recording is done.
  public var isComplete: Bool { count(.done) == entries.count }

  /// The causes of a state, most frequent first, each with its recordings.
  ///
  /// Causes that differ only in numbers, such as a file's size, or in the recording's name count as one; the first is
  /// shown.
  package func causes(of state: State) -> [(cause: String, recordingIDs: [String])] {
    Self.grouped(entries.lazy.filter { $0.state == state }.map { ($0.causes.joined(separator: "; "), $0.recordingID) })
  }

  private static func grouped(
    _ causes: some Sequence<(cause: String, recordingID: String)>
  ) -> [(cause: String, recordingIDs: [String])] {
    var groups = CauseGroups()
    for (cause, id) in causes { groups.add(cause, of: id) }
    return groups.all.sorted { ($1.recordingIDs.count, $0.cause) < ($0.recordingIDs.count, $1.cause) }
  }
}

extension OutputStatus.Entry {
  init(
    _ item: WorkItem, _ decision: RunDecision, in files: StatusFiles, sharing shared: inout OutputStatus.Shared
  ) {
    let previous = decision.previousInMemory
    let state: OutputStatus.State =
      decision.isUpToDate
      ? .done
      : previous.map { $0.status == .done ? .stale : .failed } ?? (decision.reasons == ["new"] ? .missing : .stale)
    var causes = decision.reasons
    if state == .failed { causes = previous.map { RecordingFault.distinct($0.errors).map(\.placedCause) } ?? causes }
    if state == .missing { causes = ["not run yet"] }
    self.init(
      recordingID: item.recordingID, path: item.path, others: item.others.map(\.path), state: state, causes: causes,
      result: previous.map { OutputStatus.Result($0, in: files, sharing: &shared) })
  }
}

extension OutputStatus.Entry {
  /// The files of a recording compared with those from which its tables were made.
  public enum InputState: Hashable, Sendable {
    /// They are unchanged, apart from labels.
    case same
    /// One is missing.
    case gone
    /// One has changed or cannot be read, or the run did not record the files.
    case changed
  }

  /// Compares its files in the same way as when a run decides whether it is up to date.
  public var inputState: InputState {
    (try? result?.status())?.inputState(of: paths) ?? (paths.allSatisfy(Folder.exists) ? .changed : .gone)
  }
}

extension RecordingStatus {
  /// Compares files with those from which the recording's tables were made.
  package func inputState(of paths: [String]) -> OutputStatus.Entry.InputState {
    guard paths.allSatisfy(Folder.exists) else { return .gone }
    return switch try? input.change(of: paths) {
    case .unchanged, .touched: .same
    case .resized, .rewritten, nil: differsOnlyInLabels(paths) ? .same : .changed
    }
  }

  /// Whether someone has only added or removed labels since. False for a session: its hash is of several files.
  private func differsOnlyInLabels(_ paths: [String]) -> Bool {
    guard let hash = input.hash, paths.count == 1 else { return false }
    return RecordingEditor.differsOnlyInLabels(paths[0], from: hash)
  }
}

// MARK: Text

extension OutputStatus {
  /// A line of counts, then the causes and further remarks, one line each.
  public var text: String {
    let counts = State.allCases.map { "\(count($0)) \($0.rawValue)" }.joined(separator: ", ")
    let name = target.map { "\($0.name), tool \($0.toolVersion): " } ?? ""
    var lines = ["\(name)\(counted(entries.count, "recording")): \(counts)"] + causes
    lines += Self.grouped(unassigned.map { ($0.reason, $0.recordingID) }).map { reason, ids in
      "not run: \(counted(ids.count, "recording")) without a pipeline: \(reason) (\(RecordingNames.text(ids)))"
    }
    if !staleJoins.isEmpty {
      lines.append(
        "joined tables are missing or out of date, and swingpipe merge makes them: \(RecordingNames.text(staleJoins))")
    }
    if !leftovers.isEmpty {
      lines.append(
        "in the folder, but not in the last run's plan: \(RecordingNames.text(leftovers)); their tables stay until deleted"
      )
    }
    return lines.map { $0.withoutControls + "\n" }.joined()
  }

  /// Lines about all unfinished recordings, by cause.
  public var causes: [String] {
    [State.failed, .stale, .missing].flatMap { state in
      causes(of: state).map { cause, ids in
        "\(state.rawValue): \(counted(ids.count, "recording")): \(cause.isEmpty ? "no cause is known" : cause) "
          + "(\(RecordingNames.text(ids)))"
      }
    }
  }
}

// MARK: JSON

extension OutputStatus {
  private enum Key: String, CodingKey {
    case pipeline
    case toolVersion = "tool_version"
    case done, failed, stale, missing, recordings, leftovers
    case staleJoins = "stale_joins"
    case recordingID = "recording_id"
    case path, state, causes
    case notRun = "not_run"
    case isWorthRetrying = "worth_retrying"
    case host, started, seconds
    case peakMemoryBytes = "peak_memory_bytes"
    case errors, warnings
  }

  /// The counts, and every recording with its state and causes, as indented JSON.
  /// - Throws: errors from the JSON encoder, and errors of `write`.
  package func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
    try JSONOutput.write(
      Counts(status: self), filling: "recordings", with: entries.lazy.map(Recording.init), to: write)
  }

  private struct Counts: Encodable {
    let status: OutputStatus

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encodeIfPresent(status.target?.name, forKey: .pipeline)
      try values.encodeIfPresent(status.target?.toolVersion, forKey: .toolVersion)
      for (state, key) in [
        (State.done, Key.done), (.failed, .failed), (.stale, .stale), (.missing, .missing),
      ] {
        try values.encode(status.count(state), forKey: key)
      }
      try values.encode(status.unassigned, forKey: .notRun)
      try values.encode(status.leftovers, forKey: .leftovers)
      try values.encode(status.staleJoins, forKey: .staleJoins)
      try values.encode([String](), forKey: .recordings)
    }
  }

  private struct Recording: Encodable {
    let entry: Entry

    init(_ entry: Entry) { self.entry = entry }

    func encode(to encoder: any Encoder) throws {
      var item = encoder.container(keyedBy: Key.self)
      try item.encode(entry.recordingID, forKey: .recordingID)
      try item.encode(entry.path, forKey: .path)
      try item.encode(entry.state, forKey: .state)
      try item.encode(entry.causes, forKey: .causes)
      try item.encode(entry.result?.isWorthRetrying ?? false, forKey: .isWorthRetrying)
      guard let result = entry.result else { return }
      try item.encode(result.host, forKey: .host)
      try item.encode(result.started, forKey: .started)
      try item.encode(result.seconds, forKey: .seconds)
      try item.encode(result.peakMemoryBytes, forKey: .peakMemoryBytes)
      try item.encode(result.faults, forKey: .errors)
      try item.encode(result.warnings, forKey: .warnings)
    }
  }
}

/// Some recordings by their identifiers, if naming all of them would take too much room.
enum RecordingNames {
  /// The number of named recordings.
  private static let named = 20

  /// The first identifiers, and the number of others.
  static func text(_ ids: [String]) -> String {
    let rest = ids.count - named
    let shown = ids.prefix(rest > 1 ? named : ids.count).joined(separator: ", ")
    return rest > 1 ? "\(shown) and \(rest) others" : shown
  }
}
