import Foundation

/// The reference data beside the project, where they are present.
public enum SharedData {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/data").path

  /// Whether they are there.
  public static let isPresent = FileManager.default.fileExists(atPath: path("README.md"))
  /// Why tests of them are passed over.
  public static let absence = "the reference data are not beside the project"

  /// The path of a file or folder of theirs.
  public static func path(_ name: String) -> String { folder + "/" + name }

  /// A file as text.
  public static func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  /// A file as bytes.
  public static func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

  /// The numbers of a file of comma-separated values, a list a line that begins with one.
  public static func numbers(_ name: String) throws -> [[Double]] {
    try text(name).split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: ",").prefix { Double($0) != nil }.compactMap { Double($0) }
      return numbers.isEmpty ? nil : numbers
    }
  }
}
