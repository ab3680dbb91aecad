import ArgumentParser
import FoundationEssentials
import SPBasics
import SPBatches
import SPImporting
import SPPipelines
import SPRecordings
import SPTables

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a recording as CSV, or the samples around swings as HDF5.",
    usage: """
      swingpipe export <recording> [--output <path>] [--streams <a,b,...>]
      swingpipe export <recording> ... --around <table> --output <file>
                       [--before-s <s>] [--after-s <s>] [--time-column <name>]
                       [--streams <a,b,...>]
      """,
    discussion: """
      Writes a folder with a table for each stream, such as accelerometer.csv, and the labels as swings.csv, \
      ignore.csv and distractors.csv. It writes recording.json last: a folder with this file is complete. A single \
      stream can also go to a file or to standard output.

      The first column is the timestamp, time_s. The names of all other columns give dataset, component and unit, as \
      in acceleration_x_g. Numbers have enough digits to restore the exact value. An empty cell is a missing value. \
      The export replaces an older export. It fails if this would replace labels that were changed since.

      With --around, it writes the samples around each row of a table to one HDF5 file, for machine learning. The file \
      has a group for each stream, with values (event, sample, channel) and time (event, sample). Times count from the \
      event. The sample nearest to the event has the same position in each window, except next to a gap. Beyond a gap, \
      and outside of the recording, values and times are NaN. The table names recordings in recording_id, and its \
      times count on their clocks.

      \(ExitCode.explanation(
        .success, .someFailed, .usage, .unusableData, .temporary, .interrupted,
        someFailed: "the recording does not have the requested data"))
      """)

  @OptionGroup var inputs: InputArguments

  @Option(
    help: ArgumentHelp(
      "Export the samples around each row of this table. Of a run's output folder, it uses the main table.",
      valueName: "table"), completion: .file(extensions: TableFile.extensions.sorted()))
  var around: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time to export before each event, in s (default: 0.5).", valueName: "s"))
  var beforeS: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time to export after each event, in s (default: 0.3).", valueName: "s"))
  var afterS: Double?

  @Option(help: ArgumentHelp("Column with the times of the events (default: anchor_time_s).", valueName: "name"))
  var timeColumn: String?

  @Option(
    help: ArgumentHelp(
      "Streams to export (default: all; with --around, all evenly sampled streams).", valueName: "a,b,..."),
    completion: .list(StreamNames.known))
  var streams: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Folder for the tables (default: named after the recording, in this folder). For one stream, a .csv file or "
        + "'-' for standard output; for --around, an .h5 file.", valueName: "path"),
    completion: .file())
  var output: String?

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    _ = try streams.map(StreamNames.parse)
    if output?.isEmpty == true {
      throw ValidationError("--output is empty; expected a folder, or - for standard output")
    }
    let needAround = [
      ("--before-s", beforeS != nil), ("--after-s", afterS != nil), ("--time-column", timeColumn != nil),
    ]
    guard around != nil else {
      guard inputs.inputs.count == 1, inputs.filesFrom == nil else {
        throw ValidationError("found \(inputs.inputs.count) inputs; expected one recording, or --around with a table")
      }
      if let lone = needAround.first(where: \.1) {
        throw ValidationError("\(lone.0) goes with --around; expected both, or neither")
      }
      return
    }
    try inputs.checkGiven()
    for (name, seconds) in [("--before-s", beforeS), ("--after-s", afterS)] {
      if let seconds, !(0...60).contains(seconds) {
        throw ValidationError("\(name) is \(seconds); expected 0 to 60 s")
      }
    }
    guard let output, output.lowercased().hasSuffix(".h5") else {
      throw ValidationError("--output is \(output ?? "missing"); expected an .h5 file for --around")
    }
  }

  func run() async throws {
    if let around { return try await export(around: around) }
    let path = try InputArguments.recording(inputs.inputs[0])
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

  /// Writes the samples around the rows of a table.
  private func export(around source: String) async throws {
    guard let output else { return }
    let names = try streams.map(StreamNames.parse)
    let paths = try inputs.recordings()
    let (isComplete, wasInterrupted) = try await Interruption.cancelling {
      try ExportFaults.reported(of: nil) {
        let events = try ExportedEvents.read(source, column: timeColumn ?? "anchor_time_s")
        if Folder.exists(output), HDF5Table.content(of: output) != .windows {
          throw OptionFault(
            description: "--output: \(output) is not a file of samples around events, and would be replaced; expected "
              + "another path")
        }
        let files = try ExportedEvents.files(of: events, among: paths)
        let outside = try SpareProcessors.helping {
          try WindowExport(beforeS: beforeS ?? 0.5, afterS: afterS ?? 0.3, streams: names).write(
            events, from: files, to: output)
        }
        if let first = outside.first {
          let count = counted(outside.count, "window")
          StandardStreams.error("warning: \(count) of \(events.count) without samples; the first: \(first)")
        }
        let from = counted(files.count, "recording")
        StandardStreams.error("exported to \(output): \(counted(events.count, "window")) of \(from)")
      }
    }
    if wasInterrupted {
      StandardStreams.error("interrupted" + (isComplete ? ": the export is complete" : ""))
      throw ExitCode.interrupted
    }
  }
}

