import ArgumentParser
import SPBasics
import SPBatches
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
