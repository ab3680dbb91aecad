import FoundationEssentials
import SPBasics

/// The source of one recording.
public struct ImportSource: Hashable, Sendable {
  /// One file, archive, or folder with the files of a recording, or several text files of one recording.
  package var paths: [String]
  /// The identifier of the recording. For a single path, the default is its name without extension.
  public var recordingID: String
  /// Its size in bytes. The size of a folder is the size of the CSV files in it.
  public var byteCount: Int
  /// Whether files of unknown formats are noted as unused, rather than being errors.
  package var leavesOutUnknown = false
  /// The file to unpack; nil for a file that needs no unpacking.
  var packed: PackedFile?
  /// The line about the file in the table of a bulk export; nil without such a table.
  var entry: ActivityIndex.Entry?

  /// The extensions of the files that a search in folders finds.
  package static let extensions: Set<String> = [
    "csv", "tsv", "txt", "zip", "gz", "h5", "hdf5", "hdf", "he5", "mat", "nc", "nc4", "nwb", "fit", "tcx", "gpx", "xml",
    "uddf", "ssrf",
  ]

  /// Whether a name has the ending of a file that can be imported.
  package static func isSource(_ name: String) -> Bool { extensions.contains(FileEnding.of(name)) }

  /// A file, an archive, or a folder with the files of a recording.
  public init(_ url: URL) { self.init(url.filePath) }

  /// A source at a path.
  package init(_ path: String) {
    // The names . and .. identify no recording: the folder's real name is used for them.
    let named = [".", ".."].contains(Folder.split(Self.withoutSlash(path)).name) ? Folder.realPath(path) : path
    let name = Folder.split(Self.withoutSlash(named)).name
    paths = [path]
    recordingID = Folder.isFolder(path) ? name : Self.stem(of: name)
    let files =
      Folder.isFolder(path) ? (try? SourceTables.tables(inFolder: path))?.map { path + "/" + $0 } ?? [] : [path]
    byteCount = files.reduce(0) { $0 + ((try? FileStamp(of: $1))?.sizeBytes ?? 0) }
  }

  /// A file in an archive.
  init(_ file: PackedFile, byteCount: Int) {
    paths = [file.name]
    recordingID = Self.stem(of: Folder.split(file.name).name)
    packed = file
    self.byteCount = byteCount
  }

  /// A file's name without its extension, and without the extension of gzip.
  private static func stem(of name: String) -> String {
    let name = PackedFile.unpackedName(name)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return stem.isEmpty ? name : stem
  }

  /// Joins several sources into one.
  public init(joining sources: [ImportSource], as recordingID: String) {
    paths = sources.flatMap(\.paths)
    self.recordingID = recordingID
    byteCount = sources.reduce(0) { $0 + $1.byteCount }
  }

  /// The name of the source in messages.
  public var name: String { paths.count > 1 ? "\(paths[0]) and \(paths.count - 1) more" : paths[0] }

  /// Inputs from which no sources can be made.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults, one line per input.
    public let messages: [String]

