import ArgumentParser
import Files
import Foundation
import Pipelines
import Recordings

/// Writes streams of a recording as CSV: to a folder, or one of them to a file or standard output.
struct TableExport {
  private let recording: Recording
  private let streams: [RecordingStream]
  private let output: String?

  /// - Parameters:
  ///   - selection: the streams; nil for all that there are.
  ///   - output: a folder, a `.csv` file or `-`; nil for a folder with the recording's identifier.
  /// - Throws: ``NothingThere``.
  init(_ recording: Recording, _ selection: StreamSelection?, output: String?) throws {
    self.recording = recording
    self.output = output
    streams = try selection?.streams(of: recording) ?? StreamCatalog.streams.compactMap { recording.streams[$0.name] }
    guard !streams.isEmpty else { throw NothingThere(description: "\(recording.path): has no streams to export") }
  }

  /// - Throws: ``OptionFault``, what is in the way of the output, and what reading and writing throw.
  func run() throws {
    guard let output, output == "-" || output.lowercased().hasSuffix(".csv") else { return try writeFolder() }
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

  private func writeFolder() throws {
    let folder = try ExportedFolder(output ?? RecordingFileName(recording.attributes.recordingID).text)
    try folder.write(recording, streams: streams)
    let rows = streams.map { "\($0.name.rawValue) (\(counted($0.count, "row")))" }
    StandardStreams.error("exported to \(folder.path): \(rows.joined(separator: ", "))")
  }
}

extension OutputTarget.Kind {
  /// A stream as CSV, by the first column of its header.
  static let streamTable = Self(name: "table of a stream", maxBytes: 16) { start in
    start.starts(with: "\(StreamCatalog.timeColumn),".utf8) || start == Data("\(StreamCatalog.timeColumn)\n".utf8)
  }
}
