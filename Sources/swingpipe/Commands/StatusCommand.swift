import ArgumentParser
import JSON
import Pipelines

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show which recordings of an output folder are done, failed, stale or missing.",
    discussion: """
      done: the tables are as they were written, and were made from the recording's file as it is now, with the \
      options and the version of the last run. stale: done, but one of these has changed. missing: in the last run's \
      plan, but not run yet. Causes are grouped.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, someFailed: "some recordings are not done"))
      """)

  @OptionGroup var folder: OutputFolderArgument

  @Flag(help: "Compare contents, even where a file's size and time have not changed.")
  var verify = false

  @Flag(help: "Print every recording with its state and causes, and the pipeline's name and version, as JSON.")
  var json = false

  func run() async throws {
    let runs = folder.runs
    var texts: [String] = []
    var isComplete = true
    for run in runs {
      let status = try await folder.status(of: run, isVerified: verify)
      isComplete = isComplete && status.isComplete
      let text = try json ? JSONOutput.text(status) : status.text
      texts.append(runs.count == 1 || json ? text : "\(run):\n\(text)")
    }
    let isList = json && runs.count > 1
    let joined = isList ? "[\n" + texts.joined(separator: ",\n") + "]\n" : texts.joined()
    StandardStreams.output(joined, json: joined, isJSON: json)
    if !isComplete { throw ExitCode.someFailed }
  }
}

/// The output folder that a command looks at.
struct OutputFolderArgument: ParsableArguments {
  @Argument(help: "Output folder of swingpipe run.", completion: .directory)
  var output: String

  /// The output folders: the folder itself, or those in it of a run without a pipeline, one per pipeline.
  var runs: [String] {
    let inside = OutputFolder(output).runsInside.map(\.path)
    return inside.isEmpty ? [output] : inside
  }

  /// The state of the recordings of an output folder.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  func status(of output: String, isVerified: Bool = false, checksInputs: Bool = true) async throws -> OutputStatus {
    do {
      return try await OutputStatus(
        of: OutputFolder(output), isVerified: isVerified, checksInputs: checksInputs,
        jobs: GrantedProcessors.current.count)
    } catch {
      StandardStreams.error("error: \(error)")
      throw error is OutputStatus.NoOutput ? ExitCode.usage : ExitCode.unusableData
    }
  }
}
