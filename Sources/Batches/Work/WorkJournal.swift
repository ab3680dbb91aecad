/// One piece of work on one file.
public struct WorkStep: Hashable, Sendable {
  /// The file, by its absolute path.
  public let path: String
  /// The kind of work, such as `identify`.
  public let name: String

  /// Makes a piece of work.
  public init(path: String, name: String) {
    self.path = path
    self.name = name
  }
}

/// A journal of the files that a process is working on, for a supervisor that starts the next process after a
/// crash.
public protocol WorkJournal: Sendable {
  /// Notes the file that a worker is working on, other files that it reads, and whether it will report progress; nil
  /// for none.
  func note(_ step: WorkStep?, others: [String], tellsProgress: Bool, worker: Int)

  /// Notes progress of the work on a file.
  func move()

  /// Notes that a file is finished (done or failed), by its absolute path.
  func finished(_ path: String)

  /// Whether any process has finished a file since the command was given.
  func isFinished(_ path: String) -> Bool

  /// Notes that work has ended, in whatever way. A process that is for this work alone ends here.
  func ended(_ step: WorkStep)

  /// Starts a new process for all of the work; this one ends here.
  func startOver() -> Never

  /// Keeps the result of work, as JSON, so that it is not done again after a crash.
  func keep(_ result: [UInt8], of step: WorkStep)

  /// The kept result of work; nil without a result.
  func kept(_ step: WorkStep) -> [UInt8]?

  /// Waits until another process has finished the work that was left to it.
  /// - Returns: how that process ended, if it ended during the work; nil otherwise.
  /// - Throws: `CancellationError` if the task is cancelled meanwhile.
  func cause(of step: WorkStep) throws -> CrashHistory.Cause?
}
