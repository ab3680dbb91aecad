import ArgumentParser
import Files
import Pipelines

extension RunCommand {
  /// Keeps what the run took beside the run's record, where that is kept, and prints it, unless it is to be quiet.
  ///
  /// It is about the run and no part of its results, so that nothing else fails with it. One that says nothing takes no
  /// earlier one's place.
  func tell(_ profile: RunProfile, of report: BatchReport, in folder: OutputFolder) {
    let path = folder.profilePath(profile.shard)
    // First, as whoever reads what is printed may stop reading, which ends the program.
    if output != nil, report.isKept, !profile.isEmpty { keep(profile, at: path) }
    guard !progress.quiet else { return }
    let wasIdle = !report.recordings.contains(where: \.isRun)
    let earlier = profile.isEmpty && output != nil && Folder.exists(path) ? path : nil
    ProfileText(profile, wasIdle: wasIdle, earlier: earlier).tell(Console.shared)
  }

  private func keep(_ profile: RunProfile, at path: String) {
    do {
      try Folder.create(Folder.split(path).folder)
      try WholeFile.write(try profile.json(), to: path)
    } catch {
      StandardStreams.error("warning: --profile: \(error)")
    }
  }

  /// Tells how a run ended, and ends the program with that code unless all is well.
  func finish(_ report: BatchReport, of planned: Int, wasInterrupted: Bool) throws {
    let failed = report.count(.failed)
    if wasInterrupted {
      StandardStreams.error(
        "interrupted: \(report.count(.done)) done, " + (failed > 0 ? "\(failed) failed, " : "")
          + "\(report.count(.interrupted)) not; "
          + (output == nil
            ? "no rows are printed"
            : report.merged.isEmpty
              ? "tables were not joined, and the next run goes on from here" : "tables are joined"))
      throw ExitCode.interrupted
    }
    if failed > 0 {
      let total = report.recordings.count
      let waiting = report.count(.interrupted)
      let rest = waiting > 0 ? "\(waiting) \(waiting == 1 ? "was" : "were") not begun" : "the others are done"
      StandardStreams.error(
        failed < total
          ? "\(failed) of \(total) recordings failed; \(rest)"
          : total == 1 ? "the recording failed" : "all \(total) recordings failed")
    }
    guard !report.isComplete else { return }
    if report.isWorthRetrying || report.recordings.contains(where: \.isWorthRetrying) {
      StandardStreams.error("a retry may mend that: run the same command again")
      throw ExitCode.temporary
    }
    throw failed > 0 && failed == planned ? ExitCode.unusableData : ExitCode.someFailed
  }
}
