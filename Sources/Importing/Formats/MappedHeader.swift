import SPRecordings

/// Finds the header that a mapping describes in the beginning of a table, and the fields that it names.
struct MappedHeader: Sendable {
  private let head: TextHead
  private let mapping: TextMapping
  /// The header. For a table without a header it contains the first row, and the fields have no names.
  let header: TextHead.Header
  /// The first line of data: its number, and where it begins in bytes.
  let start: (number: Int, start: Int)
  /// Whether the header has all names of the mapping, including patterns.
  let isComplete: Bool

  /// How many lines are searched for the header: some programs write facts about the recording above it.
  private static let searchedLines = 100

  /// Finds the first lines with all names, or else the lines with the most names.
  /// - Throws: `ImportError` if the file has no such line.
  init(_ head: TextHead, _ mapping: TextMapping) throws {
    self.head = head
    self.mapping = mapping
    let point = try Self.byte(mapping.decimalPoint, "decimal point", head)
    let separator = try mapping.separator.map { try Self.byte($0, "separator", head) }
    let lines = head.lines.filter { $0.number > mapping.skippedLines && !$0.text.allSatisfy(\.isWhitespace) }
    func header(at place: Int) -> TextHead.Header {
      let separator = separator ?? TextDialect.separator(of: lines[place].text) ?? UInt8(ascii: ",")
      let texts = lines[place...].prefix(mapping.headerLines + (mapping.hasUnitsLine ? 1 : 0)).map {
        TextDialect.fields(of: $0.text, separator: separator)
      }
      var names = Self.joined(Array(texts.prefix(mapping.headerLines)))
      // Some programs end lines with a separator.
      if names.count > 1, names.last?.isEmpty == true { names.removeLast() }
      return TextHead.Header(
        line: lines[place], dialect: TextDialect(separator: separator, point: point), names: names,
        units: mapping.hasUnitsLine && texts.count > mapping.headerLines ? texts[mapping.headerLines] : [])
    }
    guard !lines.isEmpty else {
      throw ImportError(
        path: head.file.name, line: head.lines.count, "has no line after the \(mapping.skippedLines) that are skipped")
    }
    guard mapping.hasHeader else {
      self.header = header(at: 0)
      start = (lines[0].number, lines[0].start)
      isComplete = mapping.names.isEmpty
      return
    }
    let wanted = mapping.names
    var best = (place: 0, count: -1)
    for place in lines.indices.prefix(Self.searchedLines) {
      let candidate = header(at: place)
      let count = wanted.count { Self.has($0, candidate) }
      if count > best.count { best = (place, count) }
      if count == wanted.count { break }
    }
    let found = header(at: best.place)
    self.header = found
    isComplete = best.count == wanted.count
    let last = lines[min(best.place + mapping.headerLines + (mapping.hasUnitsLine ? 1 : 0), lines.count) - 1]
    start = head.firstLine(behind: last)
  }

  /// The texts of each column, joined by underscores.
  private static func joined(_ lines: [[String]]) -> [String] {
    guard lines.count > 1 else { return lines.first ?? [] }
    return (0..<(lines.map(\.count).max() ?? 0)).map { column in
      lines.compactMap { $0.indices.contains(column) && !$0[column].isEmpty ? $0[column] : nil }
        .joined(separator: "_")
    }
  }

  /// The index of a field.
  /// - Throws: `ImportError` if the table does not have it.
  func place(_ field: TextMapping.Field) throws -> Int {
    switch field {
    case .place(let place):
      guard header.names.indices.contains(place) else {
        throw head.error(
          header.line, "has \(header.names.count) fields, but the mapping names column \(place) (counted from 0)")
      }
      return place
    case .name(let name):
      guard mapping.hasHeader, let place = Self.place(of: name, in: header) else {
        throw head.error(header.line, "has no field \"\(name)\"; it has \(header.listing)")
      }
      return place
    }
  }

  /// The first field with a name, with or without its unit.
  private static func place(of name: String, in header: TextHead.Header) -> Int? {
    header.names.firstIndex(of: name) ?? header.index(of: name)
  }

  /// Whether a header has a field with this name, or a field that matches it as a pattern.
  private static func has(_ name: String, _ header: TextHead.Header) -> Bool {
    if place(of: name, in: header) != nil { return true }
    guard let pattern = NamePattern(ofField: name) else { return false }
    return header.names.contains { pattern.match($0, knowing: [:]) != nil }
  }

  /// The mapping for each text that its patterns match, with names in place of patterns. The list is sorted by text.
  func matches() -> [(label: String, mapping: TextMapping)] {
    let patterns = mapping.names.filter { Self.place(of: $0, in: header) == nil }.compactMap(NamePattern.init(ofField:))
    guard mapping.hasHeader, !patterns.isEmpty else { return [("", mapping)] }
    var found: [[String: String]] = [[:]]
    var wildcards: [String] = []
    for pattern in patterns {
      wildcards += pattern.wildcards.filter { !wildcards.contains($0) }
      found = found.flatMap { known in header.names.compactMap { pattern.match($0, knowing: known) } }
    }
    return found.map { values in
      let label = wildcards.compactMap { values[$0] }.joined(separator: "-")
      let filled = mapping.filled { name in
        guard Self.place(of: name, in: header) == nil else { return name }
        return NamePattern(ofField: name)?.filled(values) ?? name
      }
      return (label, filled)
    }.sorted { $0.label < $1.label }
  }

  private static func byte(_ character: Character, _ what: String, _ head: TextHead) throws -> UInt8 {
    guard let byte = character.asciiValue else {
      throw ImportError(path: head.file.name, "the \(what) is \"\(character)\"; expected a character of ASCII")
    }
    return byte
  }
}

extension TextMapping {
  /// The names of all fields that are mapped by name, each once.
  var names: [String] {
    var names: [String] = []
    for (_, stream) in streams.sorted(by: { $0.key < $1.key }) {
      var fields = stream.datasets.sorted { $0.key < $1.key }.flatMap(\.value.fields)
      if case .field(let field, _) = stream.time { fields.insert(field, at: 0) }
      for case .name(let name) in fields where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The mapping with other names of fields.
  func filled(_ change: (String) -> String) -> Self {
    func filled(_ field: Field) -> Field {
      guard case .name(let name) = field else { return field }
      return .name(change(name))
    }
    var mapping = self
    mapping.streams = streams.mapValues { stream in
      var stream = stream
      if case .field(let field, let clock) = stream.time { stream.time = .field(filled(field), clock) }
      stream.datasets = stream.datasets.mapValues { dataset in
        var dataset = dataset
        dataset.fields = dataset.fields.map(filled)
        return dataset
      }
      return stream
    }
    return mapping
  }
}

extension NamePattern {
  /// The pattern of a field or a file; nil for a name without wildcards.
  init?(ofField name: String) {
    guard name.contains("*") || name.contains("{") else { return nil }
    var count = 0
    self.init(name[...], counting: &count)
  }
}
