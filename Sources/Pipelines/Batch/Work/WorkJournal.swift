/// One piece of work on one file.
public struct WorkStep: Hashable, Sendable {
  /// The file, by its absolute path.
  public let path: String
  /// What is done with it, such as `identify`.
  public let name: String

  /// Names a piece of work.
  public init(path: String, name: String) {
    self.path = path
    self.name = name
  }
}

/// Where a process notes which files it is at work on, for one that watches it and starts the next after a crash.
public protocol WorkJournal: Sendable {
  /// Notes what a worker is at work on, which other files that reads, and whether it will tell that it gets further;
  /// nil for nothing.
  func note(_ step: WorkStep?, others: [String], tellsProgress: Bool, worker: Int)

  /// Notes that work on some file has got further.
  func move()

  /// Notes that a file is finished, done or failed, by its absolute path.
  func finished(_ path: String)

  /// Whether any process has finished a file since the command was given.
  func isFinished(_ path: String) -> Bool

  /// Notes that work that was begun is over, in whatever way. A process that is for this work alone ends here.
  func ended(_ step: WorkStep)

  /// Has a new process begin with all of the work; this one ends here.
  func startOver() -> Never

  /// Keeps what work gave, as JSON, so that it is not done again after a crash.
  func keep(_ result: [UInt8], of step: WorkStep)

  /// What was kept of work; nil for nothing.
  func kept(_ step: WorkStep) -> [UInt8]?

  /// Waits until another process has finished the work that was set aside.
  /// - Returns: how that process ended at it; nil where it did not.
  /// - Throws: `CancellationError` where the task is cancelled meanwhile.
  func cause(of step: WorkStep) throws -> CrashHistory.Cause?
}
