import ArgumentParser
import JSON
import Pipelines

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how far an output folder is: what is done, failed, stale or missing, and why.",
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
    let status = try await folder.status(isVerified: verify)
    try StandardStreams.output(status.text, json: JSONOutput.text(status), isJSON: json)
    if !status.isComplete { throw ExitCode.someFailed }
  }
}

/// The output folder that a command looks at.
struct OutputFolderArgument: ParsableArguments {
  @Argument(help: "Output folder of swingpipe run.", completion: .directory)
  var output: String

  /// The state of the folder's recordings.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  func status(isVerified: Bool = false, checksInputs: Bool = true) async throws -> OutputStatus {
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
