/// The beginning of a text file, from which its table is recognised.
struct TextHead: Sendable {
  /// A line and its position.
  struct Line: Sendable {
    var text: String
    /// Its number, from 1.
    var number: Int
    /// Where it begins, in bytes.
    var start: Int
  }

  /// The file.
  let file: TextFile
  /// The first lines, including empty lines. The last line may be cut off.
  let lines: [Line]
  /// The lines that are not blank.
  var filled: [Line] { lines.filter { !$0.text.allSatisfy(\.isWhitespace) } }

  /// Reads the beginning of a file.
  /// - Throws: `ImportError` if it is empty or blank, in UTF-16, or has bytes of zero; `FileError`.
  init(_ file: TextFile) throws {
    self.file = file
    let bytes = try file.head()
    try Self.check(bytes, of: file)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var start = bytes.starts(with: mark) ? mark.count : 0
    var lines: [Line] = []
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      var text = String(decoding: bytes[start..<end], as: UTF8.self)
      if text.hasSuffix("\r") { text.removeLast() }
      lines.append(Line(text: text, number: lines.count + 1, start: start))
      start = end + 1
    }
    self.lines = lines
    guard !filled.isEmpty else { throw ImportError(path: file.name, line: 1, "has nothing but empty lines") }
  }

  /// Throws for data that is not text. The error says what the data seem to be.
  private static func check(_ bytes: [UInt8], of file: TextFile) throws {
    guard !bytes.isEmpty else { throw ImportError(path: file.name, line: 1, "is empty; expected a header or numbers") }
    let utf16Marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    // ASCII text in UTF-16 has a zero in every other byte.
    let zeros = bytes.prefix(512).count { $0 == 0 }
    if utf16Marks.contains(where: bytes.starts)
      || zeros * 5 >= 2 * min(bytes.count, 512) && bytes.count >= 4 && zeros * 5 <= 3 * min(bytes.count, 512)
    {
      throw ImportError(
        path: file.name, line: 1,
        "is in UTF-16; expected UTF-8: save it as that, or use iconv -f UTF-16 -t UTF-8")
    }
    if let place = bytes.firstIndex(of: 0) {
      let line = bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1
      throw ImportError(path: file.name, line: line, "has a zero byte, which no text has; expected a text table")
    }
  }

  /// An error about a line.
  func error(_ line: Line, _ message: String) -> ImportError {
    ImportError(path: file.name, line: line.number, message)
  }

  /// A header line and its fields, some of which have a unit in brackets after the name.
  struct Header: Sendable {
    var line: Line
    var dialect: TextDialect
    var names: [String]
    /// The units of the fields, if a separate line states them.
    var units: [String] = []

    var fields: [HeaderField] {
      names.enumerated().map { place, name in
        var field = HeaderField(name)
        if units.indices.contains(place), !units[place].isEmpty { field.unit = units[place] }
        return field
      }
    }

    /// The index of the first field of this name, whatever its unit.
    func index(of stem: String) -> Int? { fields.firstIndex { $0.stem == stem } }

    /// The names in quotes, for messages.
    var listing: String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
  }

  /// The first line that is not blank, as a header; nil if it has no separator, or if all its fields are numbers or
  /// empty.
  var header: Header? {
    guard let line = filled.first, let separator = TextDialect.separator(of: line.text) else { return nil }
    let names = TextDialect.fields(of: line.text, separator: separator)
    guard !names.allSatisfy({ Double($0) != nil || $0.isEmpty }) else { return nil }
    // If commas do not separate fields, they may be decimal points: they are if one of the next three lines has commas
    // but no point.
    let hasCommas =
      separator != UInt8(ascii: ",")
      && filled.dropFirst().prefix(3).contains { $0.text.contains(",") && !$0.text.contains(".") }
    return Header(
      line: line, dialect: TextDialect(separator: separator, point: UInt8(ascii: hasCommas ? "," : ".")), names: names)
  }

  /// The first text of a field that is not empty.
  /// - Parameter line: the number of the first line that is searched.
  func firstText(ofField field: Int, from line: Int, separator: UInt8) -> String? {
    lines.lazy.filter { $0.number >= line }
      .map { TextDialect.fields(of: $0.text, separator: separator) }
      .first { $0.count > field && !$0[field].isEmpty }
      .map { $0[field] }
  }

  /// The number of the line after a line, and where it begins in bytes.
  func firstLine(behind line: Line) -> (number: Int, start: Int) {
    lines.first { $0.number == line.number + 1 }.map { ($0.number, $0.start) } ?? (line.number + 1, file.size)
  }
}

/// A field of a header such as `accelerometerAccelerationX(G)`, `Acceleration x (m/s^2)` or `ax [m/s^2]`.
struct HeaderField: Hashable, Sendable {
  /// The name without the unit.
  var stem: String
  /// The unit as written; nil without a unit.
  var unit: String?

  init(_ name: String) {
    let brackets: [Character: Character] = [")": "(", "]": "["]
    guard let opening = name.last.flatMap({ brackets[$0] }), let open = name.lastIndex(of: opening) else {
      stem = name
      return
    }
    stem = String(name[..<open]).trimmingSuffix(" ")
    unit = String(name[name.index(after: open)...].dropLast())
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    var text = self
    while text.last == character { text.removeLast() }
    return text
  }
}
