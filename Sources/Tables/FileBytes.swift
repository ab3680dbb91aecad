import Files
import Foundation

/// Reading whole files.
enum FileBytes {
  /// - Throws: `FileError`.
  static func read(_ path: String) throws -> [UInt8] {
    do {
      // A URL would expand a `~` that a name starts with.
      let url = URL(fileURLWithPath: path.hasPrefix("~") ? "./" + path : path)
      return [UInt8](try Data(contentsOf: url))
    } catch {
      throw FileError(path: path, operation: "read", cause: error)
    }
  }
}
