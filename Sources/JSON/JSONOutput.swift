import Foundation

/// JSON for programs.
package enum JSONOutput {
  /// Indented, with sorted keys and a line break at the end.
  package static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }

  /// A list of values that are texts already, as ``text(_:)`` would write it.
  package static func list(_ texts: [String]) throws -> String {
    guard !texts.isEmpty else { return try text([String]()) }
    // No string of JSON holds a line break; an empty list has an empty line.
    let elements = texts.map { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
    }
    return "[\n" + elements.joined(separator: ",\n") + "\n]\n"
  }
}
