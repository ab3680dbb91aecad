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
    guard Console.shared.format == .json else {
      return profile.lines(wasIdle: wasIdle, earlier: earlier).forEach(StandardStreams.error)
    }
    for message in profile.messages(wasIdle: wasIdle, earlier: earlier) {
      Console.shared.tell(message.text, level: .info, event: message.event, message.members)
    }
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
    let ending = RunEnding(
      of: report, planned: planned, wasInterrupted: wasInterrupted, keepsTables: output != nil)
    ending.lines.forEach(StandardStreams.error)
    switch ending.outcome {
    case .complete: return
    case .interrupted: throw ExitCode.interrupted
    case .temporary: throw ExitCode.temporary
    case .allFailed: throw ExitCode.unusableData
    case .someFailed: throw ExitCode.someFailed
    }
  }
}
