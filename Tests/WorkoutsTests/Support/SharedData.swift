import Foundation

/// The reference data beside the project, where it is present.
enum SharedData {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/data")

  static let isPresent = FileManager.default.fileExists(atPath: folder.appendingPathComponent("README.md").path)
  static let absence = "the reference data is not present beside the project"

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
