import SPBasics

/// How a run ended, as messages and as a verdict for the caller.
package struct RunEnding: Hashable, Sendable {
  /// The result of the run as a whole.
  package enum Outcome: Hashable, Sendable {
    /// Every recording is done.
    case complete
    /// Some recordings failed or were not begun, or tables could not be joined. The remaining results are valid.
    case someFailed
    /// Every recording of the plan failed.
    case allFailed
    /// Something failed for a reason that may be temporary.
    case temporary
    /// It was interrupted.
    case interrupted
  }

  /// The result of the run as a whole.
  package let outcome: Outcome
  /// The messages, one line each.
  package let lines: [String]

  /// Evaluates the end of a run.
  /// - Parameters:
  ///   - report: The run.
  ///   - planned: The number of recordings in the plan, including recordings outside of this run.
  ///   - wasInterrupted: Whether the run was interrupted.
  ///   - keepsTables: Whether the run has an output folder for tables.
  package init(of report: BatchReport, planned: Int, wasInterrupted: Bool, keepsTables: Bool) {
    self.init(of: [report], planned: planned, wasInterrupted: wasInterrupted, keepsTables: keepsTables)
  }

  /// Evaluates the end of several runs of one command.
  /// - Parameters:
  ///   - reports: The runs.
  ///   - planned: The number of recordings in the plans, including recordings outside of these runs.
  ///   - unassigned: The number of recordings that no run worked on, since no pipeline was chosen for them.
  ///   - isWorthRetrying: Whether a pipeline may be chosen for them later.
  ///   - wasInterrupted: Whether the last run was interrupted.
  ///   - keepsTables: Whether the runs have an output folder for tables.
  package init(
    of reports: [BatchReport], planned: Int, unassigned: Int = 0, isWorthRetrying: Bool = false, wasInterrupted: Bool,
    keepsTables: Bool
  ) {
    let failed = Self.count(.failed, reports)
    guard !wasInterrupted else {
      outcome = .interrupted
      lines = [Self.interruption(of: reports, failed, keepsTables: keepsTables)]
      return
    }
    var lines = failed > 0 ? [Self.failures(of: reports, failed)] : []
    if unassigned > 0 {
      lines.append("\(unassigned) of \(counted(planned + unassigned, "recording")) not run: no pipeline was chosen")
    }
    if unassigned == 0, reports.allSatisfy(\.isComplete) {
      outcome = .complete
    } else if isWorthRetrying
      || reports.contains(where: { $0.isWorthRetrying || $0.recordings.contains(where: \.isWorthRetrying) })
    {
      outcome = .temporary
      lines.append("a retry may succeed: run the same command again")
    } else {
      outcome = failed + unassigned > 0 && failed == planned ? .allFailed : .someFailed
    }
    self.lines = lines
  }

  private static func count(_ status: RecordingReport.Status, _ reports: [BatchReport]) -> Int {
    reports.reduce(0) { $0 + $1.count(status) }
  }

  private static func interruption(of reports: [BatchReport], _ failed: Int, keepsTables: Bool) -> String {
    "interrupted: \(count(.done, reports)) done, " + (failed > 0 ? "\(failed) failed, " : "")
      + "\(count(.interrupted, reports)) not done; "
      + (!keepsTables
        ? "no rows are printed"
        : reports.contains { $0.merged.isEmpty }
          ? "tables were not joined, and the next run goes on from here" : "tables are joined")
  }

  private static func failures(of reports: [BatchReport], _ failed: Int) -> String {
    let total = reports.reduce(0) { $0 + $1.recordings.count }
    guard failed == total else {
      let waiting = count(.interrupted, reports)
      let rest = waiting > 0 ? "\(waiting) \(waiting == 1 ? "was" : "were") not begun" : "the others are done"
      return "\(failed) of \(total) recordings failed; \(rest)"
    }
    return total == 1 ? "the recording failed" : "all \(total) recordings failed"
  }
}