/// The events of a table, and the recordings that they are of.
private enum ExportedEvents {
  /// Reads the events in the order of the rows.
  /// - Parameter source: a table, or the output folder of a run, whose main table is taken.
  static func read(_ source: String, column: String) throws -> [WindowFile.Event] {
    let folder = OutputFolder(source)
    let main = folder.mainTable()?.path
    if main == nil, Folder.isFolder(source) {
      let runs = folder.runsInside.map(\.path).joined(separator: ", ")
      let advice = runs.isEmpty ? "expected a table, or the output folder of a run" : "expected one of \(runs)"
      throw OptionFault(description: "--around: " + (folder.unjoinedNote ?? "\(source): \(advice)"))
    }
    let path = main ?? source
    guard Folder.exists(path) else { throw OptionFault(description: "--around: \(path): no such file or folder") }
    let names = ["recording_id", column]
    let table = try TableFile.read(path, columns: Set(names))
    return try zip(table.strings(names[0]), table.doubles(column)).enumerated().map { row, event in
      guard let recordingID = event.0, let time = event.1, time.isFinite else {
        let missing = event.0 == nil ? names[0] : column
        throw table.error(row: row, column: missing, "is missing; expected a recording and a time in each row")
      }
      return WindowFile.Event(recordingID: recordingID, time: time)
    }
  }

  /// The files of the recordings that events are of. A file that cannot be read matters only if a recording is missing.
  static func files(of events: [WindowFile.Event], among paths: [String]) throws -> [String: String] {
    let wanted = Set(events.map(\.recordingID))
    var files: [String: String] = [:]
    var unreadable: (any Error)?
    for path in paths {
      try Task.checkCancellation()
      do {
        let recordingID = try Recording.identifiers(of: path).recordingID
        guard wanted.contains(recordingID) else { continue }
        if let other = files.updateValue(path, forKey: recordingID) {
          throw OptionFault(
            description: "\(path) and \(other) are both recording \"\(recordingID)\"; expected one of them")
        }
      } catch let fault as OptionFault {
        throw fault
      } catch {
        unreadable = unreadable ?? error
      }
    }
    if files.count < wanted.count, let unreadable { throw unreadable }
    return files
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
  /// - Parameter path: the recording, which errors name; nil if they name their files themselves.
  /// - Returns: whether the work was completed.
  /// - Throws: an `ExitCode`.
  static func reported(of path: String?, _ work: () throws -> Void) throws -> Bool {
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

  private static func explained(_ error: any Error, of path: String?) -> (text: String, code: ExitCode) {
    switch error {
    case is NotRecorded: return ("\(error)", .someFailed)
    case is OptionFault, is WindowExport.Fault, is MissingColumn: return ("\(error)", .usage)
    // Recordings are read through HDF5, which has separate errors: a `FileError` is about an output.
    case is OutputTarget.Fault, is ExportedFolder.Occupied, is ExportedFolder.EditedLabels, is FileError:
      return ("--output: \(error)", .usage)
    default:
      let text = "\(error)"
      guard let path, !text.contains(path) else { return (text, .unusableData) }
      return ("\(path): \(text)", .unusableData)
    }
  }
}

/// An error for an option that does not suit the recording.
private struct OptionFault: Error, CustomStringConvertible {
  let description: String
}
