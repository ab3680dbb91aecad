import SPHDF5

/// A pattern in the paths of a mapping: `*` and `{name}` match any text within one name of a path, the same text in all
/// paths.
package struct NamePattern: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case literal(Substring)
    case wildcard(String)
  }

  private let pieces: [Piece]
  /// The names of the wildcards.
  package let wildcards: [String]

  /// Reads a name of a path; a `*` is named after its number in the path, as in `*1`.
  /// - Parameter count: the number of `*` before this name; it is increased.
  package init(_ name: Substring, counting count: inout Int) {
    var pieces: [Piece] = []
    var rest = name
    while let mark = rest.firstIndex(where: { $0 == "*" || $0 == "{" }) {
      var end = rest.index(after: mark)
      var wildcard = ""
      if rest[mark] == "{" {
        guard let close = rest[end...].firstIndex(of: "}"), close > end else { break }
        wildcard = String(rest[end..<close])
        end = rest.index(after: close)
      } else {
        count += 1
        wildcard = "*\(count)"
      }
      if mark > rest.startIndex { pieces.append(.literal(rest[..<mark])) }
      pieces.append(.wildcard(wildcard))
      rest = rest[end...]
    }
    if !rest.isEmpty { pieces.append(.literal(rest)) }
    self.pieces = pieces
    wildcards = pieces.compactMap { if case .wildcard(let name) = $0 { name } else { nil } }
  }

  /// The texts of all wildcards in a name, and the known texts; nil if the name does not match.
  package func match(_ name: String, knowing known: [String: String]) -> [String: String]? {
    Self.match(pieces[...], name[...], known)
  }

  private static func match(
    _ pieces: ArraySlice<Piece>, _ text: Substring, _ known: [String: String]
  ) -> [String: String]? {
    guard let piece = pieces.first else { return text.isEmpty ? known : nil }
    switch piece {
    case .literal(let literal):
      return text.hasPrefix(literal) ? match(pieces.dropFirst(), text.dropFirst(literal.count), known) : nil
    case .wildcard(let name):
      if let value = known[name] {
        return text.hasPrefix(value) ? match(pieces.dropFirst(), text.dropFirst(value.count), known) : nil
      }
      for end in text.indices.dropFirst() + [text.endIndex] where !text.isEmpty {
        var found = known
        found[name] = String(text[..<end])
        if let all = match(pieces.dropFirst(), text[end...], found) { return all }
      }
      return nil
    }
  }

  /// The name with the texts of its wildcards.
  package func filled(_ values: [String: String]) -> String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): String(text)
      case .wildcard(let name): values[name] ?? "*"
      }
    }.joined()
  }
}

/// One recording of a file with several recordings: the texts that match its patterns, and the mapping without
/// patterns.
package struct PatternMatch: Sendable {
  /// The texts, joined by "-"; empty for a mapping without patterns.
  package var label: String
  /// The mapping.
  package var mapping: RecordingMapping
}

extension RecordingMapping {
  /// The most recordings of one file.
  private static let mostMatches = 10_000

  /// Whether paths have patterns.
  package var hasPatterns: Bool { paths.contains { $0.contains("*") || $0.contains("{") } }

  /// The paths of all tables and numbers, sorted.
  private var paths: [String] {
    streams.sorted { $0.key < $1.key }.flatMap { _, stream in
      stream.datasets.sorted { $0.key < $1.key }.flatMap(\.value.table.paths) + stream.time.paths
    }
  }

