/// How a run ended, in words and as what a caller is to do about it.
public struct RunEnding: Hashable, Sendable {
  /// What became of the run as a whole.
  public enum Outcome: Hashable, Sendable {
    /// Every recording is done.
    case complete
    /// Some recordings failed or were not begun; the others are valid.
    case someFailed
    /// Every recording of the plan failed.
    case allFailed
    /// Something failed that may go well another time.
    case temporary
    /// It was asked to stop.
    case interrupted
  }

  /// What became of the run as a whole.
  public let outcome: Outcome
  /// What to tell people, a line each.
  public let lines: [String]

  /// Judges the end of a run.
  /// - Parameters:
  ///   - report: the run.
  ///   - planned: how many recordings the plan has, with those that the run was not about.
  ///   - wasInterrupted: whether it was asked to stop.
  ///   - keepsTables: whether it has an output folder to keep tables in.
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
      lines.append("a retry may mend that: run the same command again")
    } else {
      outcome = failed > 0 && failed == planned ? .allFailed : .someFailed
    }
    self.lines = lines
  }

  private static func interruption(of report: BatchReport, _ failed: Int, keepsTables: Bool) -> String {
    "interrupted: \(report.count(.done)) done, " + (failed > 0 ? "\(failed) failed, " : "")
      + "\(report.count(.interrupted)) not; "
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
