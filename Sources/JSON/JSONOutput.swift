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
    var writer = JSONTreeWriter(isIndented: true)
    writer.append(try JSONTreeEncoder.node(of: value, .strings))
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// The same on one line, for files that nobody reads as they are, and of which there are many.
  package static func compactBytes(_ value: some Encodable) throws -> [UInt8] {
    var writer = JSONTreeWriter(isIndented: false)
    writer.append(try JSONTreeEncoder.node(of: value, .strings))
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// The value as JSON on one line, with sorted keys and without a line break.
  /// - Throws: `EncodingError` for a number that JSON cannot spell.
  package static func line(_ value: some Encodable) throws -> String {
    String(decoding: try lineBytes(value), as: UTF8.self)
  }

  /// The same as bytes.
  package static func lineBytes(_ value: some Encodable) throws -> [UInt8] {
    var writer = JSONTreeWriter(isIndented: false)
    writer.append(try JSONTreeEncoder.node(of: value, .refused))
    return writer.bytes
  }

  /// Writes an object with a long list in pieces, so that memory does not grow with the list's length.
  /// - Parameters:
  ///   - shell: the object with an empty list.
  ///   - name: the member with the list.
  ///   - elements: the list.
  package static func write<Element: Encodable>(
    _ shell: some Encodable, filling name: String, with elements: some Sequence<Element>,
    to write: ([UInt8]) throws -> Void
  ) throws {
    let text = try bytes(shell)
    let (opening, closing) = (Array("\n  \"\(name)\" : [".utf8), Array("\n\n  ]".utf8))
    guard let place = text.firstRange(of: opening + closing) else {
      throw EncodingError.invalidValue(name, .init(codingPath: [], debugDescription: "the object lacks the list"))
    }
    try write(Array(text[..<place.lowerBound] + opening))
    var isFirst = true
    for element in elements {
      var writer = JSONTreeWriter(isIndented: true, after: Array((isFirst ? "\n    " : ",\n    ").utf8))
      writer.append(try JSONTreeEncoder.node(of: element, .strings), level: 2)
      try write(writer.bytes)
      isFirst = false
    }
    try write(Array((isFirst ? closing : Array("\n  ]".utf8)) + text[place.upperBound...]))
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
