/// What is known of recordings at which the program crashed, so that a run after that gets past them.
///
/// Libraries that read files can crash on damaged ones. A process cannot survive that, but one that watches it can start
/// it again: what was finished is done already, and what was under way is in a ``WorkJournal``.
public struct CrashHistory: Sendable {
  /// How the program ended at a recording that it is not to try again, by the file's absolute path.
  public var causes: [String: String]
  /// Files of which one or another made the program crash: each is worked on alone, after all others.
  public var suspects: Set<String>
  /// Where to note what is under way.
  public var journal: (any WorkJournal)?

  /// Makes a history.
  public init(causes: [String: String] = [:], suspects: Set<String> = [], journal: (any WorkJournal)? = nil) {
    self.causes = causes
    self.suspects = suspects
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

  /// The program crashed while it worked on a recording.
  public struct Crashed: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// How the program ended.
    public let cause: String

    /// What happened, and what to do.
    public var description: String {
      "\(path): the program crashed while it worked on it (\(cause)); the file is probably damaged: record or copy it anew"
    }
  }
}

/// Where a process notes which files it is at work on, for one that watches it.
public protocol WorkJournal: Sendable {
  /// Notes the file that a worker is at work on; nil for none.
  func note(_ path: String?, worker: Int)
}
