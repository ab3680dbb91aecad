import Files
import Foundation

/// A folder that holds a recording as text: a CSV a stream, the labels, and `recording.json`.
///
/// Each file appears whole; `recording.json` comes last, so that a folder which has it is complete.
public struct ExportedFolder {
  /// The folder.
  public let path: String

  /// Something in the folder that is not of an exported recording.
  public struct Occupied: Error, Hashable, CustomStringConvertible {
    /// The folder.
    public let path: String
    /// What is in the way, by its name there.
    public let name: String

    /// One line: the folder, what is in it, and what was expected.
    public var description: String {
      "\(path): holds \"\(name)\", which is no part of an exported recording; expected a new or an empty folder, or one "
        + "with an exported recording to replace"
    }
  }

  /// Takes a folder that is not there, is empty, or holds nothing but a recording that was exported earlier.
  /// - Throws: ``Occupied``, and `FileError` where the folder cannot be read, or is a file.
  public init(_ path: String) throws {
    self.path = path
    guard Folder.exists(path) else { return }
    guard Folder.isFolder(path) else { throw FileError(path: path, operation: "write into the folder", code: ENOTDIR) }
    let names = try names()
    // Hidden files are the system's, or what a program that was killed has left.
    let visible = names.filter { !$0.hasPrefix(".") }
    // Without the file that comes last, tables of these names may be anybody's.
    let isExport = visible.contains(RecordingHeader.fileName) || names.contains(Self.markName)
    if let other = visible.first(where: { !isExport || !Self.isKnown($0) }) {
      throw Occupied(path: path, name: other)
    }
  }

  /// Whether a file of an exported recording can have a name.
  private static func isKnown(_ name: String) -> Bool {
    streamNames.contains(name) || name == RecordingHeader.fileName || LabelCSV.kind(ofFile: name) != nil
  }

  private static let streamNames = Set(StreamCatalog.streams.map { fileName(of: $0.name) })

  /// The file of a stream.
  public static func fileName(of stream: StreamName) -> String { stream.rawValue + ".csv" }

  /// Writes streams of a recording with all of its labels; an older export there is replaced.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - streams: those to write, each once.
  /// - Throws: what reading the recording throws; `FileError` for what cannot be written; `CancellationError`. Files that
  ///   are complete stay then, and there is no `recording.json`.
  public func write(_ recording: Recording, streams: [RecordingStream]) throws {
    let header = try RecordingHeader(recording.attributes, history: recording.history, streams: streams).json()
    let labels = try recording.annotations().map(LabelCSV.files) ?? []
    let tables = try streams.map { try StreamCSV($0) }
    try Folder.create(path)
    try WholeFile.write([], to: file(Self.markName))
    // Before anything of another recording lies beside it.
    try remove(RecordingHeader.fileName)
    let written = Set(streams.map { Self.fileName(of: $0.name) } + labels.map(\.name))
    for name in try names().filter({ Self.isKnown($0) && !written.contains($0) }) { try remove(name) }
    for (stream, table) in zip(streams, tables) { try table.write(to: file(Self.fileName(of: stream.name))) }
    for (name, text) in labels { try WholeFile.write(Array(text.utf8), to: file(name)) }
    try WholeFile.write(header, to: file(RecordingHeader.fileName))
    try remove(Self.markName)
  }

  /// Lies in a folder while it is written, so that one which was left incomplete is known to be of an export.
  private static let markName = ".swingpipe-export"

  /// What lies in the folder, in order.
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

extension StreamCSV {
  /// Writes the text to a file, which appears whole or not at all; an older one of that name is replaced.
  /// - Throws: as ``forEachBlock(_:)``, and `FileError`.
  public func write(to path: String) throws {
    let pending = try PendingFile(for: path)
    let file = try OutputFile(pending)
    try forEachBlock { try file.write($0) }
    try file.close()
    try pending.commit()
  }
}
