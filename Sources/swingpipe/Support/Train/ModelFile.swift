import ArgumentParser
import Files
import Foundation
import Swings

/// The files that a training writes what it learned to.
enum ModelFile {
  /// Makes sure, before any work is done, that the file can be written and that nothing but one of its kind is replaced.
  /// - Throws: `ExitCode.usage`, after the reason was written to standard error.
  static func check(_ path: String, _ kind: OutputTarget.Kind, option: String) throws {
    do {
      _ = try OutputTarget.resolved(path, for: kind)
      // Removed as it goes out of scope.
      let file = try PendingFile(for: path)
      try OutputFile(file).close()
    } catch {
      StandardStreams.error("error: \(option): \(error)")
      throw ExitCode.usage
    }
  }
}

extension OutputTarget.Kind {
  /// A model of `swingpipe train`; models are small: what is longer than this is none.
  static let model = Self(name: "model", maxBytes: 1_000_000) { HitMissModel.isModel(json: $0) }
  /// A reference of `swingpipe train --reference`.
  static let reference = Self(name: "reference", maxBytes: 10_000_000) { LearnedSwings.isReference(json: $0) }
}
