/// How a run ended, as messages and as a verdict for the caller.
public struct RunEnding: Hashable, Sendable {
  /// The result of the run as a whole.
  public enum Outcome: Hashable, Sendable {
    /// Every recording is done.
    case complete
    /// Some recordings failed or were not begun, or tables could not be joined; the other results are valid.
    case someFailed
    /// Every recording of the plan failed.
    case allFailed
    /// Something failed for a reason that may be temporary.
    case temporary
    /// It was interrupted.
    case interrupted
  }

  /// The result of the run as a whole.
  public let outcome: Outcome
  /// The messages, one line each.
  public let lines: [String]

  /// Evaluates the end of a run.
  /// - Parameters:
  ///   - report: the run.
  ///   - planned: the number of recordings in the plan, including those outside of this run.
  ///   - wasInterrupted: whether it was interrupted.
  ///   - keepsTables: whether it has an output folder for tables.
  public init(of report: BatchReport, planned: Int, wasInterrupted: Bool, keepsTables: Bool) {
    let failed = report.count(.failed)
    guard !wasInterrupted else {
      outcome = .interrupted
      lines = [Self.interruption(of: report, failed, keepsTables: keepsTables)]
      return
    }
    var lines = failed > 0 ? [Self.failures(of: report, failed)] : []
    if report.isComplete {
      outcome = .complete
    } else if report.isWorthRetrying || report.recordings.contains(where: \.isWorthRetrying) {
      outcome = .temporary
      lines.append("a retry may succeed: run the same command again")
    } else {
      outcome = failed > 0 && failed == planned ? .allFailed : .someFailed
    }
    self.lines = lines
  }

  private static func interruption(of report: BatchReport, _ failed: Int, keepsTables: Bool) -> String {
    "interrupted: \(report.count(.done)) done, " + (failed > 0 ? "\(failed) failed, " : "")
      + "\(report.count(.interrupted)) not done; "
      + (!keepsTables
        ? "no rows are printed"
        : report.merged.isEmpty
          ? "tables were not joined, and the next run goes on from here" : "tables are joined")
  }

  private static func failures(of report: BatchReport, _ failed: Int) -> String {
    let total = report.recordings.count
    guard failed == total else {
      let waiting = report.count(.interrupted)
      let rest = waiting > 0 ? "\(waiting) \(waiting == 1 ? "was" : "were") not begun" : "the others are done"
      return "\(failed) of \(total) recordings failed; \(rest)"
    }
    return total == 1 ? "the recording failed" : "all \(total) recordings failed"
  }
}
