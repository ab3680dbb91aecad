import FoundationEssentials
import SPBasics
import SPRecordings

/// The tables of one recording: from text files, or from the CSV files of a folder or an archive.
struct SourceTables {
  /// The files that are not imported, each with the reason.
  private(set) var unused: [String] = []
  /// The tables that are of a known format or mapped.
  private(set) var tables: [RecognisedTable] = []
  /// Sensor Logger's information about the recording, if there is any.
  private(set) var settings = SensorLoggerSettings()
  /// Phyphox's information about the recording, if there is any.
  private(set) var facts = PhyphoxFacts()
  /// The recording's description and labels, if the source is a folder made by an export.
  private(set) var exported: ExportedRecording?

  private let path: String
  private let options: ImportOptions

  /// Finds the tables of a source.
  ///
  /// - Parameters:
  ///   - paths: Text files, an archive, or a folder.
  ///   - leavesOutUnknown: Whether text files of unknown formats are noted as unused, rather than being errors.
  ///   - scratch: A folder with space for unpacked files.
  ///   - advanced: Called with the unpacked fraction of an archive.
  /// - Throws: `ImportError` if the source has no table of a known format, or if a table cannot be read; `FileError`,
  ///   `CancellationError`.
  init(
    _ paths: [String], _ kind: SourceKind, _ options: ImportOptions, leavesOutUnknown: Bool = false, scratch: String,
    advanced: (Double) -> Void
  ) throws {
    path = paths[0]
    let path = path
    self.options = options
    switch kind {
    case .archive:
      let archive = try Archive(path)
      let all = archive.names
      if let facts = all.first(where: { $0.split(separator: "/").last == RecordingHeader.fileName[...] }) {
        throw ImportError(
          path: path + "/" + facts, "belongs to an exported folder; expected that folder, unpacked from the archive")
      }
      let names = all.filter(Self.isTable)
      if names.isEmpty, let activity = all.first(where: Self.isActivity) {
        throw ImportError(
          path: path, "holds \(activity), which is a source of its own; expected tables of one recording")
      }
      let total = Double(max(1, names.reduce(0) { $0 + archive.byteCount(of: $1) }))
      try take(names, byteCount: archive.byteCount) { name in
        try archive.unpack(name, into: scratch) { advanced(Double($0) / total) }
      }
    case .folder:
      exported = try ExportedRecording(path)
      let names = try Self.tables(inFolder: path).filter { exported == nil || LabelCSV.kind(ofFile: $0) == nil }
      try take(names, byteCount: { (try? FileStamp(of: path + "/" + $0))?.sizeBytes ?? 0 }) {
        try TextFile(path + "/" + $0)
      }
    default:
      for path in paths {
        var own = try Self.settings(beside: path) ?? SensorLoggerSettings()
        own.platform = options.platform?.rawValue ?? own.platform
        if settings.place == nil { settings = own }
        let head = try TextHead(TextFile(path))
        if leavesOutUnknown, try TextFormats.recognise(head, own, options) == nil {
          unused.append("\(Folder.split(path).name): no streams of the layout")
        } else {
          tables.append(try TextFormats.table(head, own, options))
        }
      }
    }
  }

  /// The names of the CSV files in a folder and in its folder `meta`, including Metadata.csv and labels.
  static func tables(inFolder path: String) throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    let meta =
      files.contains("meta") ? (try? FileManager.default.contentsOfDirectory(atPath: path + "/meta")) ?? [] : []
    return files.filter(isTable) + meta.sorted().map { "meta/\($0)" }.filter(isTable)
  }

  /// The names of all files that an import reads: the CSV files, and the recording.json of an export.
  static func files(inFolder path: String) throws -> [String] {
    try tables(inFolder: path) + (ExportedRecording.isOne(path) ? [RecordingHeader.fileName] : [])
  }

  private static func isTable(_ name: String) -> Bool {
    let file = name.split(separator: "/").last ?? ""
    return file.lowercased().hasSuffix(".csv") && !file.hasPrefix(".")
  }

  /// Whether files are the tables of one recording by their names. Such files are tables of several sensors of Sensor
  /// Logger, its settings, or tables of phyphox.
  static func areOfOneRecording(_ names: [String]) -> Bool {
    let tables = names.filter(isTable)
    return tables.contains(where: SensorLoggerFormat.isSettings)
      || tables.contains { "/\($0)".hasSuffix("/meta/time.csv") }
      || Set(tables.compactMap { SensorLoggerFormat.Sensor(ofFile: $0) }).count > 1
  }

  /// Whether a file has the ending of an activity's file.
  private static func isActivity(_ name: String) -> Bool { ActivityFile.endings.contains(FileEnding.of(name)) }

  /// The settings of a Sensor Logger file; nil without settings.
  private static func settings(beside path: String) throws -> SensorLoggerSettings? {
    try settingsPath(beside: path).map { try SensorLoggerSettings(TextHead(TextFile($0))) }
  }

  /// The Metadata.csv in the folder of a file named after a sensor of Sensor Logger; nil for other files, and without a
  /// Metadata.csv.
  static func settingsPath(beside path: String) -> String? {
    guard SensorLoggerFormat.Sensor(ofFile: path) != nil else { return nil }
    let settings = Folder.split(path).folder + "/Metadata.csv"
    return FileManager.default.fileExists(atPath: settings) ? settings : nil
  }

  private mutating func take(
    _ all: [String], byteCount: (String) -> Int, open: (String) throws -> TextFile
  ) throws {
    guard !all.isEmpty else {
      throw ImportError(path: path, "has no CSV file in it; expected those of one recording")
    }
    // Apps write a file for each sensor and for notes, even if they have nothing to write.
    let names = all.filter { byteCount($0) > 0 }
    unused += all.filter { byteCount($0) == 0 }.map { "\($0): is empty" }
    if let name = names.first(where: SensorLoggerFormat.isSettings) {
      settings = try SensorLoggerSettings(TextHead(open(name)))
      try requireSensors(names)
    }
    settings.platform = options.platform?.rawValue ?? settings.platform
    for name in names where PhyphoxFacts.isOne(name) { facts.take(name, try TextHead(open(name))) }
    for name in names where !SensorLoggerFormat.isSettings(name) && !Self.isInMeta(name) {
      let head = try TextHead(open(name))
      if exported != nil {
        tables.append(try TextFormats.table(head, settings, options))
      } else if let table = try TextFormats.recognise(head, settings, options) {
        tables.append(table)
      } else {
        unused.append("\(name): no streams of the layout")
      }
    }
    guard !tables.isEmpty else {
      throw ImportError(
        path: path, "none of its files is of a known format; expected those of \(TextFormats.titles), or --mapping")
    }
  }

  /// Whether a file is in the folder `meta`, whose files are not tables of the recording.
  private static func isInMeta(_ name: String) -> Bool { name.split(separator: "/").dropLast().last == "meta" }

  /// Throws if the settings list a sensor whose table is missing.
  private func requireSensors(_ names: [String]) throws {
    let present = Set(names.compactMap { SensorLoggerFormat.Sensor(ofFile: $0) })
    for name in settings.sensors {
      guard let sensor = SensorLoggerFormat.Sensor(ofFile: name.replacing(" ", with: "")), !present.contains(sensor),
        let place = settings.place
      else { continue }
      throw ImportError(
        path: place.path, line: place.line,
        "says that \(sensor.rawValue) was recorded, but there is no \(sensor.rawValue).csv; expected it beside "
          + "this file")
    }
  }
}
