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
      _ = try OutputTarget.resolved(path, for: .model)
      // Removed as it goes out of scope.
      let file = try PendingFile(for: path)
      try OutputFile(file).close()
    } catch {
      StandardStreams.error("error: --output: \(error)")
      throw ExitCode.usage
    }
  }
}

extension OutputTarget.Kind {
  /// A model of `swingpipe train`; models are small: what is longer than this is none.
  fileprivate static let model = Self(name: "model", maxBytes: 1_000_000) { HitMissModel.isModel(json: $0) }
}
