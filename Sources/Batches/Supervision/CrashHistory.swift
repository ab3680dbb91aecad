import FoundationEssentials
import SPBasics
import SPPipelines

/// The recordings on which the program crashed or stalled, so that the next process can skip them.
///
/// Libraries that read files can crash on damaged ones, or never return. The process does not survive that, but a
/// supervisor can start it again: finished recordings are done already, and those in progress are in a ``WorkJournal``.
public struct CrashHistory: Sendable {
  /// How the program ended on a recording.
  public struct Cause: Hashable, Sendable {
    /// What happened, and how to solve it, without the file.
    public var message: String
    /// Whether the program stalled, which takes long to find out again.
    public var isStall: Bool

    /// Makes a cause.
    public init(message: String, isStall: Bool = false) {
      self.message = message
      self.isStall = isStall
    }
  }

  /// How the program ended on recordings that must not be tried again, by the files' absolute paths.
  public var causes: [String: Cause]
  /// Files of which one, it is not known which, made the program crash: each is processed alone, after all others.
  public var suspects: Set<String>
  /// Files finished (done or failed) since the command was given, by absolute path: they are not processed again after
  /// a crash, whatever the options.
  public var finished: Set<String>
  /// Work that stalled for a short while and that another process has taken over. This process does it last.
  public var setAside: Set<WorkStep> = []
  /// The only piece of work of this process; nil for a process that does all of it.
  public var only: WorkStep?
  /// The journal for work in progress.
  public var journal: (any WorkJournal)?

  /// Makes a history.
  public init(
    causes: [String: Cause] = [:], suspects: Set<String> = [], finished: Set<String> = [],
    journal: (any WorkJournal)? = nil
  ) {
    self.causes = causes
    self.suspects = suspects
    self.finished = finished
    self.journal = journal
  }

  /// Makes recordings fail at once if an earlier run, by its record, or the list of the plan stalled on them.
  ///
  /// A record counts only if its file and the version of the tool are unchanged. Do not call this if the user asked for
  /// another try.
  package mutating func recall(_ plan: BatchPlan, toolVersion: String) {
    for item in plan.work where causes[item.work.path] == nil {
      // Where the record cannot be read any more, the recording is tried again.
      let failed = item.decision.previousEnding == .failed ? try? item.decision.previous() : nil
      let record = failed.flatMap { $0.toolVersion == toolVersion ? $0 : nil }
      let isSame = item.work.stamp != nil && record?.input.stamp == item.work.stamp
      let stall = isSame ? record?.errors.first { $0.isStall == true }?.cause : nil
      guard let message = stall ?? (item.work.isStalled ? item.work.fault : nil) else { continue }
      causes[item.work.path] = Cause(message: message, isStall: true)
    }
  }

  /// An error for a recording on which the program crashed or stalled.
  package struct Crashed: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    package let path: String
    /// How the program ended.
    package let cause: Cause

    /// What happened, and how to solve it, without the file.
    var message: String { cause.message }

    /// The file, what happened, and how to solve it.
    package var description: String { "\(path): \(message)" }
  }
}

// MARK: Work

extension CrashHistory {
  /// Orders files for processing. Files that another process is working on come last.
  /// - Parameters:
  ///   - paths: The files.
  ///   - name: The kind of work.
  /// - Returns: The positions of the files.
  package func order(of paths: [String], for name: String) -> [Int] {
    guard !setAside.isEmpty else { return Array(paths.indices) }
    let isLate = paths.map { setAside.contains(step(name, $0)) }
    return paths.indices.filter { !isLate[$0] } + paths.indices.filter { isLate[$0] }
  }

  /// Processes files, any of which may crash the program, and returns the results in their order.
  /// - Parameters:
  ///   - paths: the files.
  ///   - name: the kind of work.
  ///   - work: processes the files; it calls `attempt(_:as:worker:failsAtOnce:tellsProgress:_:)` for each.
  /// - Throws: the errors of the work.
  package func map<Result>(_ paths: [String], for name: String, _ work: (String) throws -> Result) rethrows -> [Result]
  {
    guard !setAside.isEmpty else { return try paths.map(work) }
    var results: [Int: Result] = [:]
    for index in order(of: paths, for: name) { results[index] = try work(paths[index]) }
    return paths.indices.compactMap { results[$0] }
  }

