import ArgumentParser
import SPBasics
import SPBatches

extension RunCommand {
  /// Prints a profile, unless the run is quiet, and stores it beside the run's record, if that is kept.
  ///
  /// The profile is no result of the run: if it cannot be stored, there is only a warning. An empty one does not
  /// replace an earlier one.
  func tell(_ profile: RunProfile, of report: BatchReport, in folder: OutputFolder) {
    let path = folder.profilePath(profile.shard)
    // Stored first, since a reader of standard error that goes away ends the program.
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

  /// Reports how a run ended.
  /// - Throws: the `ExitCode` that fits, unless the run is complete.
  func finish(_ ending: RunEnding) throws {
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
