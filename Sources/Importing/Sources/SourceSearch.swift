import FoundationEssentials
import SPBasics

/// Finds the sources in files, folders and archives.
struct SourceSearch {
  /// Files and folders that are left out, as paths with links resolved.
  let excluded: Set<String>
  /// A folder with space for archives that are in other archives.
  let scratch: String
  private(set) var sources: [ImportSource] = []
  /// Sentences about files that the search left out.
  private(set) var notes: [String] = []

  init(excluding excluded: Set<String>, scratch: String) {
    self.excluded = excluded
    self.scratch = scratch
  }

  /// Adds the sources at a path.
  /// - Throws: `FileError`, `ImportError` for files that cannot be read.
  mutating func add(_ path: String) throws {
    guard Folder.isFolder(path) else {
      guard Folder.exists(path) else {
        throw FileError(path: path, operation: "read the source", code: FileError.missing)
      }
      if try SourceKind(path) != .archive || !addArchive(path) { sources.append(ImportSource(path)) }
      return
    }
    try addFolder(path)
  }

  private mutating func addFolder(_ path: String) throws {
    var folders: [String: Bool] = [:]
    var seen: Set<String> = []
    let root = ImportSource.withoutSlash(path)
    var found: [Folder.FoundFile] = []
    var others: [String] = []
    let files = try Folder.search(path, extensions: nil).filter { file in
      !excluded.contains { file.realPath == $0 || file.realPath.hasPrefix($0 + "/") }
    }
    let tables = Self.tableFolders(among: files.map(\.path))
    notes += tables.outputs.map { "\($0): skipped its tables, as it is the output folder of a run" }
    for file in files {
      guard !tables.folders.contains(where: file.path.hasPrefix) else { continue }
      let isKnown = ImportSource.isSource(file.path) && ImportSource.isSource(PackedFile.unpackedName(file.path))
      if isKnown {
        found.append(file)
      } else if recordingFolder(of: file.path, upTo: root, &folders) == nil {
        // The import of a folder of one recording reports the files in it that it does not use.
        others.append(file.path)
      }
    }
    // Files of routes and electrocardiograms in folders next to an export belong to the export.
    let exports = found.filter { Self.isXML($0.path) && (try? HealthExport($0.path)) != nil }
    let exportFolders = exports.flatMap { export in
      ["workout-routes", "electrocardiograms"].map { "\(Folder.split(export.path).folder)/\($0)/" }
    }
    sources += exports.map { ImportSource($0.path) }
    let bulk = BulkFolders(found.map(\.path))
    notes += bulk.notes
    var kinds = LeftKinds()
    var routes = LeftFiles("planned routes, which have no times")
    var copies = LeftFiles("packed copies of files beside them")
    let paths = Set(found.map(\.path))
    for file in found where !exportFolders.contains(where: file.path.hasPrefix) && !bulk.isTable(file.path) {
      let unpacked = PackedFile.unpackedName(file.path)
      if unpacked != file.path, paths.contains(unpacked) {
        copies.add(file.path)
        continue
      }
      if bulk.indexes.isRoute(file.path) {
        routes.add(file.path)
        continue
      }
      // Many programs write XML. Of files that end in .xml, only files of activities and dives are taken.
      if Self.isXML(file.path), (try? XMLActivity.isOne(file.path)) != true {
        others.append(file.path)
        continue
      }
      // Only files that end in .fit are examined: a folder may contain very many recordings.
      if FileEnding.of(file.path) == "fit",
        kinds.leavesOut(file.path, try? InputFile(file.path).read(0..<LeftKinds.headLength))
      {
        continue
      }
      var source = file.path
      // Only CSV files belong to a folder of one recording; other files in it are separate sources.
      if file.path.lowercased().hasSuffix(".csv"),
        let folder = recordingFolder(of: file.path, upTo: root, &folders)
      {
        source = folder
      }
      let isArchive = source.lowercased().hasSuffix(".zip") && !Folder.isFolder(source)
      guard seen.insert(source).inserted, try !isArchive || !addArchive(source) else { continue }
      var found = ImportSource(source)
      found.entry = bulk.indexes.entry(of: file.path)
      sources.append(found)
    }
    notes += kinds.notes(in: path) + routes.notes(in: path) + copies.notes(in: path) + Self.passedOver(others, in: path)
  }

  /// The most files that a note names.
  private static let mostNamed = 5

  /// A sentence about the files of a folder that do not look like sources.
  private static func passedOver(_ files: [String], in folder: String) -> [String] {
    guard !files.isEmpty else { return [] }
    let rest = files.count - mostNamed
    let root = ImportSource.withoutSlash(folder) + "/"
    let names = files.sorted().prefix(rest > 1 ? mostNamed : files.count).map { $0.withoutPrefix(root) }
    let ending = rest > 1 ? " and \(rest) others" : ""
    return ["\(folder): passed over \(counted(files.count, "file")): \(names.joined(separator: ", "))\(ending)"]
  }

