import SPHDF5
import Synchronization

/// The process in which a supervised program does its work, and its knowledge of earlier ones.
public final class SupervisedProcess: Sendable {
  private let history: Mutex<CrashHistory>
  private let journal: FileJournal?
  /// The output of earlier processes; nil if the program is not supervised.
  public let repeatedOutput: RepeatedOutput?

  /// A process without a supervisor: a fault of a file ends the program.
  public convenience init() { self.init(CrashHistory(), nil, nil) }

  init(_ history: CrashHistory, _ journal: FileJournal?, _ output: RepeatedOutput?) {
    self.history = Mutex(history)
    self.journal = journal
    repeatedOutput = output
    giveUp(after: FileGuard.usualStallTimeoutS)
  }

  /// At which files earlier processes crashed, what they finished, and the journal for work in progress.
  public var crashHistory: CrashHistory { history.withLock { $0 } }

  /// Whether this process does only one piece of work, besides the main one; its output is discarded.
  public var isForOne: Bool { crashHistory.only != nil }

  /// Whether it is not known which of several files ended a process: each of them is best worked on alone.
  public var hasSuspects: Bool { !crashHistory.suspects.isEmpty }

  /// Gives a file up after this long without progress, in s; 0 waits for ever.
  public func giveUp(after seconds: Double) { journal?.stallTimeoutS = seconds }

  /// Lets recordings fail at once that stalled in an earlier run of the same version and are as they were then.
  public func recall(_ plan: BatchPlan, toolVersion: String) {
    history.withLock { $0.recall(plan, toolVersion: toolVersion) }
  }
}