  /// Processes a file that may crash the program or make it stall, noting in the journal that it is in
  /// progress.
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The kind of work.
  ///   - worker: The number of the worker. Each worker processes one file at a time.
  ///   - failsAtOnce: Whether the work is skipped for a file that crashed or stalled before. Otherwise the work finds
  ///     the fault itself when it opens the file, as only work on HDF5 files does.
  ///   - tellsProgress: Whether time outside of HDF5 without progress counts as a stall; by default the same as
  ///     `failsAtOnce`.
  ///   - work: The work.
  /// - Throws: `Crashed`, `CancellationError`, and the errors of the work.
  package func attempt<Result>(
    _ path: String, as name: String, worker: Int = 0, failsAtOnce: Bool = true, tellsProgress: Bool? = nil,
    _ work: () throws -> Result
  ) throws -> Result {
    let step = step(name, path)
    try check(step, failsAtOnce: failsAtOnce)
    defer { journal?.ended(step) }
    return try note(step, tellsProgress: tellsProgress ?? failsAtOnce, worker, work)
  }

  /// The same for work whose result is kept, so that no process repeats it after a crash; it may read other files, too.
  package func attempt<Result: Codable>(
    _ path: String, and others: [String] = [], keeping name: String, worker: Int = 0, failsAtOnce: Bool = true,
    _ work: () throws -> Result
  ) throws -> Result {
    let step = step(name, path)
    func known() -> Result? {
      journal?.kept(step).flatMap { try? JSONDecoder().decode(Result.self, from: Data($0)) }
    }
    if let result = known() { return result }
    try check(step, failsAtOnce: failsAtOnce)
    // Another process may have done it meanwhile.
    if setAside.contains(step), let result = known() { return result }
    defer { journal?.ended(step) }
    let result = try note(step, others: others, tellsProgress: failsAtOnce, worker, work)
    // A result that cannot be kept is computed again.
    if let journal, let bytes = try? JSONOutput.lineBytes(result) { journal.keep(bytes, of: step) }
    return result
  }

  /// The same as `attempt(_:as:worker:failsAtOnce:tellsProgress:_:)` for all files of a recording, and for work that
  /// continues afterwards.
  func begin<Result>(_ item: WorkItem, as name: String, worker: Int, _ work: () throws -> Result) throws -> Result {
    let step = step(name, item.path)
    try check(step, failsAtOnce: true)
    return try note(step, others: item.others.map(\.path), tellsProgress: true, worker, work)
  }

  /// Whether another process, to which a file was left, has finished it; waits for that process.
  /// - Throws: `CancellationError` if the task is cancelled meanwhile.
  func wasFinishedElsewhere(_ path: String, as name: String) throws -> Bool {
    let step = step(name, path)
    guard setAside.contains(step), let journal, try journal.cause(of: step) == nil else { return false }
    return journal.isFinished(step.path)
  }

  /// Restarts the work if a file that was listed as temporarily unreadable can now be read; waits for the process that
  /// reads it.
  /// - Throws: `Crashed` for a file that cannot be read, `CancellationError` if the task is cancelled meanwhile.
  func askAfterIdentifier(of path: String) throws {
    let step = step(WorkList.step, path)
    guard setAside.contains(step), let journal else { return }
    if let cause = try journal.cause(of: step) { throw Crashed(path: step.path, cause: cause) }
    journal.startOver()
  }

  /// A list with the faults of files that were listed as temporarily unreadable; nil if there are none. Call it after
  /// the batch has checked them.
  func settled(_ list: WorkList) -> WorkList? {
    guard !setAside.isEmpty else { return nil }
    var items = list.items
    for (index, item) in items.enumerated() where setAside.contains(step(WorkList.step, item.path)) {
      guard let cause = try? journal?.cause(of: step(WorkList.step, item.path)) else { return nil }
      items[index] = item.unreadable(cause)
    }
    return items == list.items ? nil : WorkList(items)
  }

