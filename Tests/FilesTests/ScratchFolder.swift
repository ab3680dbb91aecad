import Foundation
import Testing

/// A new folder for one test, removed with all it holds when the value goes.
final class ScratchFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "files-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of an entry of this folder.
  func path(_ name: String) -> String { path + "/" + name }

  /// Puts a file there, and the folders above it, without the module under test.
  @discardableResult
  func add(_ name: String, _ text: String = "") throws -> String {
    let parent = (path(name) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// What an entry holds.
  func text(_ name: String) throws -> String {
    String(decoding: try #require(FileManager.default.contents(atPath: path(name))), as: UTF8.self)
  }

  /// The names in this folder, hidden ones among them.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
