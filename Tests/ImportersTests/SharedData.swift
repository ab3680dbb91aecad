import Foundation

/// Real recordings that lie beside the project, where they are present.
enum SharedData {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("shared/data").path

  static let isPresent = FileManager.default.fileExists(atPath: folder)

  static func path(_ name: String) -> String { folder + "/" + name }
}
