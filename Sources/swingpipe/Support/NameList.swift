import ArgumentParser
import SPBasics
import SPRecordings

/// Parses the names in an option's list: `accelerometer,cycling`.
enum NameList {
  /// The names in a list, in the order given.
  ///
  /// - Parameters:
  ///   - noun: the word for a named thing, such as `stream`.
  ///   - known: all valid names.
  /// - Throws: `ValidationError` for a name that is unknown or is given twice.
  static func parse(_ text: String, of noun: String, among known: [String], option: String) throws -> [String] {
    var names: [String] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = word.trimmed
      guard known.contains(word) else {
        let advice = NearestName.advice(
          word, in: known, otherwise: "expected some of \(known.joined(separator: ", "))")
        throw ValidationError("\(option): unknown \(noun) \"\(word)\"; \(advice)")
      }
      guard !names.contains(word) else {
        throw ValidationError("\(option): \"\(word)\" is given twice; expected it once")
      }
      names.append(word)
    }
    return names
  }
}

/// The streams that `--streams` names.
enum StreamNames {
  /// The names of all streams that the layout has.
  static let known = StreamCatalog.streams.map(\.name.rawValue)

  /// The streams in a list such as `accelerometer,cycling`.
  /// - Throws: `ValidationError` for a name that the layout does not have, or that is given twice.
  static func parse(_ text: String) throws -> [StreamName] {
    try NameList.parse(text, of: "stream", among: known, option: "--streams").map { StreamName($0) }
  }
}
