import SPBasics
import SPHDF5
import SPRecordings

/// An HDF5 file of an unknown layout: a listing, the likely meanings of its datasets, and a proposed mapping.
package struct ForeignFile: Encodable, Sendable {
  private let path: String
  private let listing: FileListing
  private let guess: MappingGuess

  /// Examines a file, and reads a few thousand of its rows.
  /// - Throws: `HDF5Error`, `CancellationError`.
  package init(_ path: String, filters: FilterPolicy = .builtIn) throws {
    self.path = path
    let file = try File(opening: path, filters: filters)
    listing = try FileListing(file)
    try file.close()
    guess = try MappingGuess(path, filters: filters)
  }

  /// Whether a file states no layout, which would be in its attribute `format`.
  /// - Throws: `HDF5Error`.
  package static func isOne(_ path: String) throws -> Bool {
    let file = try File(opening: path)
    defer { try? file.close() }
    return try !file.group.attributes.contains("format")
  }

  /// The proposed mapping as a file; nil if nothing was recognised.
  package var mappingFile: String? {
    guess.mapping.streams.isEmpty ? nil : MappingText(guess.mapping).file(for: path, remarks: guess.doubts)
  }

  /// Why no mapping is proposed, and what to do.
  package var noMapping: String {
    if let faulty = listing.entries.first(where: { $0.fault != nil }), let fault = faulty.fault {
      return "\(faulty.path) cannot be read: \(fault)"
    }
    return
      "no dataset looks like acceleration or rotation rate by its name, unit and values; write a mapping by hand: swingpipe "
      + "help importing shows one"
  }

  /// The listing, the proposal, and the next commands to run.
  package var text: String {
    var lines = ["\(path): HDF5 of another layout, \(counted(listing.entries.count, "dataset"))"]
    for entry in listing.entries { lines += self.lines(entry) }
    if listing.isCut { lines.append("  ... and more") }
    if !listing.links.isEmpty {
      lines.append("  links, which are not followed: \(listing.links.joined(separator: ", "))")
    }
    lines += guess.doubts.map { "note: \($0)" }
    guard !guess.mapping.streams.isEmpty else { return (lines + [noMapping]).joined(separator: "\n") + "\n" }
    lines.append("proposed mapping:")
    lines += MappingText(guess.mapping).json.pretty.split(separator: "\n").map { "  \($0)" }
    let word = path.shellWord
    let options = ["--mapping lab.json", RecordingCorrections(motionOffsetS: guess.motionOffsetS).importOptions]
    lines.append(
      "next: swingpipe check --details \(word) --mapping-out lab.json; swingpipe import \(word) "
        + options.filter { !$0.isEmpty }.joined(separator: " ") + " --output recordings")
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ entry: FileListing.Entry) -> [String] {
    let shape = entry.shape.isEmpty ? "scalar" : entry.shape.map(String.init).joined(separator: " x ")
    let facts = [shape, entry.type, entry.unit].compactMap(\.self).joined(separator: ", ")
    let end = entry.fault.map { ": \($0)" } ?? guess.looks[entry.path].map { ": looks like \($0)" } ?? ""
    var lines = ["  \(entry.path) (\(facts))\(end)"]
    if !entry.columns.isEmpty { lines.append("    columns: " + entry.columns.joined(separator: ", ")) }
    let attributes = entry.attributes.map { "\($0.name) = \($0.text)" }
    if !attributes.isEmpty { lines.append("    " + attributes.joined(separator: ", ")) }
    return lines
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(
      listing.entries.map { Dataset(entry: $0, looksLike: guess.looks[$0.path]) }, forKey: .datasets)
    try container.encode(guess.doubts, forKey: .notes)
    try container.encode(mappingFile, forKey: .mapping)
  }

  private enum CodingKeys: String, CodingKey {
    case path, datasets, notes, mapping
  }

  private struct Dataset: Encodable {
    var path: String
    var shape: [Int]
    var type: String
    var unit: String?
    var columns: [String]
    var attributes: [String: String]
    var looksLike: String?
    var fault: String?

    init(entry: FileListing.Entry, looksLike: String?) {
      (path, shape, type, unit, columns) = (entry.path, entry.shape, entry.type, entry.unit, entry.columns)
      attributes = Dictionary(entry.attributes.map { ($0.name, $0.text) }) { first, _ in first }
      fault = entry.fault
      self.looksLike = looksLike
    }

    private enum CodingKeys: String, CodingKey {
      case path, shape, type, unit, columns, attributes, fault
      case looksLike = "looks_like"
    }
  }
}
