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
    let outside = try LongList(shell, name)
    try write(outside.beginning)
    var isFirst = true
    for element in elements {
      try write(LongList.bytes(of: element, isFirst: isFirst))
      isFirst = false
    }
    try write(outside.end(isEmpty: isFirst))
  }

  /// An object with a long list, for writing it in pieces.
  package struct LongList {
    /// The text before the list's elements.
    package let beginning: [UInt8]
    private let rest: [UInt8]

    private static let (opening, closing) = (Array("[".utf8), Array("\n\n  ]".utf8))

    /// - Parameters:
    ///   - shell: The object with an empty list.
    ///   - name: The member with the list.
    package init(_ shell: some Encodable, _ name: String) throws {
      let text = try JSONOutput.bytes(shell)
      let opening = Array("\n  \"\(name)\" : ".utf8) + Self.opening
      guard let place = text.firstRange(of: opening + Self.closing) else {
        throw EncodingError.invalidValue(name, .init(codingPath: [], debugDescription: "the object lacks the list"))
      }
      beginning = Array(text[..<place.lowerBound] + opening)
      rest = Array(text[place.upperBound...])
    }

    /// An element.
    package static func bytes(of element: some Encodable, isFirst: Bool) throws -> [UInt8] {
      var writer = JSONTreeWriter(isIndented: true, after: Array((isFirst ? "\n    " : ",\n    ").utf8))
      writer.append(try JSONTreeEncoder.node(of: element, .strings), level: 2)
      return writer.bytes
    }

    /// The text after the elements.
    package func end(isEmpty: Bool) -> [UInt8] { (isEmpty ? Self.closing : Array("\n  ]".utf8)) + rest }
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
