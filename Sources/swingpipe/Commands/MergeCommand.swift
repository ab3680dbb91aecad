import ArgumentParser
import SPBasics
import SPBatches
import SPTables

struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the tables of all recordings, after a batch in shards.",
    usage: "swingpipe merge [<options>] <output>",
    discussion: """
      Writes OUTPUT/merged/<folder>.parquet for each table of the last run's pipeline, or .csv or .h5 if the pipeline \
      writes that format. A joined table contains the recordings that are done, sorted by their ids. Its bytes do not \
      depend on how the batch was divided.

      The command omits and lists recordings that failed or are missing. Recordings for which there was no pipeline \
      are listed by swingpipe status. The command also omits recordings whose tables have \
      changed, or were made with other options or another version than the last run's. It does not read the \
      recordings' own files, so they need not be accessible.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, someFailed: "some recordings are not done"))
      """)

  @OptionGroup var folder: OutputFolderArgument

  @Flag(help: "Join only if every recording of the plan is done.")
  var requireComplete = false

  @Flag(name: .shortAndLong, help: "Write only errors to standard error.")
  var quiet = false

  @OptionGroup var guarding: GuardArguments

  func run() async throws {
    var isComplete = true
    for output in folder.runs {
      if try await !merge(output) { isComplete = false }
    }
    if !isComplete { throw ExitCode.someFailed }
  }

  /// Joins the tables of an output folder.
  /// - Returns: whether every recording is done.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  private func merge(_ output: String) async throws -> Bool {
    let status = try await folder.status(of: output, checksInputs: false)
    if !status.isComplete {
      for line in status.causes { StandardStreams.error("error: \(line)") }
    }
    let total = status.entries.count
    if requireComplete, !status.isComplete {
      StandardStreams.error(
        "error: \(status.count(.done)) of \(counted(total, "recording")) are done; nothing was joined: "
          + "run the remaining recordings again, or omit --require-complete")
      throw ExitCode.someFailed
    }
    guard let target = status.target else {
      StandardStreams.error(
        "error: \(output): has no record of a pipeline, so its tables cannot be joined; run again")
      throw ExitCode.unusableData
    }
    let names = Array(target.tables.keys)
    do {
      let doneCount = status.count(.done)
      let outcome = try SpareProcessors.helping {
        try TableJoin.join(status, names, in: OutputFolder(output))
      }
      for warning in outcome.warnings { StandardStreams.error("warning: \(warning)") }
      if names.isEmpty {
        if !quiet { StandardStreams.error("the pipeline writes no table; there is nothing to join") }
      } else if outcome.tables.isEmpty, outcome.warnings.isEmpty {
        StandardStreams.error("error: no recording is done; nothing was joined")
      }
      for table in outcome.tables where !quiet {
        StandardStreams.error("\(table.path): \(counted(doneCount, "recording"))")
      }
    } catch {
      StandardStreams.error("error: \(error)")
      // The output folder was just read, so a `FileError` is probably about the file to write.
      throw isWorthRetrying(error) ? ExitCode.temporary : error is FileError ? .usage : .unusableData
    }
    return status.isComplete
  }
}
