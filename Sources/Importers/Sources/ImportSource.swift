import Files
import Foundation

/// The source of one recording.
public struct ImportSource: Hashable, Sendable {
  /// A file, an archive, or a folder with the files of one recording; or several text files of one.
  public var paths: [String]
  /// The identifier of the recording; by default the name of the first path without its extension.
  public var recordingID: String
  /// Its size in bytes, with all files of a folder.
  public var byteCount: Int

  /// Extensions of the files that folders are searched for.
  public static let extensions: Set<String> = ["csv", "tsv", "txt", "zip", "h5", "hdf5", "fit", "tcx", "gpx", "xml"]

  /// A source at a path.
  public init(_ path: String) {
    // A dot is a name of the folder that one is in, and none of a recording.
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

  /// Several sources as one.
  public init(joining sources: [ImportSource], as recordingID: String) {
    paths = sources.flatMap(\.paths)
    self.recordingID = recordingID
    byteCount = sources.reduce(0) { $0 + $1.byteCount }
  }

  /// The paths as messages name them.
  public var name: String { paths.count > 1 ? "\(paths[0]) and \(paths.count - 1) more" : paths[0] }

  /// Inputs that lead to no source.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults, one line per input.
    public let messages: [String]

    /// The lines.
    public var description: String { messages.joined(separator: "\n") }
  }

  /// The sources at some paths: files as they are; a folder that contains the files of one recording; otherwise
  /// the files and such folders below a folder, sorted by path.
  ///
  /// A folder is of one recording where it holds Sensor Logger's Metadata.csv, phyphox's folder `meta`, or the
  /// recording.json of an export.
  /// - Parameters:
  ///   - paths: files and folders.
  ///   - recordingID: the identifier of the one recording that all of them are of; nil where each is one.
  ///   - excluded: files and folders that are left out of a search, such as labels; their paths without links.
  /// - Throws: ``Fault`` for what is missing, folders without a source, and recordings that share an identifier: all of
  ///   them at once.
  public static func sources(
    in paths: [String], joinedAs recordingID: String? = nil, excluding excluded: Set<String> = []
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
    if let recordingID { sources = [ImportSource(joining: sources, as: recordingID)] }
    // A file that describes how to read others is not a recording.
    sources.removeAll { $0.paths.count == 1 && SensorLoggerFormat.isSettings($0.paths[0]) }
    if sources.isEmpty, messages.isEmpty {
      messages.append(
        "\(paths.joined(separator: ", ")): says how others are read, and is no recording; expected these as well")
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
    // Routes and electrocardiograms beside an export are part of it; other XML with such a name is not.
    let exports = found.filter { isXML($0.path) && (try? HealthExport($0.path)) != nil }
    let exportFolders = exports.flatMap { export in
      ["workout-routes", "electrocardiograms"].map { "\(Folder.split(export.path).folder)/\($0)/" }
    }
    sources += exports.map { ImportSource($0.path) }
    for file in found where !isXML(file.path) && !exportFolders.contains(where: file.path.hasPrefix) {
      var source = file.path
      // Other files in such a folder are sources of their own.
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

  /// Whether a file is one of those to leave out, or lies in a folder of them.
  private static func isExcluded(_ path: String, by excluded: Set<String>) -> Bool {
    excluded.contains { path == $0 || path.hasPrefix($0 + "/") }
  }

  /// The folder that a file is of one recording with; nil for none. That is its own, or, for what an app puts into a
  /// folder `meta`, the one around it.
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
