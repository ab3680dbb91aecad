import Files
import FoundationEssentials

/// The source of one recording.
public struct ImportSource: Hashable, Sendable {
  /// One file, archive, or folder with the files of a recording; or several text files of one recording.
  public var paths: [String]
  /// The identifier of the recording; for a single path by default its name without extension.
  public var recordingID: String
  /// Its size in bytes; that of a folder is the size of the CSV files in it.
  public var byteCount: Int
  /// Whether files of no known format are noted as unused, rather than being errors.
  package var leavesOutUnknown = false

  /// Extensions of the files that folders are searched for.
  public static let extensions: Set<String> = [
    "csv", "tsv", "txt", "zip", "h5", "hdf5", "hdf", "he5", "mat", "nc", "nc4", "nwb", "fit", "tcx", "gpx", "xml",
  ]

  /// A source at a path.
  public init(_ path: String) {
    // The names . and .. identify no recording: the folder's real name is used for them.
    let named = [".", ".."].contains(Folder.split(Self.withoutSlash(path)).name) ? Folder.realPath(path) : path
    let name = Folder.split(Self.withoutSlash(named)).name
    let dot = Folder.isFolder(path) ? nil : name.lastIndex(of: ".")
    let stem = dot.map { String(name[..<$0]) } ?? name
    paths = [path]
    recordingID = stem.isEmpty ? name : stem
    let files =
      Folder.isFolder(path) ? (try? SourceTables.tables(inFolder: path))?.map { path + "/" + $0 } ?? [] : [path]
    byteCount = files.reduce(0) { $0 + ((try? FileStamp(of: $1))?.sizeBytes ?? 0) }
  }

  /// Joins several sources into one.
  public init(joining sources: [ImportSource], as recordingID: String) {
    paths = sources.flatMap(\.paths)
    self.recordingID = recordingID
    byteCount = sources.reduce(0) { $0 + $1.byteCount }
  }

  /// The paths as messages name them.
  public var name: String { paths.count > 1 ? "\(paths[0]) and \(paths.count - 1) more" : paths[0] }

  /// Inputs from which no sources can be made.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults, one line per input.
    public let messages: [String]

    /// The lines.
    public var description: String { messages.joined(separator: "\n") }
  }

  /// The sources at some paths: files as they are, and what a search finds in folders.
  ///
  /// A folder of one recording is one source. It holds Sensor Logger's Metadata.csv, at least two CSV files named after
  /// its sensors, phyphox's meta/time.csv, or the recording.json of an export. Below any other folder each file and
  /// each such folder is a source: exports of Apple Health first, then the others, both sorted by path.
  /// - Parameters:
  ///   - paths: files and folders.
  ///   - recordingID: the identifier of the one recording that all of them make up; nil if each is a recording.
  ///   - excluded: files and folders that are left out of a search, such as labels, as paths with links resolved.
  /// - Throws: ``Fault`` with all faults: missing paths, folders without a source, and recordings that share an
  ///   identifier.
  public static func sources(
    in paths: [String], joinedAs recordingID: String? = nil, excluding excluded: Set<String> = []
  ) throws(Fault) -> [ImportSource] {
    try sources(in: paths, joinedAs: recordingID, excluding: excluded, by: [])
  }

  /// The same, with the files of one recording joined that built-in mappings recognise by their names and fields.
  package static func sources(
    in paths: [String], joinedAs recordingID: String? = nil, excluding excluded: Set<String> = [],
    by mappings: [TextMapping]
  ) throws(Fault) -> [ImportSource] {
    var messages: [String] = []
    var sources: [ImportSource] = []
    for path in paths {
      do {
        let found = try search(path, excluding: excluded)
        if found.isEmpty {
          messages.append("\(path): holds nothing to import; expected files that end in \(extensionList)")
        }
        sources += found
      } catch {
        messages.append("\(error)" + FileError.nameHint(path))
      }
    }
    if recordingID == nil { sources = FileParts.joined(sources, by: mappings) }
    if let recordingID { sources = [ImportSource(joining: sources, as: recordingID)] }
    // Metadata.csv describes other files and is no recording by itself.
    sources.removeAll { $0.paths.count == 1 && SensorLoggerFormat.isSettings($0.paths[0]) }
    if sources.isEmpty, messages.isEmpty {
      messages.append(
        "\(paths.joined(separator: ", ")): says how other files are read, and is not "
          + "a recording; expected those files as well")
    }
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
    return sources
  }

  private static var extensionList: String { extensions.sorted().map { ".\($0)" }.joined(separator: ", ") }

  private static func search(_ path: String, excluding excluded: Set<String>) throws -> [ImportSource] {
    guard Folder.isFolder(path) else {
      guard Folder.exists(path) else {
        throw FileError(path: path, operation: "read the source", code: FileError.missing)
      }
      return [ImportSource(path)]
    }
    var folders: [String: Bool] = [:]
    var sources: [ImportSource] = []
    var seen: Set<String> = []
    let found = try Folder.search(path, extensions: extensions).filter { !isExcluded($0.realPath, by: excluded) }
    // Files in the folders of routes and electrocardiograms beside an export belong to it.
    let exports = found.filter { isXML($0.path) && (try? HealthExport($0.path)) != nil }
    let exportFolders = exports.flatMap { export in
      ["workout-routes", "electrocardiograms"].map { "\(Folder.split(export.path).folder)/\($0)/" }
    }
    sources += exports.map { ImportSource($0.path) }
    for file in found where !exportFolders.contains(where: file.path.hasPrefix) {
      // Many programs write XML: of files that are only called so, those are taken that hold TCX or GPX.
      if isXML(file.path), (try? XMLActivity.isOne(file.path)) != true { continue }
      var source = file.path
      // Only CSV files belong to a folder of one recording; other files in it are sources of their own.
      if file.path.lowercased().hasSuffix(".csv"),
        let folder = recordingFolder(of: file.path, upTo: withoutSlash(path), &folders)
      {
        source = folder
      }
      if seen.insert(source).inserted { sources.append(ImportSource(source)) }
    }
    return sources
  }

  private static func isXML(_ path: String) -> Bool { path.lowercased().hasSuffix(".xml") }

  /// Whether a file is to be left out, or lies in a folder that is.
  private static func isExcluded(_ path: String, by excluded: Set<String>) -> Bool {
    excluded.contains { path == $0 || path.hasPrefix($0 + "/") }
  }

  /// The folder of one recording that a file belongs to; nil if there is none. It is the folder that the file is in,
  /// or, for a folder `meta`, the one around it.
  private static func recordingFolder(
    of file: String, upTo root: String, _ known: inout [String: Bool]
  ) -> String? {
    var folder = Folder.split(file).folder
    if Folder.split(folder).name == "meta", folder.count > root.count { folder = Folder.split(folder).folder }
    let isOne = known[folder] ?? isRecording(folder)
    known[folder] = isOne
    return isOne ? folder : nil
  }

  private static func isRecording(_ folder: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let sensors = names.filter { name in
      SensorLoggerFormat.Sensor.allCases.contains { "\($0.rawValue).csv".lowercased() == name.lowercased() }
    }
    return ExportedRecording.isOne(folder) || sensors.count > 1 || names.contains(where: SensorLoggerFormat.isSettings)
      || Folder.exists(folder + "/meta/time.csv") && names.contains { $0.lowercased().hasSuffix(".csv") }
  }

  private static func withoutSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
