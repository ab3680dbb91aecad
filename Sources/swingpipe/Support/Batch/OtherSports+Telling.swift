import SPBatches
import SPStages

extension OtherSports {
  /// Writes the warning to standard error, if there is one.
  func tell(for command: String = "run", _ inputs: [String]?, output: String?) {
    guard let text = warning(for: command, inputs, output: output) else { return }
    Console.shared.tell(
      text, level: .warning, event: "other_sport", counts.map { .init(key: $0.sport, value: .integer($0.count)) })
  }
}

extension SportGroups {
  /// Reads the headers of recordings, and groups these by pipelines.
  static func reading(_ paths: [String]) async -> SportGroups {
    var outcomes: [(path: String, choice: Result<RecordingPipeline, any Error>)] = []
    await RecordingWork.forEach(paths, as: "choose") {
      try RecordingPipeline(forRecordingAt: $0)
    } finished: {
      outcomes.append(($0, $1))
    }
    return SportGroups(outcomes)
  }

  /// Reports the recordings that are not run on standard error: for programs one by one.
  func tellUnassigned() {
    guard Console.shared.format == .json else { return complaints.forEach(StandardStreams.error) }
    for recording in unassigned {
      Console.shared.tell(
        "error: \(recording.path): \(recording.reason)", level: .error,
        [
          .init(key: "recording_id", value: .string(recording.id ?? recording.path)),
          .init(key: "path", value: .string(recording.path)),
        ])
    }
  }
}

extension InputArguments {
  /// The inputs as words of a command line.
  var words: [String] {
    let most = 20
    let given = inputs.prefix(most).map(\.shellWord) + (inputs.count > most ? ["..."] : [])
    return given + (filesFrom.map { ["--files-from", $0.shellWord] } ?? [])
  }
}

extension BatchArguments {
  /// The inputs as words of a command line; nil with a plan.
  var words: [String]? { plan == nil ? inputs.words : nil }
}
