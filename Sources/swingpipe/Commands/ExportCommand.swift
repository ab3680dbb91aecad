import ArgumentParser
import FoundationEssentials
import SPBasics
import SPBatches
import SPImporting
import SPPipelines
import SPRecordings

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a recording as CSV.",
    usage: """
      swingpipe export <recording> [--output <path>] [--streams <a,b,...>]
      """,
    discussion: """
      Makes a folder with a table for each stream, such as accelerometer.csv, its labels as swings.csv, \
      ignore.csv and distractors.csv, and recording.json, which comes last: a folder with it is complete. The first \
      column is the timestamp, time_s; the others say dataset, component and unit, as in acceleration_x_g. Numbers \
      have as many digits as it takes to read the same number back, so nothing is lost; a missing value is an empty \
      cell. A single stream can also go to a file, or to standard output. An older export is replaced; \
      where that would replace labels that were changed since, it is an error.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .interrupted,
        someFailed: "the recording has nothing of the kind to export"))
      """)

  @Argument(help: "Recording.", completion: .file(extensions: ["h5", "hdf5"]))
  var recording: String

  @Option(
    help: ArgumentHelp("Streams to write as tables. (default: all that there are)", valueName: "a,b,..."),
    completion: .list(StreamNames.known))
  var streams: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Folder of the tables, or of one stream a .csv file; '-' is standard output. (default: the recording's identifier, "
        + "in this folder)", valueName: "path"),
    completion: .file())
  var output: String?

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    _ = try streams.map(StreamNames.parse)
    if output?.isEmpty == true {
      throw ValidationError("--output is empty; expected a folder, or - for standard output")
    }
  }

  func run() async throws {
    let path = try InputArguments.recording(recording)
    let names = try streams.map(StreamNames.parse)
    let (isComplete, wasInterrupted) = try await Interruption.cancelling {
      try ExportFaults.reported(of: path) {
        try SpareProcessors.helping {
          let recording = try Recording(opening: path)
          try TableOutput.write(recording, names, to: output)
          let left = try recording.deviceSummaries().map(\.name)
          if !left.isEmpty {
            StandardStreams.error(
              "note: \(path): the device's own tables are not exported: \(left.joined(separator: ", "))")
          }
        }
      }
    }
    if wasInterrupted {
      StandardStreams.error(
        "interrupted: " + (isComplete ? "the export is complete" : "the export is not complete; run it again"))
      throw ExitCode.interrupted
    }
  }
}

/// Writes the streams of `export`: to a folder, or a single stream to a file or standard output.
private enum TableOutput {
  /// Writes streams.
  /// - Parameters:
  ///   - names: the streams; nil for all streams of the recording.
  ///   - output: a folder, a `.csv` file or `-`; nil for a folder with the recording's identifier.
  /// - Throws: `NotRecorded`, ``OptionFault``, `OutputTarget.Fault`, or `ExportedFolder.Occupied` if something else is
  ///   at the output's path; the errors of reading and writing.
  static func write(_ recording: Recording, _ names: [StreamName]?, to output: String?) throws {
    let streams = try names.map(recording.streams(named:)) ?? recording.knownStreams
    guard !streams.isEmpty else { throw NotRecorded("\(recording.path): has no streams to export") }
    guard let output, output == "-" || output.lowercased().hasSuffix(".csv") else {
      let folder = try ExportedFolder(output ?? RecordingFileName(recording.attributes.recordingID).text)
      try folder.write(recording, streams: streams)
      let rows = streams.map { "\($0.name.rawValue) (\(counted($0.count, "row")))" }
      return StandardStreams.error("exported to \(folder.path): \(rows.joined(separator: ", "))")
    }
    guard streams.count == 1 else {
      let names = streams.map(\.name.rawValue).joined(separator: ", ")
      throw OptionFault(
        description:
          "--output: \(recording.path) has \(streams.count) streams (\(names)) and \(output) has room for one; "
          + "expected a folder, or --streams with one of them")
    }
    let table = try StreamCSV(streams[0])
    guard output != "-" else { return try table.forEachBlock { StandardStreams.output(Data($0)) } }
    try table.write(to: OutputTarget.resolved(output, for: .streamTable))
  }
}

/// The end of `export` after a failure.
private enum ExportFaults {
  /// Does work. An error is written to standard error and ends the command. If cancelled, the work ends without a
  /// message.
  /// - Parameter path: the recording.
  /// - Returns: whether the work was completed.
  /// - Throws: an `ExitCode`.
  static func reported(of path: String, _ work: () throws -> Void) throws -> Bool {
    do {
      try work()
      return true
    } catch is CancellationError {
      return false
    } catch {
      let (text, code) = explained(error, of: path)
      StandardStreams.error("error: \(text)")
      throw isWorthRetrying(error) ? ExitCode.temporary : code
    }
  }

  private static func explained(_ error: any Error, of path: String) -> (text: String, code: ExitCode) {
    switch error {
    case is NotRecorded: return ("\(error)", .someFailed)
    case is OptionFault: return ("\(error)", .usage)
    // Recordings are read through HDF5, which has separate errors: a `FileError` is about an output.
    case is OutputTarget.Fault, is ExportedFolder.Occupied, is ExportedFolder.EditedLabels, is FileError:
      return ("--output: \(error)", .usage)
    default:
      let text = "\(error)"
      return (text.contains(path) ? text : "\(path): \(text)", .unusableData)
    }
  }
}

/// An error for an option that does not suit the recording.
private struct OptionFault: Error, CustomStringConvertible {
  let description: String
}