  /// The output folders of runs, and the folders in them with tables and records, which are not sources. They end with a
  /// slash.
  private static func tableFolders(among files: [String]) -> (outputs: [String], folders: [String]) {
    let plan = "/_meta/plan.jsonl"
    let outputs = files.filter { $0.hasSuffix(plan) }.map { String($0.dropLast(plan.count)) }.sorted()
    let folders = outputs.flatMap { output -> [String] in
      let merged = "\(output)/merged/"
      // A joined table has the name of the folder of its parts.
      let tables = files.filter { $0.hasPrefix(merged) }.map { file in
        let name = file.dropFirst(merged.count)
        return "\(output)/\(name.lastIndex(of: ".").map { name[..<$0] } ?? name)/"
      }
      return ["\(output)/_meta/", merged] + tables
    }
    return (outputs, folders)
  }

  /// Adds the files in an archive if it contains activities or packed files, rather than the tables of one recording.
  /// - Returns: whether it does; false for an archive that cannot be read, whose import reports why.
  private mutating func addArchive(_ path: String) throws -> Bool {
    let archive: Archive
    do {
      guard try HealthExport(path) == nil else { return false }
      archive = try Archive(path)
    } catch let error where error is ImportError || error is FileError {
      return false
    }
    // An error from here on, such as a full disk, is not a fault of the archive.
    guard try add(archive, isNested: false) else { return false }
    // An archive may contain both activities and the tables of one recording.
    if SourceTables.areOfOneRecording(archive.names) { sources.append(ImportSource(path)) }
    return true
  }

  /// The most .xml entries that are examined. One person does not have more activities.
  private static let mostXML = 10_000

  /// The entries that are sources: entries whose names say so, and XML that contains activities or dives.
  private func sourceNames(in archive: Archive) throws -> Set<String> {
    let named = archive.names.filter(Self.isOfCollection)
    let xml = try archive.names.filter(Self.isXML).prefix(Self.mostXML).filter {
      try XMLActivity.isOne(head: archive.head(of: $0, XMLFile.headLength))
    }
    return Set(named + xml)
  }

  /// The tables of bulk exports in an archive.
  private mutating func indexes(in archive: Archive) throws -> ActivityIndexes {
    var indexes = ActivityIndexes()
    let all = Set(archive.names)
    for name in archive.names where Folder.split("/" + name).name == ActivityIndex.fileName {
      guard archive.byteCount(of: name) <= ActivityIndex.mostByteCount,
        let index = ActivityIndex(try archive.head(of: name, ActivityIndex.mostByteCount))
      else { continue }
      let folder = String(name.dropLast(ActivityIndex.fileName.count))
      indexes.add(index, of: folder)
      notes += Self.notes(on: index, at: "\(archive.name)/\(name)") { all.contains(folder + $0) }
    }
    return indexes
  }

  /// Adds the files in an archive if some are activities or packed.
  /// - Returns: whether the archive has such files.
  private mutating func add(_ archive: Archive, isNested: Bool) throws -> Bool {
    let (names, place) = (archive.names, archive.name)
    let sourceNames = try sourceNames(in: archive)
    guard !sourceNames.isEmpty else { return false }
    let indexes = try indexes(in: archive)
    var kinds = LeftKinds()
    var routes = LeftFiles("planned routes, which have no times")
    var others: [String: Int] = [:]
    var found: [(name: String, source: ImportSource)] = []
    for name in names {
      guard sourceNames.contains(name) else {
        others[FileEnding.of(name), default: 0] += 1
        continue
      }
      if indexes.isRoute(name) {
        routes.add(name)
        continue
      }
      if name.lowercased().hasSuffix(".zip") {
        guard !isNested else {
          notes.append("\(place)/\(name): left out, as archives are searched two levels deep: unpack it")
          continue
        }
        let file = PackedFile(name, in: archive)
        if try !addNested(file) { found.append((name, ImportSource(file, byteCount: archive.byteCount(of: name)))) }
        continue
      }
      if kinds.leavesOut(name, try archive.head(of: name, LeftKinds.headLength)) { continue }
      let file = PackedFile(name, in: archive)
      var source = ImportSource(file, byteCount: archive.byteCount(of: name))
      source.entry = indexes.entry(of: name)
      found.append((name, source))
    }
    sources += Self.unique(found)
    notes += kinds.notes(in: place) + routes.notes(in: place)
    if !others.isEmpty { notes.append("\(place): left out, as they are not activities: \(Listing.text(others))") }
    return true
  }

  /// The files, with different identifiers. If several files have the same identifier, their folders are added to it
  /// and, if these do not suffice, their endings.
  private static func unique(_ found: [(name: String, source: ImportSource)]) -> [ImportSource] {
    var found = found
    for isLast in [false, true] {
      let counts = Dictionary(grouping: found, by: \.source.recordingID).mapValues(\.count)
      for place in found.indices where counts[found[place].source.recordingID] != 1 {
        let (name, id) = (found[place].name, found[place].source.recordingID)
        let folder = Folder.split("/" + name).folder.dropFirst().replacing("/", with: "-")
        found[place].source.recordingID =
          isLast ? "\(id)-\(FileEnding.of(PackedFile.unpackedName(name)))" : folder.isEmpty ? id : "\(folder)-\(id)"
      }
    }
    return found.map(\.source)
  }

