import Files

/// What is known of recordings at which the program crashed or stalled, so that a run after that gets past them.
///
/// Libraries that read files can crash on damaged ones, or never return from them. A process cannot survive that, but one
/// that watches it can start it again: what was finished is done already, and what was under way is in a
/// ``WorkJournal``.
public struct CrashHistory: Sendable {
  /// How the program ended at a recording.
  public struct Cause: Hashable, Sendable {
    /// What happened, and what to do, without the file.
    public var message: String
    /// Whether nothing moved any more, which takes long to find out again.
    public var isStall: Bool

    /// Makes a cause.
    public init(message: String, isStall: Bool = false) {
      self.message = message
      self.isStall = isStall
    }
  }

  /// How the program ended at a recording that it is not to try again, by the file's absolute path.
  public var causes: [String: Cause]
  /// Files of which one or another made the program crash: each is worked on alone, after all others.
  public var suspects: Set<String>
  /// Files that are finished, done or failed, since the command was given: they are not worked on again after a crash,
  /// whatever its options ask for. Absolute paths.
  public var finished: Set<String>
  /// Work at which nothing moved for a short while, so that another process is at it beside this one. It is left until all
  /// else is done.
  public var setAside: Set<WorkStep> = []
  /// The one piece of work that this process is for; nil for one that does it all.
  public var only: WorkStep?
  /// Where to note what is under way.
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

  /// Has recordings fail at once at which an earlier run stalled, by its record, and whose files are as they were then.
  ///
  /// Those that the plan was told to try again whatever happened are tried again, and so are all by another version.
  public mutating func recall(_ plan: BatchPlan, toolVersion: String) {
    for item in plan.work where causes[item.work.path] == nil {
      let record = item.decision.previous.flatMap { $0.toolVersion == toolVersion && $0.status == .failed ? $0 : nil }
      let isSame = item.work.stamp != nil && record?.input.stamp == item.work.stamp
      let stall = isSame ? record?.errors.first { $0.isStall == true }?.cause : nil
      guard let message = stall ?? (item.work.isStalled ? item.work.fault : nil) else { continue }
      causes[item.work.path] = Cause(message: message, isStall: true)
    }
  }

  /// The program crashed or stalled while it worked on a recording.
  public struct Crashed: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// How the program ended.
    public let cause: Cause

    /// What happened, and what to do, without the file.
    var message: String { cause.message }

    /// The file, what happened, and what to do.
    public var description: String { "\(path): \(message)" }
  }
}
