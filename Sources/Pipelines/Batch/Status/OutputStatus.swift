import Files

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
    /// All its files: a session has several.
    public let paths: [String]
    /// Its state.
    public let state: State
    /// The reasons, for any state but done.
    public let causes: [String]
    /// Whether it failed for a reason that may be temporary.
    public let isWorthRetrying: Bool
    /// The record of its last run.
    public let record: RecordingStatus?
  }

  /// What the last run was to make; nil for folders with mixed pipelines.
  public let target: BatchTarget?
  /// The recordings of the plan, in its order.
  public let entries: [Entry]
  /// Joined tables that do not match the finished recordings.
  public let staleJoins: [String]
  /// Identifiers of recordings with files from earlier runs that are not in the plan.
  public let leftovers: [String]

  /// Reads the status of a folder.
  /// - Parameters:
  ///   - output: the folder.
  ///   - isVerified: whether contents are compared even if size and time are unchanged.
  ///   - checksInputs: whether inputs are checked.
  ///   - jobs: how many recordings are checked at a time.
  /// - Throws: `FileError`, ``WorkList/Unreadable`` or ``OutputFolder/Unreadable`` if its records cannot be read,
  ///   ``NoOutput`` if there are none.
  public init(
    of output: OutputFolder, isVerified: Bool = false, checksInputs: Bool = true, jobs: Int = 1
  ) async throws {
    guard let list = try output.plan() else { throw NoOutput(path: output.path) }
    target = try output.target()
    var decisions = list.items.map { _ in Decision(reasons: []) }
    let resumption = Resumption(of: target, in: output, isVerified: isVerified, checksInputs: checksInputs)
    await Concurrently.forEach(list.items, jobs: jobs) { item, _ in
      resumption.decision(for: item)
    } finished: { index, decision in
      decisions[index] = decision
    }
    entries = try zip(list.items, decisions).map { try Entry($0, $1) }
    staleJoins = TableJoin.stale(
      entries.filter { $0.state == .done }.compactMap(\.record), target.map { Array($0.tables.keys) } ?? [], in: output,
      isVerified: isVerified)
    let planned = Set(list.items.map(\.recordingID))
    leftovers = try output.statusIDs().filter { !planned.contains($0) }
  }

  /// An error for a folder without records of a run.
  public struct NoOutput: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder.
    public let path: String

    /// Makes the error for a folder.
    package init(path: String) { self.path = path }

    /// What is wrong.
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

  /// The number of recordings in a state.
  public func count(_ state: State) -> Int { entries.count { $0.state == state } }

  /// Whether every recording is done.
  public var isComplete: Bool { count(.done) == entries.count }

  /// The causes of a state, most frequent first, each with its recordings.
  ///
  /// Causes that differ only in numbers, such as a file's size, or in the recording's name count as one; the first is
  /// shown.
  public func causes(of state: State) -> [(cause: String, recordingIDs: [String])] {
    var groups = CauseGroups()
    for entry in entries where entry.state == state {
      groups.add(entry.causes.joined(separator: "; "), of: entry.recordingID)
    }
    return groups.all.sorted { ($1.recordingIDs.count, $0.cause) < ($0.recordingIDs.count, $1.cause) }
  }
}

extension OutputStatus.Entry {
  init(_ item: WorkItem, _ decision: Decision) throws {
    let previous = try decision.previous()
    let state: OutputStatus.State =
      decision.isUpToDate
      ? .done
      : previous.map { $0.status == .done ? .stale : .failed } ?? (decision.reasons == ["new"] ? .missing : .stale)
    var causes = decision.reasons
    if state == .failed { causes = previous?.errors.map(\.placedCause) ?? causes }
    if state == .missing { causes = ["not run yet"] }
    self.init(
      recordingID: item.recordingID, path: item.path, paths: [item.path] + item.others.map(\.path), state: state,
      causes: causes,
      isWorthRetrying: previous?.isWorthRetrying ?? false, record: previous)
  }
}

extension OutputStatus.Entry {
  /// The files of a recording compared with those from which its tables were made.
  public enum InputState: Hashable, Sendable {
    /// They are unchanged.
    case same
    /// One is missing.
    case gone
    /// One has changed or cannot be read, or there is no record of the files.
    case changed
  }

  /// Compares its files in the same way as when a run decides whether it is up to date.
  public var inputState: InputState {
    record?.inputState(of: paths) ?? (paths.allSatisfy(Folder.exists) ? .changed : .gone)
  }
}

extension RecordingStatus {
  /// Compares files with those from which the recording's tables were made.
  package func inputState(of paths: [String]) -> OutputStatus.Entry.InputState {
    guard paths.allSatisfy(Folder.exists) else { return .gone }
    return switch try? input.change(of: paths) {
    case .unchanged, .touched: .same
    case .resized, .rewritten, nil: .changed
    }
  }
}