  /// The recordings of a file, sorted by their labels.
  /// - Throws: `RecordingError` if nothing matches, `HDF5Error`.
  package func matches(in file: File) throws -> [PatternMatch] {
    guard hasPatterns else { return [PatternMatch(label: "", mapping: self)] }
    var found: [[String: String]] = [[:]]
    var names: [String] = []
    for path in paths {
      let patterns = Self.patterns(path)
      let wildcards = patterns.flatMap(\.wildcards)
      guard wildcards.contains(where: { !names.contains($0) }) else { continue }
      names += wildcards.filter { !names.contains($0) }
      found = try found.flatMap { try Self.matches(patterns[...], in: file.group, knowing: $0) }
      guard found.count <= Self.mostMatches else {
        throw RecordingError(
          path: file.path, "has over \(Self.mostMatches) matches of the pattern \"\(path)\"; expected a narrower one")
      }
      guard !found.isEmpty else {
        throw RecordingError(path: file.path, "has no dataset that matches the pattern \"\(path)\" of the mapping")
      }
    }
    var unique: [String] = []
    for name in names where !unique.contains(name) { unique.append(name) }
    return found.map { values in
      PatternMatch(label: unique.compactMap { values[$0] }.joined(separator: "-"), mapping: filled(values))
    }.sorted { $0.label < $1.label }
  }

  /// The mapping of a file's only recording.
  /// - Throws: `RecordingError` for a file with several recordings.
  func ofOnlyRecording(in file: File) throws -> Self {
    let matches = try matches(in: file)
    guard matches.count == 1 else {
      let labels = matches.prefix(5).map(\.label).joined(separator: ", ") + (matches.count > 5 ? ", ..." : "")
      throw RecordingError(
        path: file.path,
        "has \(matches.count) recordings by the patterns of the mapping (\(labels)); expected one: swingpipe import with "
          + "--mapping makes a file of each")
    }
    return matches[0].mapping
  }

  private static func patterns(_ path: String) -> [NamePattern] {
    var count = 0
    return path.prefix { $0 != "@" }.split(separator: "/").map { NamePattern($0, counting: &count) }
  }

  private static func matches(
    _ patterns: ArraySlice<NamePattern>, in group: Group, knowing known: [String: String]
  ) throws -> [[String: String]] {
    guard let pattern = patterns.first else { return [known] }
    let isLast = patterns.count == 1
    // A name without a wildcard may belong to a field of a table, or to one axis.
    if pattern.wildcards.allSatisfy({ known[$0] != nil }) {
      let name = pattern.filled(known)
      guard !isLast else { return try group.exists(name) ? [known] : [] }
      guard try group.isGroup(name) else { return try group.exists(name) ? [known] : [] }
      return try matches(patterns.dropFirst(), in: group.openGroup(name), knowing: known)
    }
    return try group.children().flatMap { child -> [[String: String]] in
      guard let values = pattern.match(child.name, knowing: known) else { return [] }
      switch child.kind {
      case .group where !isLast:
        return try matches(patterns.dropFirst(), in: group.openGroup(child.name), knowing: values)
      case .dataset, .group: return isLast ? [values] : []
      default: return []
      }
    }
  }

  private func filled(_ values: [String: String]) -> Self {
    func fill(_ path: String) -> String {
      guard path.contains("*") || path.contains("{") else { return path }
      let attribute = path.firstIndex(of: "@").map { String(path[$0...]) } ?? ""
      return "/" + Self.patterns(path).map { $0.filled(values) }.joined(separator: "/") + attribute
    }
    var mapping = self
    for (name, stream) in streams {
      var stream = stream
      for dataset in stream.datasets.keys {
        if let paths = stream.datasets[dataset]?.table.paths {
          stream.datasets[dataset]?.table.paths = paths.map(fill)
        }
      }
      switch stream.time {
      case .timestamps(var timestamps):
        timestamps.table.paths = timestamps.table.paths.map(fill)
        stream.time = .timestamps(timestamps)
      case .regular(let start, let rate): stream.time = .regular(start: start.filled(fill), rate: rate.filled(fill))
      }
      mapping.streams[name] = stream
    }
    return mapping
  }
}

extension TimeMapping {
  fileprivate var paths: [String] {
    switch self {
    case .timestamps(let timestamps): timestamps.table.paths
    case .regular(let start, let rate):
      [start, rate].compactMap { if case .stored(let place) = $0 { place } else { nil } }
    }
  }
}

extension MappedNumber {
  fileprivate func filled(_ fill: (String) -> String) -> Self {
    if case .stored(let place) = self { .stored(fill(place)) } else { self }
  }
}
