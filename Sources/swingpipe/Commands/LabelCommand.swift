import ArgumentParser
import SPBasics
import SPBatches
import SPHDF5
import SPImporting
import SPRecordings
import SPReporting
import SPTables

struct LabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "List, add or remove the labels of a recording.",
    discussion: """
      Labels say where the swings are and which swings met the ball. Scoring, training, reports and the tests of \
      pipelines use them.

      A hit or a miss is the onset of a swing's contact, with an optional start of the swing. A moment to ignore is \
      not scored. A distractor is a shock that is not a swing. Other kinds, such as dive, repetition or step, are \
      moments or intervals.

      A change replaces the file of the recording. If the command fails, the recording is unchanged.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .temporary, .interrupted))
      """,
    subcommands: [LabelListCommand.self, LabelAddCommand.self, LabelRemoveCommand.self])
}

extension LabelEdit {
  /// Changes a recording's labels and reports the change. Ctrl-C leaves the recording unchanged.
  ///
  /// - Parameters:
  ///   - path: the recording.
  ///   - edit: makes the change from the present labels.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  static func perform(
    on path: String, _ edit: @escaping @Sendable (Annotations, LabelTimeline) throws -> LabelEdit
  ) async throws {
    let path = try InputArguments.recording(path)
    do {
      let done = try await Interruption.cancelling {
        try apply(to: path, by: "swingpipe \(ToolVersion.current)", edit)
      }.result
      StandardStreams.output(
        (["\(path.withoutControls): \(done.summary)"] + done.details).joined(separator: "\n") + "\n")
    } catch is CancellationError {
      throw ExitCode.interrupted
    } catch {
      StandardStreams.error("error: \((error as? Fault).map { "\(path): \($0)" } ?? "\(error)")\(hint(on: error))")
      throw exitCode(for: error)
    }
  }

  private static func exitCode(for error: any Error) -> ExitCode {
    if isWorthRetrying(error) { return .temporary }
    return error is LabelFileError || error is RecordingError || error is HDF5Error ? .unusableData : .usage
  }

  /// A hint at the option that helps; empty if no option helps.
  private static func hint(on error: any Error) -> String {
    switch (error as? LabelFileError)?.remedy {
    case .words(let words):
      let word = words.first ?? ""
      return ", as in --hit-words \(word.contains { !$0.isLetter && !$0.isNumber } ? "\"\(word)\"" : word)"
    case .clock: return "; see --clock and --offset-s"
    case .tier: return "; see --tier"
    case nil: return ""
    }
  }
}
