import Foundation
import SPTables

/// A folder of a test's own, removed when the test lets go of it.
final class Scratch: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/swingpipe-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file, and folders above it that are missing.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = self(name)
    try makeFolder(above: file)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Copies a file into the folder.
  @discardableResult
  func copy(_ source: String, to name: String) throws -> String {
    let file = self(name)
    try makeFolder(above: file)
    try FileManager.default.copyItem(atPath: source, toPath: file)
    return file
  }

  /// All files below the folder or one of its folders, hidden ones too, by their paths below it, sorted.
  func files(below folder: String = "") -> [String] {
    let root = folder.isEmpty ? path : self(folder)
    let found = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return found.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  /// The content of a file in the folder.
  func text(_ name: String) throws -> String { try String(contentsOfFile: self(name), encoding: .utf8) }

  /// A table of any format in the folder as CSV: its header and its rows.
  func tableText(_ name: String) throws -> String {
    let table = try TableFile.read(self(name))
    return String(decoding: try CSV.encode(table, columns: table.columnNames), as: UTF8.self)
  }

  /// The bytes of a file in the folder.
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self(name))) }

  private func makeFolder(above file: String) throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: file).deletingLastPathComponent(), withIntermediateDirectories: true)
  }
}
