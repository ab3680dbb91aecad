import FoundationEssentials
import SPHDF5

/// Where a recording was imported from, and the changes during the import.
public struct ImportRecord: Hashable, Sendable {
  /// A file that was imported.
  public struct Source: Hashable, Sendable {
    /// The name of the file, without the folder.
    public var name: String
    /// The size of the file, in bytes.
    public var byteCount: Int
    /// The fingerprint of the file: XXH3 of 128 bits, as `xxhsum -H2` prints it.
    public var hash: String

    /// Makes a source.
    public init(name: String, byteCount: Int, hash: String) {
      self.name = name
      self.byteCount = byteCount
      self.hash = hash
    }
  }

  /// The version of swingpipe that imported the recording.
  public var toolVersion: String
  /// The format of the sources, as `import --format` names it.
  public var format: String
  /// The program that made the recording, if known.
  public var application: String?
  /// The source files.
  public var sources: [Source]
  /// The options of the import, as they are given on the command line.
  public var options: String
  /// Changes made to the rows, one sentence each.
  public var repairs: [String]
  /// Findings about units and signs that the sources do not state.
  public var notes: [String]
  /// Fields and files of the sources that were left out.
  public var unused: [String]

  /// Makes a record.
  public init(
    toolVersion: String, format: String, application: String? = nil, sources: [Source], options: String = "",
    repairs: [String] = [], notes: [String] = [], unused: [String] = []
  ) {
    self.toolVersion = toolVersion
    self.format = format
    self.application = application
    self.sources = sources
    self.options = options
    self.repairs = repairs
    self.notes = notes
    self.unused = unused
  }

  /// Whether another record describes the same import: the same sources, version, format and options.
  package func isSameWork(as other: ImportRecord) -> Bool {
    toolVersion == other.toolVersion && format == other.format && options == other.options && sources == other.sources
  }

  /// The line for the recording's history.
  public var historyLine: String {
    let names = sources.map(\.name)
    let from = names.count > 3 ? "\(names[0]) and \(names.count - 1) more files" : names.joined(separator: ", ")
    let app = application.map { " (\($0))" } ?? ""
    let done = repairs.isEmpty ? "" : "; " + repairs.joined(separator: "; ")
    return "import by swingpipe \(toolVersion) from \(from)\(app)\(options.isEmpty ? "" : ", \(options)")\(done)"
  }
}

/// The group `import` of a recording.
extension ImportRecord {
  static let group = "/import"

  private static let texts: [(String, WritableKeyPath<ImportRecord, [String]> & Sendable)] = [
    ("repairs", \.repairs), ("notes", \.notes), ("unused", \.unused),
  ]

  func write(to file: File) throws {
    let attributes = try file.createGroup(Self.group).attributes
    try attributes.set("tool_version", to: toolVersion)
    try attributes.set("format", to: format)
    if let application { try attributes.set("application", to: application) }
    try attributes.set("source_names", to: sources.map(\.name))
    try attributes.set("source_bytes", to: sources.map { Int64($0.byteCount) })
    try attributes.set("source_xxh128", to: sources.map(\.hash))
    try attributes.set("options", to: options)
    for (name, path) in Self.texts where !self[keyPath: path].isEmpty {
      try attributes.set(name, to: self[keyPath: path])
    }
  }

  /// Reads the group; nil if the file does not have it.
  init?(from file: File) throws {
    guard try file.exists(Self.group) else { return nil }
    let attributes = try file.openGroup(Self.group).attributes
    let names = try attributes.strings("source_names")
    let hashes = try attributes.strings("source_xxh128")
    let sizes = try attributes.numbers("source_bytes", as: Int.self)
    self.init(
      toolVersion: try attributes.string("tool_version"), format: try attributes.string("format"),
      application: try attributes.contains("application") ? attributes.string("application") : nil,
      sources: zip(names, zip(sizes, hashes)).map { Source(name: $0, byteCount: $1.0, hash: $1.1) },
      options: try attributes.string("options"))
    for (name, path) in Self.texts where try attributes.contains(name) {
      self[keyPath: path] = try attributes.strings(name)
    }
  }

  /// Reads the import record from a recording's file without reading the rest; nil if the recording was not
  /// imported.
  /// - Throws: `HDF5Error` for a file or record that cannot be read.
  public static func read(_ url: URL) throws -> ImportRecord? { try read(url.filePath) }

  /// Reads the import record of the recording at a path, as the public call does.
  package static func read(_ path: String) throws -> ImportRecord? {
    let file = try File(opening: path, links: .refuse)
    let record = try ImportRecord(from: file)
    try file.close()
    return record
  }
}
