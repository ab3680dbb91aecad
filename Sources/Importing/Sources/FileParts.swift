import SPBasics

/// Files that are parts of one recording, by the pattern that the mapping of their program has for names of files.
enum FileParts {
  /// The sources. Sources that are parts of one recording are joined.
  ///
  /// Files are parts of one recording if they are in one folder and have the same text for `{recording}` in the pattern
  /// of a mapping that fits each file. This text becomes the identifier of the recording. Other text files in the
  /// folder whose names begin with the identifier and an underscore belong to the recording, too, and are noted as
  /// unused.
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
    // "walk_2_Magnetometer.csv" belongs to "walk_2" rather than to "walk".
    let longer = parts.compactMap(\.self).contains { $0.recording.count > part.recording.count && isOf($0) }
    return isOf(part) && !longer
  }

  /// The properties that files of one recording share.
  private struct Part: Hashable {
    var folder: String
    var recording: String
  }

  /// The part that a source is; nil for other sources. Files that cannot be read are not parts: their import reports
  /// why.
  private static func part(_ source: ImportSource, _ mappings: [TextMapping]) -> Part? {
    guard source.paths.count == 1, let path = source.paths.first, !Folder.isFolder(path) else { return nil }
    let named = mappings.filter { $0.recording(ofFile: path) != nil }
    guard !named.isEmpty, (try? SourceKind(path)) == .text, let head = try? TextHead(TextFile(path)),
      let recording = named.first(where: { MappedFormat.fits(head, $0) })?.recording(ofFile: path)
    else { return nil }
    return Part(folder: Folder.split(path).folder, recording: recording)
  }
}
