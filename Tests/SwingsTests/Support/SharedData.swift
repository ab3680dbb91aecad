import Foundation

/// The reference data beside the project, where it is present.
enum SharedData {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/data")

  static let isPresent = FileManager.default.fileExists(atPath: folder.appendingPathComponent("README.md").path)
  static let absence = "the reference data is not present beside the project"

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  static func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  static func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

  /// The numbers of a file of comma-separated values, a list a line that begins with one.
  static func numbers(_ name: String) throws -> [[Double]] {
    try text(name).split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: ",").prefix { Double($0) != nil }.compactMap { Double($0) }
      return numbers.isEmpty ? nil : numbers
    }
  }
}
