import SPBasics

/// Files that are parts of one recording, by the names that the mapping of their program gives to files.
enum FileParts {
  /// The sources, with those joined that are parts of one recording.
  ///
  /// Files are parts of one recording if they are in one folder and have the same text for `{recording}` in the pattern
  /// of a mapping that suits each of them. The recording has that text as its identifier. Other text files whose names
  /// begin with it belong to the recording too, and are noted as unused.
  static func joined(_ sources: [ImportSource], by mappings: [TextMapping]) -> [ImportSource] {
    let mappings = mappings.filter { $0.files != nil }
    guard !mappings.isEmpty else { return sources }
    let parts = sources.map { part($0, mappings) }
    var joined: [ImportSource?] = sources
    for (first, part) in parts.enumerated() {
      guard let part, !parts[..<first].contains(part) else { continue }
      let places = sources.indices.filter {
        parts[$0] == part || parts[$0] == nil && isBeside(sources[$0], part, among: parts)
      }
      guard places.count > 1 else { continue }
      var whole = ImportSource(joining: places.map { sources[$0] }, as: part.recording)
      whole.leavesOutUnknown = true
      for place in places { joined[place] = nil }
      joined[first] = whole
    }
    return joined.compactMap(\.self)
  }

  /// Whether a file has the name of a recording's file: some programs write a file for each of many sensors.
  private static func isBeside(_ source: ImportSource, _ part: Part, among parts: [Part?]) -> Bool {
    guard source.paths.count == 1, (try? SourceKind(source.paths[0])) == .text else { return false }
    let (folder, name) = Folder.split(source.paths[0])
    func isOf(_ part: Part) -> Bool { folder == part.folder && name.hasPrefix(part.recording + "_") }
    // "walk_2_Magnetometer.csv" is of "walk_2" rather than of "walk".
    let longer = parts.compactMap(\.self).contains { $0.recording.count > part.recording.count && isOf($0) }
    return isOf(part) && !longer
  }

  /// What files of one recording have in common.
  private struct Part: Hashable {
    var folder: String
    var recording: String
  }

  /// Files that cannot be read are none: their import reports why.
  private static func part(_ source: ImportSource, _ mappings: [TextMapping]) -> Part? {
    guard source.paths.count == 1, let path = source.paths.first, !Folder.isFolder(path) else { return nil }
    let named = mappings.filter { $0.recording(ofFile: path) != nil }
    guard !named.isEmpty, (try? SourceKind(path)) == .text, let head = try? TextHead(TextFile(path)),
      let recording = named.first(where: { MappedFormat.fits(head, $0) })?.recording(ofFile: path)
    else { return nil }
    return Part(folder: Folder.split(path).folder, recording: recording)
  }
}
