import ArgumentParser
import Foundation
import JSON
import Pipelines
import Recordings

/// The streams that an option names: `accelerometer,cycling`.
struct StreamSelection: Sendable {
  /// The names of all streams that the layout has.
  static let known = StreamCatalog.streams.map(\.name.rawValue)

  /// Those that are named, each once, in the order given.
  let names: [StreamName]

  /// - Throws: `ValidationError` for a name that the layout does not have, or that is there twice.
  init(_ text: String, option: String = "--streams") throws {
    var names: [StreamName] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = word.trimmingCharacters(in: .whitespaces)
      guard Self.known.contains(word) else {
        let advice = NearestName.advice(
          word, in: Self.known, otherwise: "expected some of \(Self.known.joined(separator: ", "))")
        throw ValidationError("\(option): unknown stream \"\(word)\"; \(advice)")
      }
      guard !names.contains(StreamName(word)) else {
        throw ValidationError("\(option): \"\(word)\" is there twice; expected it once")
      }
      names.append(StreamName(word))
    }
    self.names = names
  }

  /// The streams of a recording.
  /// - Throws: ``NothingThere`` for one that it does not have.
  func streams(of recording: Recording) throws -> [RecordingStream] {
    try names.map { name in
      do {
        return try recording.stream(name)
      } catch {
        throw NothingThere(description: "\(error)")
      }
    }
  }
}

/// What a command was asked for, and a recording does not have.
struct NothingThere: Error, CustomStringConvertible {
  let description: String
}

/// An option that does not go with the recording.
struct OptionFault: Error, CustomStringConvertible {
  let description: String
}