    /// All messages, one line each.
    public var description: String { messages.joined(separator: "\n") }
  }

  /// The sources that a search has found, and sentences about other files.
  package struct Found: Sendable {
    /// The sources.
    package var sources: [ImportSource]
    /// Sentences about files that the search left out.
    package var notes: [String]
  }

  /// The sources in some files and folders. Folders and archives are searched for sources.
  ///
  /// A folder of one recording is one source. It contains Sensor Logger's Metadata.csv, at least two CSV files named
  /// after its sensors, phyphox's meta/time.csv, or the recording.json of an export. Below any other folder, each file
  /// and each folder of one recording is a source. Exports of Apple Health come first, and other sources follow, both
  /// sorted by path. An archive with activities or packed files is searched like a folder. Any other archive is one
  /// source.
  /// - Parameters:
  ///   - urls: Files and folders.
  ///   - recordingID: The identifier of the one recording that all of them make up; nil if each source is a recording.
  ///   - excluded: Files and folders that a search leaves out, such as labels.
  /// - Throws: `Fault` with all faults: missing paths, folders without a source, and recordings that share an
  ///   identifier.
  public static func sources(
    in urls: [URL], joinedAs recordingID: String? = nil, excluding excluded: Set<URL> = []
  ) throws(Fault) -> [ImportSource] {
    try sources(
      in: urls.map(\.filePath), joinedAs: recordingID,
      excluding: Set(excluded.map { Folder.realPath($0.filePath) }))
  }

  /// The sources at some paths, as the public call finds them. The excluded paths have links resolved.
  package static func sources(
    in paths: [String], joinedAs recordingID: String? = nil, excluding excluded: Set<String> = []
  ) throws(Fault) -> [ImportSource] {
    try search(paths, joinedAs: recordingID, excluding: excluded, by: []).sources
  }

  /// The sources at some paths, with notes. Files of one recording are joined if built-in mappings recognise them by
  /// their names and fields.
  /// - Parameter scratch: a folder with space for archives that are in other archives. The unpacked archives stay there
  ///   as long as their sources.
  package static func search(
    _ paths: [String], joinedAs recordingID: String? = nil, excluding excluded: Set<String> = [],
    scratch: String = FileManager.default.temporaryDirectory.path, by mappings: [TextMapping]
  ) throws(Fault) -> Found {
    var messages: [String] = []
    var notes: [String] = []
    var sources: [ImportSource] = []
    for path in paths {
      do {
        var search = SourceSearch(excluding: excluded, scratch: scratch)
        try search.add(path)
        if search.sources.isEmpty {
          let passed = search.notes.isEmpty ? "" : ": " + search.notes.joined(separator: "; ")
          messages.append("\(path): holds nothing to import; expected files that end in \(extensionList)\(passed)")
        }
        sources += search.sources
        notes += search.notes
      } catch {
        messages.append("\(error)" + FileError.nameHint(path))
      }
    }
    if recordingID == nil { sources = FileParts.joined(sources, by: mappings) }
    if recordingID != nil, let packed = sources.first(where: { $0.packed != nil }) {
      messages.append("\(packed.name): is in an archive; expected text files to join: unpack it")
    }
    if let recordingID, !sources.isEmpty { sources = [ImportSource(joining: sources, as: recordingID)] }
    // Metadata.csv describes other files and is not a recording.
    sources.removeAll { $0.paths.count == 1 && SensorLoggerFormat.isSettings($0.paths[0]) }
    if sources.isEmpty, messages.isEmpty {
      messages.append(
        "\(paths.joined(separator: ", ")): says how other files are read, and is not "
          + "a recording; expected those files as well")
    }
    notes += nameByEnding(&sources)
    nameApart(&sources)
    var first: [String: String] = [:]
    for source in sources {
      if let other = first[source.recordingID] {
        messages.append(
          "\(other) and \(source.name) would both be \(source.recordingID); expected names that differ, or another "
            + "--output for each")
      }
      first[source.recordingID] = source.name
    }
    guard messages.isEmpty else { throw Fault(messages: messages) }
    return Found(sources: sources, notes: notes)
  }

  /// Adds their endings to the identifiers of files that differ only in the ending: a.csv and a.txt become a_csv and
  /// a_txt, in any order. The same file twice remains a fault.
  /// - Returns: a sentence for each such group of files.
  private static func nameByEnding(_ sources: inout [ImportSource]) -> [String] {
    let single = sources.indices.filter { sources[$0].packed == nil && sources[$0].paths.count == 1 }
    let groups = Dictionary(grouping: single) { place in
      "\(Folder.split(sources[place].paths[0]).folder)/\(sources[place].recordingID)"
    }
    var notes: [String] = []
    for (id, places) in groups where Set(places.map { sources[$0].ending }).count == places.count && places.count > 1 {
      for place in places where !sources[place].ending.isEmpty {
        sources[place].recordingID += "_\(sources[place].ending)"
      }
      let ids = places.map { sources[$0].recordingID }.joined(separator: ", ")
      notes.append("\(id): files that differ only in their endings become the recordings \(ids)")
    }
    return notes.sorted()
  }

  /// The ending of its first file's name, apart from the ending of gzip.
  private var ending: String { FileEnding.of(PackedFile.unpackedName(Folder.split(paths[0]).name)) }

  /// Adds numbers to the identifiers of files in archives if other sources have the same identifiers: files in archives
  /// cannot be renamed. The number follows an underscore, which the names of parts do not add.
  private static func nameApart(_ sources: inout [ImportSource]) {
    var taken = Set(sources.filter { $0.packed == nil }.map(\.recordingID))
    var last: [String: Int] = [:]
    for place in sources.indices where sources[place].packed != nil {
      let id = sources[place].recordingID
      while !taken.insert(sources[place].recordingID).inserted {
        last[id, default: 1] += 1
        sources[place].recordingID = "\(id)_\(last[id] ?? 1)"
      }
    }
  }

  private static var extensionList: String { extensions.sorted().map { ".\($0)" }.joined(separator: ", ") }

  static func withoutSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
