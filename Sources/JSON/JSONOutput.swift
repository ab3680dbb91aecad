import FoundationEssentials

/// JSON for programs to read, on standard output and in files.
package enum JSONOutput {
  /// The value as JSON: indented, with sorted keys and a line break at the end.
  ///
  /// Numbers that JSON cannot spell become the strings `Infinity`, `-Infinity` and `NaN`.
  package static func text(_ value: some Encodable) throws -> String {
    String(decoding: try bytes(value), as: UTF8.self)
  }

  /// The same as bytes.
  package static func bytes(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return [UInt8](try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }

  /// A list of values that are JSON text already, as ``text(_:)`` would write it.
  package static func list(_ texts: [String]) throws -> String {
    guard !texts.isEmpty else { return try text([String]()) }
    // No JSON string holds a line break, so lines can be indented. An empty list has an empty line inside.
    let elements = texts.map { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
    }
    return "[\n" + elements.joined(separator: ",\n") + "\n]\n"
  }
}
