/// What is known of recordings at which the program crashed, so that a run after that gets past them.
///
/// Libraries that read files can crash on damaged ones. A process cannot survive that, but one that watches it can start
/// it again: what was finished is done already, and what was under way is in a ``WorkJournal``.
public struct CrashHistory: Sendable {
  /// How the program ended at a recording that it is not to try again, by the file's absolute path.
  public var causes: [String: String]
  /// Files of which one or another made the program crash: each is worked on alone, after all others.
  public var suspects: Set<String>
  /// Files that are finished, done or failed, since the command was given: they are not worked on again after a crash,
  /// whatever its options ask for. Absolute paths.
  public var finished: Set<String>
  /// Where to note what is under way.
  public var journal: (any WorkJournal)?

  /// Makes a history.
  public init(
    causes: [String: String] = [:], suspects: Set<String> = [], finished: Set<String> = [],
    journal: (any WorkJournal)? = nil
  ) {
    self.causes = causes
    self.suspects = suspects
    self.finished = finished
    self.journal = journal
  }

  /// Does something with a file that may crash the program, noting that it is under way.
  /// - Throws: ``Crashed`` for a file that did so before, and what the work throws.
  func attempt<Result>(_ path: String, worker: Int, _ work: () throws -> Result) throws -> Result {
    let path = WorkItem.absolute(path)
    if let cause = causes[path] { throw Crashed(path: path, cause: cause) }
    journal?.note(path, worker: worker)
    defer { journal?.note(nil, worker: worker) }
    return try work()
  }

  /// Plans a pipeline for a recording whose headers may crash the program.
  ///
  /// For a file that did so before, the plan has that as its only fault.
  public func plan(_ path: String, with pipeline: Pipeline) -> RecordingPlan {
    do {
      return try attempt(path, worker: 0) { pipeline.plan(path) }
    } catch {
      let fault = Diagnostic(
        .error, at: .file(pipeline.file), recording: path, message: (error as? Crashed)?.message ?? error.message)
      return RecordingPlan(inputPath: path, recordingID: nil, diagnostics: [fault], slots: [:])
    }
  }

  /// The program crashed while it worked on a recording.
  public struct Crashed: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// How the program ended.
    public let cause: String

    /// What happened, and what to do, without the file.
    var message: String {
      "the program crashed while it worked on it (\(cause)); the file is probably damaged: record or copy it anew"
    }

    /// The file, what happened, and what to do.
    public var description: String { "\(path): \(message)" }
  }
}

/// Where a process notes which files it is at work on, for one that watches it.
public protocol WorkJournal: Sendable {
  /// Notes the file that a worker is at work on; nil for none.
  func note(_ path: String?, worker: Int)

  /// Notes that a file is finished, done or failed, by its absolute path.
  func finished(_ path: String)
}
