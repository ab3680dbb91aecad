/// A parsed text: its value as far as it could be read, and every syntax fault found.
package struct JSONDocument: Hashable, Sendable {
  /// A place where the text is not JSON.
  package struct Fault: Hashable, Sendable {
    /// The place of the fault.
    package let location: SourcePlace
    /// The expected and the found text.
    package let message: String
    /// The probably intended text.
    package let suggestion: String?
  }

  /// The value, with `JSONNode.Value.invalid` where parts could not be read; nil if reading had to stop.
  package let root: JSONNode?
  /// The faults in the order in which they were found; empty for sound text.
  package let faults: [Fault]

  /// Parses JSON that may hold `//` and `/* */` comments, trailing commas and a leading byte order mark.
  ///
  /// Faults are collected, not thrown. Reading continues after a fault if the meaning of the rest is clear. It stops at
  /// an unclosed string or comment, at the end of the text, and below 64 levels of nesting.
  /// - Parameters:
  ///   - text: The text.
  ///   - file: The name that the places are given in.
  package static func parse(_ text: String, file: String) -> JSONDocument {
    var parser = JSONParser(text) { line, column in .position(file: file, line: line, column: column) }
    return parser.parseDocument()
  }

  /// Parses a text, such as an override, and assigns the same place to all values.
  package static func parse(_ text: String, at location: SourcePlace) -> JSONDocument {
    var parser = JSONParser(text) { _, _ in location }
    return parser.parseDocument()
  }
}
