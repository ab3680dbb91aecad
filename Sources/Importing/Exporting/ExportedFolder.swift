import FoundationEssentials
import Glibc
import SPBasics
import SPRecordings

/// A folder that contains a recording as text: one CSV file per stream, the labels, and `recording.json`.
///
/// Each file appears whole, and `recording.json` comes last: a folder with `recording.json` is complete.
package struct ExportedFolder {
  /// The folder.
  package let path: String

  /// An error for a folder that contains something other than an exported recording.
  package struct Occupied: Error, Hashable, CustomStringConvertible {
    /// The folder.
    package let path: String
    /// The name of the file or folder that is in the way.
    package let name: String

    /// One line: the folder, the unexpected file or folder in it, and the expected folder.
    package var description: String {
      "\(path): holds \"\(name)\", which is not part of an exported recording; expected a new or an empty folder, or "
        + "one with an exported recording to replace"
    }
  }

  /// An error for labels of an earlier export that somebody has changed since.
  package struct EditedLabels: Error, Hashable, CustomStringConvertible {
    /// The file with the labels.
    package let path: String

    /// One line: the file, and what to do with it.
    package var description: String {
      "\(path): is not as it was exported, and would be replaced; expected another folder, or this one moved away: "
        + "swingpipe import makes a recording of it, with these labels"
    }
  }

  /// Accepts a folder that does not exist, is empty, or contains only an earlier export of a recording.
  /// - Throws: `Occupied`, and `FileError` if the folder cannot be read or is a file.
  package init(_ path: String) throws {
    self.path = path
    guard Folder.exists(path) else { return }
    guard Folder.isFolder(path) else { throw FileError(path: path, operation: "write into the folder", code: ENOTDIR) }
    let names = try names()
    // Hidden files belong to the system, or were left by a program that was killed.
    let visible = names.filter { !$0.hasPrefix(".") }
    // Without `recording.json` or the mark, another program may have written tables with these names.
    let isExport = visible.contains(RecordingHeader.fileName) || names.contains(Self.markName)
    if let other = visible.first(where: { !isExport || !Self.isKnown($0) }) {
      throw Occupied(path: path, name: other)
    }
  }

  /// Whether an exported recording can have a file of this name.
  private static func isKnown(_ name: String) -> Bool {
    streamNames.contains(name) || name == RecordingHeader.fileName || LabelCSV.kind(ofFile: name) != nil
  }

  private static let streamNames = Set(StreamCatalog.streams.map { fileName(of: $0.name) })

  /// The file of a stream.
  package static func fileName(of stream: StreamName) -> String { stream.rawValue + ".csv" }

  /// Writes streams of a recording and all of its labels, replacing an older export.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - streams: the streams to write, each once.
  /// - Throws: `EditedLabels`, before anything is written. Errors from reading the recording, `FileError` for a file
  ///   that cannot be written, and `CancellationError`: complete files then stay, but `recording.json` is missing.
  package func write(_ recording: Recording, streams: [RecordingStream]) throws {
    let labels = try recording.annotations().map(LabelCSV.files) ?? []
    let hashes = Dictionary(uniqueKeysWithValues: labels.map { ($0.name, ContentHash($0.text.utf8)) })
    let header = try RecordingHeader(
      recording.attributes, history: recording.history, streams: streams, labelTables: hashes
    ).json()
    let tables = try streams.map { try StreamCSV($0) }
    try Folder.create(path)
    try checkLabels(hashes)
    try WholeFile.write([], to: file(Self.markName))
    // Removed before any other file changes, so that an incomplete folder has no `recording.json`.
    try remove(RecordingHeader.fileName)
    let written = Set(streams.map { Self.fileName(of: $0.name) } + labels.map(\.name))
    for name in try names().filter({ Self.isKnown($0) && !written.contains($0) }) { try remove(name) }
    for (stream, table) in zip(streams, tables) { try table.write(to: file(Self.fileName(of: stream.name))) }
    for (name, text) in labels { try WholeFile.write(Array(text.utf8), to: file(name)) }
    try WholeFile.write(header, to: file(RecordingHeader.fileName))
    try remove(Self.markName)
  }

  /// Checks that each table of labels is as it was exported, or as it is to be written.
  ///
  /// The check passes if the export was interrupted, or its `recording.json` has no hashes.
  private func checkLabels(_ written: [String: ContentHash]) throws {
    guard let header = FileManager.default.contents(atPath: file(RecordingHeader.fileName)),
      let exported = try? JSONDecoder().decode(RecordingHeader.self, from: header).labelTables
    else { return }
    for name in try names() where LabelCSV.kind(ofFile: name) != nil {
      let present = try ContentHash(ofFile: file(name))
      guard present == exported[name] || present == written[name] else { throw EditedLabels(path: file(name)) }
    }
  }

  /// A file present while the folder is being written, so that an incomplete folder is recognised as an
  /// export.
  private static let markName = ".swingpipe-export"

  /// The names of the files in the folder, sorted.
  private func names() throws(FileError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw FileError(path: path, operation: "list the folder", cause: error)
    }
  }

  private func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

  private func remove(_ name: String) throws {
    guard unlink(file(name)) != 0, errno != ENOENT else { return }
    throw FileError(path: file(name), operation: "remove the older file")
  }
}
