import ArgumentParser
import FoundationEssentials
import SPBatches

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show which recordings of an output folder are done, failed, stale or missing.",
    discussion: """
        done:     The tables are unchanged. They were made from the current file,
                  with the options and the version of the last run.
        failed:   The last attempt failed.
        stale:    The recording was done, but one of these things has changed.
        missing:  The last run planned the recording, but did not run it.

      Recordings with the same cause are grouped. If you run recordings without naming a \
      pipeline, recordings that no built-in pipeline suits are listed as not run.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, someFailed: "some recordings are not done"))
      """)

  @OptionGroup var folder: OutputFolderArgument

  @Flag(help: "Compare contents, even if the size and time of a file are unchanged.")
  var verify = false

  @Flag(help: "Print all recordings with state and causes, the pipeline, and the version of the tool, as JSON.")
  var json = false

  func run() async throws {
    let runs = folder.runs
    var statuses: [OutputStatus] = []
    for run in runs { statuses.append(try await folder.status(of: run, isVerified: verify)) }
    if json {
      try write(statuses)
    } else if runs.count == 1 {
      StandardStreams.output(statuses[0].text)
    } else {
      StandardStreams.output(zip(runs, statuses).map { "\($0):\n\($1.text)" }.joined())
    }
    if !statuses.allSatisfy({ $0.isComplete && $0.unassigned.isEmpty }) { throw ExitCode.someFailed }
  }

  /// Writes statuses as JSON, as a list if there are several. The text for thousands of recordings is never in memory
  /// as a whole.
  private func write(_ statuses: [OutputStatus]) throws {
    var waiting = Data()
    func write(_ bytes: some Sequence<UInt8>) {
      waiting.append(contentsOf: bytes)
      guard waiting.count > 1 << 16 else { return }
      StandardStreams.output(waiting)
      waiting.removeAll()
    }
    let isList = statuses.count > 1
    if isList { write("[\n".utf8) }
    for (index, status) in statuses.enumerated() {
      if index > 0 { write(",\n".utf8) }
      try status.writeJSON { write($0) }
    }
    if isList { write("]\n".utf8) }
    StandardStreams.output(waiting)
  }
}

/// The output folder that a command reads.
struct OutputFolderArgument: ParsableArguments {
  @Argument(help: "Output folder of swingpipe run.", completion: .directory)
  var output: String

  /// The output folders of runs: the folder itself, or for a run without a pipeline the folders in it, one per
  /// pipeline.
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
