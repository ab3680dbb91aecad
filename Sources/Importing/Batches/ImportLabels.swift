import FoundationEssentials
import SPBasics
import SPImporting
import SPRecordings

/// The label files that are imported together with recordings: one file for a single source, or a folder with a file
/// named after each recording.
package struct ImportLabels: Sendable {
  private let files: [String: String]
  private let clock: LabelClock?

  private static let extensions: Set<String> = ["csv", "tsv", "txt"]

  /// A path of labels that does not fit the sources.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path, the fault, and the expected input.
    package let description: String
  }

  /// Finds the label files of sources.
  ///
  /// - Parameters:
  ///   - path: A file (CSV, Audacity label track, ELAN export), or a folder of such files.
  ///   - clock: The origin of the labels' times. Nil for the recording's own clock in CSV, and its start in other
  ///     formats.
  ///   - sources: The imported sources. Labels are found by the recording's identifier.
  /// - Throws: `Fault` if one file is given for several recordings, or if a folder has no file for any recording or two
  ///   files for one recording; `FileError` if nothing is at the path; the system's error if a folder cannot be listed.
  package init(_ path: String, clock: LabelClock? = nil, for sources: [ImportSource]) throws {
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
          "\(path) has no file for any recording; expected one such as \(sources.first?.recordingID ?? "walk").csv")
    }
    self.files = files
  }

  /// An importer that adds the labels of a source; the given importer if the source has no labels.
  /// - Throws: `FileError`, `LabelFileError` if the labels cannot be read.
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
