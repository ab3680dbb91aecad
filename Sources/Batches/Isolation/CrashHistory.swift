import SPBasics

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
  /// Work that stalled for a short while and was taken over by another process beside this one. It is left until
  /// everything else is done.
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
  public mutating func recall(_ plan: BatchPlan, toolVersion: String) {
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
  public struct Crashed: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// How the program ended.
    public let cause: Cause

    /// What happened, and how to solve it, without the file.
    var message: String { cause.message }

    /// The file, what happened, and how to solve it.
    public var description: String { "\(path): \(message)" }
  }
}
