import Foundation

/// A folder for the files of one test, which is removed with it.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "swingpipe-contract-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path below the folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Makes an empty folder below this one.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
  }

  /// Writes a small file, and the folders above it.
  func write(_ text: String = "", to name: String) throws {
    let url = URL(fileURLWithPath: self(name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// The bytes of every file below a folder, hidden ones too, by its path there.
  static func contents(of folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
      if !isFolder.boolValue { files[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)) }
    }
    return files
  }
}

/// The project's own files, found from this one.
enum Project {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The text of a file of the project.
  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: root + "/" + path)), as: UTF8.self)
  }
}
