import ArgumentParser
import Files
import Foundation
import Swings

/// The file that a training writes its model to.
enum ModelFile {
  /// Makes sure, before any work is done, that the file can be written and that nothing but a model is replaced.
  /// - Throws: `ExitCode.usage`, after the reason was written to standard error.
  static func check(_ path: String) throws {
    do {
      if Folder.exists(path), !Folder.isFolder(path), !isModel(path) {
        throw Occupied(path: path)
      }
      // Removed as it goes out of scope.
      let file = try PendingFile(for: path)
      try OutputFile(file).close()
    } catch {
      StandardStreams.error("error: --output: \(error)")
      throw ExitCode.usage
    }
  }

  private struct Occupied: Error, CustomStringConvertible {
    var path: String
    var description: String { "\(path): holds something else than a model; expected a new file, or a model to replace" }
  }

  /// Models are small: what is longer than this is none.
  private static let maxBytes = 1_000_000

  private static func isModel(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: maxBytes) else { return false }
    return HitMissModel.isModel(json: data)
  }
}
