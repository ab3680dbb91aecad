import FoundationEssentials
import SPBasics
import SPImporting
import SPPipelines
import SPRecordings

/// Writes the streams of `export`: to a folder, or a single one to a file or standard output.
enum TableOutput {
  /// Writes streams.
  /// - Parameters:
  ///   - names: the streams; nil for all that the recording has.
  ///   - output: a folder, a `.csv` file or `-`; nil for a folder with the recording's identifier.
  /// - Throws: `NotRecorded`, ``OptionFault``, `OutputTarget.Fault` or `ExportedFolder.Occupied` if something else is
  ///   at the output's path, and what reading and writing throw.
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
