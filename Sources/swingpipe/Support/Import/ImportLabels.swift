import ArgumentParser
import Files
import Foundation
import Importers
import Recordings

/// Labels that are imported together with recordings.
struct ImportLabelArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Labels: a file (CSV, Audacity label track, ELAN export), or a folder with a file named after each recording. Words \
      of your own for hits and misses, tiers and offsets: swingpipe label add --from.
      """, valueName: "path"),
    completion: .file(extensions: ["csv", "txt"]))
  var labels: String?

  @Option(
    help: ArgumentHelp(
      """
      What their times count from: recording (its own clock), start (its first sample of acceleration) or unix (1970). \
      (default: recording for CSV, else start)
      """, valueName: "clock"))
  var labelsClock: LabelClock?

  func validate() throws {
    if labels == nil, labelsClock != nil {
      throw ValidationError("--labels-clock is given without --labels; expected both")
    }
  }

  /// The file with labels, which is no source; a folder of them is to be apart from the sources.
  var files: Set<String> { labels.map { [Folder.realPath($0)] } ?? [] }

  /// The labels for some sources; nil where none are asked for.
  /// - Throws: `ExitCode.usage`, after the reason was written to standard error.
  func labels(for sources: [ImportSource]) throws -> ImportLabels? {
    guard let labels else { return nil }
    do {
      return try ImportLabels(labels, clock: labelsClock, for: sources)
    } catch {
      StandardStreams.error("error: --labels: \(error)")
      throw ExitCode.usage
    }
  }
}

/// The label files of sources.
struct ImportLabels: Sendable {
  private let files: [String: String]
  private let clock: LabelClock?

  private static let extensions: Set<String> = ["csv", "tsv", "txt"]

  /// What is wrong with the path.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// - Throws: ``Fault`` where one file is for several recordings, or a folder has none for any; `FileError`.
  init(_ path: String, clock: LabelClock?, for sources: [ImportSource]) throws {
    self.clock = clock
    guard Folder.isFolder(path) else {
      guard Folder.exists(path) else {
        throw FileError(path: path, operation: "read the labels", code: FileError.missing)
      }
      guard let source = sources.first, sources.count == 1 else {
        throw Fault(
          description: "\(path) is one file for \(sources.count) recordings; expected a folder with a file for each")
      }
      files = [source.recordingID: path]
      return
    }
    let found = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    let ids = Set(sources.map(\.recordingID))
    var files: [String: String] = [:]
    for name in found {
      guard let dot = name.lastIndex(of: "."), Self.extensions.contains(name[name.index(after: dot)...].lowercased())
      else { continue }
      let id = String(name[..<dot])
      if let other = files[id] {
        throw Fault(description: "\(path)/\(name) and \(other) are both for \(id); expected one of them")
      }
      if ids.contains(id) { files[id] = path + "/" + name }
    }
    guard !files.isEmpty else {
      throw Fault(
        description:
          "\(path) has no file for any recording; expected such as \(sources.first?.recordingID ?? "walk").csv")
    }
    self.files = files
  }

  /// An importer that adds the labels of a source.
  /// - Throws: `FileError`, `LabelFileError` where they cannot be read.
  func added(to importer: Importer, for source: ImportSource) throws -> Importer {
    guard let file = files[source.recordingID] else { return importer }
    var importer = importer
    let hash = try ContentHash(ofFile: file)
    let text = ["--labels \(Folder.split(file).name) (xxh128 \(hash))", clock.map { "--labels-clock \($0.rawValue)" }]
    importer.options.text = ([importer.options.text] + text.compactMap(\.self)).filter { !$0.isEmpty }
      .joined(separator: " ")
    let track = try LabelTrack(contentsOf: file)
    let clock = clock
    importer.labels = { try track.annotations(clock: clock, on: $0) }
    return importer
  }
}
