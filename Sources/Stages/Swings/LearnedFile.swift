import Files
import Foundation
import Pipelines

/// A file written by `swingpipe train` and named by an option.
enum LearnedFile {
  /// The content of the file.
  /// - Throws: `OptionFault` if it cannot be read.
  static func data(at path: String, option: String, expected: String) throws -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      let reason =
        Folder.isFolder(path) ? "it is a folder" : Folder.exists(path) ? "it cannot be read" : "no such file"
      throw OptionFault(option, "\(path): \(reason); expected \(expected)")
    }
  }
}