  /// Adds the files of an archive inside another archive.
  /// - Returns: whether the archive is a collection; false for an archive that cannot be read, whose import reports
  ///   why.
  private mutating func addNested(_ file: PackedFile) throws -> Bool {
    // Remove files of searches that were killed.
    WholeFile.removeAbandoned(in: scratch)
    do {
      let unpacked = try file.unpacked(below: scratch)
      guard try HealthExport(unpacked.path) == nil else { return false }
      return try add(Archive(unpacked), isNested: true)
    } catch is ImportError {
      return false
    }
  }

  /// Sentences about activities of a table that have no file.
  fileprivate static func notes(on index: ActivityIndex, at path: String, has: (String) -> Bool) -> [String] {
    let missing = index.entries.keys.filter { !has($0) }.sorted()
    var notes: [String] = []
    if index.filelessCount > 0 {
      notes.append(
        "\(path): \(counted(index.filelessCount, "activity")) without a file, such as those that were typed in")
    }
    if let first = missing.first {
      notes.append("\(path): \(counted(missing.count, "file")) that it names are missing, such as \(first)")
    }
    return notes
  }

  private static func isXML(_ path: String) -> Bool { path.lowercased().hasSuffix(".xml") }

  /// Whether an archive with a file of this name is a collection, in which each file is a source.
  private static func isOfCollection(_ name: String) -> Bool {
    let isPacked = name.lowercased().hasSuffix(".gz")
    let ending = FileEnding.of(PackedFile.unpackedName(name))
    return isPacked && ImportSource.extensions.contains(ending) || ending == "zip"
      || ActivityFile.endings.contains(ending)
  }

  /// The folder of one recording that a file belongs to; nil without such a folder. It is the folder of the file or,
  /// for a folder `meta`, the folder around it.
  private func recordingFolder(of file: String, upTo root: String, _ known: inout [String: Bool]) -> String? {
    var folder = Folder.split(file).folder
    if Folder.split(folder).name == "meta", folder.count > root.count { folder = Folder.split(folder).folder }
    let isOne = known[folder] ?? Self.isRecording(folder)
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
}

/// The folders of bulk exports among the searched folders.
private struct BulkFolders {
  private(set) var indexes = ActivityIndexes()
  private(set) var notes: [String] = []

  init(_ paths: [String]) {
    for path in paths where Folder.split(path).name == ActivityIndex.fileName {
      guard (try? FileStamp(of: path).sizeBytes) ?? .max <= ActivityIndex.mostByteCount,
        let bytes = try? WholeFile.read(path), let index = ActivityIndex(bytes)
      else { continue }
      let folder = Folder.split(path).folder
      indexes.add(index, of: folder + "/")
      notes += SourceSearch.notes(on: index, at: path) { Folder.exists("\(folder)/\($0)") }
      let tables = paths.filter { isTable($0) && Folder.split($0).folder == folder && $0 != path }
      if !tables.isEmpty {
        let names = tables.prefix(Listing.longest).map { Folder.split($0).name }.joined(separator: ", ")
        notes.append("\(folder): left out, as tables of an export of activities: \(names)")
      }
    }
  }

  /// Whether a file is one of the tables of a bulk export, which are not recordings.
  func isTable(_ path: String) -> Bool {
    path.lowercased().hasSuffix(".csv") && indexes.has(Folder.split(path).folder + "/")
  }
}

/// Files that a search leaves out for one reason.
private struct LeftFiles {
  private let reason: String
  private var count = 0
  private var first = ""

  init(_ reason: String) { self.reason = reason }

  mutating func add(_ path: String) {
    count += 1
    if count == 1 { first = Folder.split("/" + path).name }
  }

  func notes(in place: String) -> [String] {
    count == 0 ? [] : ["\(place): left out, as \(reason): \(counted(count, "file")), such as \(first)"]
  }
}

/// FIT files that are not activities, such as settings and the all-day counts of a watch. A search leaves them out and
/// counts them.
private struct LeftKinds {
  private var counts: [String: Int] = [:]
  /// The number of bytes that show the kind of a file.
  static let headLength = 512

  mutating func leavesOut(_ name: String, _ head: [UInt8]?) -> Bool {
    guard let head, FITReader.isFIT(head) else { return false }
    var reader = FITReader(head, faults: .endReading)
    guard let first = try? reader.next(), first.name == "file_id", let kind = first["type"]?.code,
      kind != "activity"
    else { return false }
    counts[kind, default: 0] += 1
    return true
  }

  func notes(in place: String) -> [String] {
    counts.isEmpty ? [] : ["\(place): left out, as FIT files of other kinds than activities: \(Listing.text(counts))"]
  }
}