  /// A piece of work by its name and its file.
  func step(_ name: String, _ path: String) -> WorkStep { WorkStep(path: Folder.absolute(path), name: name) }

  private func note<Result>(
    _ step: WorkStep, others: [String] = [], tellsProgress: Bool, _ worker: Int, _ work: () throws -> Result
  ) rethrows -> Result {
    journal?.note(step, others: others, tellsProgress: tellsProgress, worker: worker)
    defer { journal?.note(nil, others: [], tellsProgress: false, worker: worker) }
    return try work()
  }

  /// Throws if the work must not be done here, or not any more; waits for another process that is doing it.
  private func check(_ step: WorkStep, failsAtOnce: Bool) throws {
    if failsAtOnce, let cause = causes[step.path] { throw Crashed(path: step.path, cause: cause) }
    if let only, only.path != step.path {
      throw Crashed(path: step.path, cause: Cause(message: "left to another process"))
    }
    guard setAside.contains(step), let cause = try journal?.cause(of: step), failsAtOnce else { return }
    throw Crashed(path: step.path, cause: cause)
  }

  // MARK: Headers

  /// Plans a pipeline for recordings whose headers may crash the program, and keeps the results.
  ///
  /// If a file did so before, that is its only fault.
  /// - Returns: the results of reading the headers, in the order of the recordings.
  package func headers(of items: [WorkItem], for pipeline: Pipeline) -> [RecordingHeaders] {
    let byPath = Dictionary(items.map { ($0.shownPath, $0) }) { first, _ in first }
    return map(items.map(\.shownPath), for: RecordingHeaders.step) { path in
      headers(at: path, of: byPath[path]?.shownPaths ?? [path], for: pipeline)
    }.map { headers in
      guard let item = byPath[headers.path], item.isDuplicate, let fault = item.fault else { return headers }
      return headers.failing(Diagnostic(.error, at: .file(pipeline.file), recording: item.shownPath, message: fault))
    }
  }

  private func headers(at path: String, of paths: [String], for pipeline: Pipeline) -> RecordingHeaders {
    do {
      return try attempt(path, and: Array(paths.dropFirst()), keeping: RecordingHeaders.step) {
        RecordingHeaders(pipeline.plan(paths))
      }
    } catch {
      let fault = Diagnostic(
        .error, at: .file(pipeline.file), recording: path, message: (error as? Crashed)?.message ?? error.message)
      return RecordingHeaders(RecordingPlan(inputPaths: paths, recordingID: nil, diagnostics: [fault], slots: [:]))
    }
  }
}

/// The headers of a recording, and whether they are suitable for a pipeline.
package struct RecordingHeaders: Hashable, Sendable, Codable {
  /// The name of reading headers in a journal, as ``CrashHistory/map(_:for:_:)`` takes it.
  package static let step = "headers"

  /// The file.
  package let path: String
  /// Its identifier, if it could be read.
  package let recordingID: String?
  /// Whether the pipeline can run on it.
  package private(set) var isRunnable: Bool
  /// Whether the pipeline can run on it and is not for another sport.
  package var isSuited: Bool { isRunnable && diagnostics.allSatisfy { $0.sport == nil } }
  /// The facts about slots with a rate, by their references.
  package let slots: [String: SlotFacts]
  /// The faults and warnings.
  package private(set) var diagnostics: [Diagnostic]

  init(_ plan: RecordingPlan) {
    path = plan.inputPath
    recordingID = plan.recordingID
    isRunnable = plan.isRunnable
    let facts = plan.slots.compactMap { reference, expectation -> (String, SlotFacts)? in
      guard case .present(let facts) = expectation, facts.rateHz != nil else { return nil }
      return ("\(reference)", facts)
    }
    slots = Dictionary(uniqueKeysWithValues: facts)
    diagnostics = plan.diagnostics
  }

  /// The same with a fault more.
  func failing(_ fault: Diagnostic) -> RecordingHeaders {
    var headers = self
    headers.isRunnable = false
    headers.diagnostics.append(fault)
    return headers
  }

  private enum CodingKeys: String, CodingKey {
    case path
    case recordingID = "recording_id"
    case isRunnable = "runs"
    case slots, diagnostics
  }
}
