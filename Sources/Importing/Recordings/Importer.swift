import FoundationEssentials
import SPBasics
import SPRecordings
import SPSignals

/// Makes recordings of layout version 1 from files of other programs.
public struct Importer: Sendable {
  /// How sources are imported.
  public var options: ImportOptions
  /// The version of the tool, for the import record.
  public var toolVersion: String
  /// Gives the mappings that recognise files of other layouts.
  public var knownMappings: @Sendable () -> [NamedMapping] = { [] }
  /// Gives labels that are added to the labels of the source; nil to add no labels.
  public var labels: (@Sendable (LabelTimeline) throws -> Annotations?)?
  /// The paths that sources of the same import write to.
  package var claims = PathClaims()

  /// Makes an importer.
  public init(_ options: ImportOptions, toolVersion: String) {
    self.options = options
    self.toolVersion = toolVersion
  }

  /// The result of importing one recording.
  public struct Outcome: Sendable {
    /// Where the recording came from, and how it was changed.
    public var record: ImportRecord
    /// The labels that were imported; nil without labels, or if nothing was done.
    public var annotations: Annotations?
    /// Whether an earlier import had made the same recording, so that nothing was done.
    public var wasDone: Bool
  }

  /// Imports one recording.
  ///
  /// - Parameters:
  ///   - source: The source to import.
  ///   - url: The file in which the recording appears, whole or not at all.
  ///   - replaces: Whether an existing file at the path is replaced.
  ///   - advanced: Called with the finished fraction.
  /// - Throws: `ImportError`, `RecordingError`, `HDF5Error`, `FileError` or `LabelFileError` if the source cannot be
  ///   imported, the errors of ``labels``, and `CancellationError`. Nothing is written then.
  public func run(
    _ source: ImportSource, to url: URL, replaces: Bool = false, advanced: (Double) -> Void = { _ in }
  ) throws -> Outcome {
    try run(source, to: url.filePath, replaces: replaces, advanced: advanced)
  }

  /// Imports one recording to a path, as the public call does.
  package func run(
    _ source: ImportSource, to path: String, replaces: Bool = false, advanced: (Double) -> Void = { _ in }
  ) throws -> Outcome {
    try withUnpacked(source, in: Folder.split(path).folder) { source, _ in
      try run(source, read: nil, to: path, replaces: replaces, advanced: advanced)
    }
  }

  /// Imports one recording from unpacked files, with the activities of the source if they were read already.
  func run(
    _ source: ImportSource, read activities: ActivityFile?, to path: String, replaces: Bool,
    advanced: (Double) -> Void
  ) throws -> Outcome {
    let kind = try Self.kind(of: source)
    if kind == .xml || kind == .archive, try HealthExport(source.paths[0]) != nil {
      throw ImportError(
        path: source.name, "is an export of Apple Health with a recording for each workout; expected one")
    }
    if source.paths.contains(where: { Folder.realPath($0) == Folder.realPath(path) }) {
      throw ImportError(path: path, "would replace its own source; expected another --output")
    }
    if !replaces, FileManager.default.fileExists(atPath: path) {
      return try existing(source, kind, at: path)
    }
    let fingerprints = WorkedAhead { mustStop in try Self.sources(source, kind, unless: mustStop) }
    defer { fingerprints.stop() }
    var made = try write(source, kind, read: activities, to: path, advanced: advanced)
    made.record.repairs = made.rows.repairs
    let annotations = try annotations(made, of: source)
    if let annotations { try made.writer.write(annotations) }
    made.record.sources = try fingerprints.value()
    try made.writer.write(made.record, after: made.history)
    try made.writer.finish()
    return Outcome(record: made.record, annotations: annotations, wasDone: false)
  }

  /// The recordings of a source whose mapping has patterns, each with its own importer.
  /// - Returns: the label of each recording; empty if the source is one recording.
  /// - Throws: `RecordingError` if nothing matches the patterns, `ImportError`, `HDF5Error`, `FileError`.
  package func parts(of source: ImportSource) throws -> [(label: String, importer: Importer)] {
    guard source.paths.count == 1, options.format == nil else { return [] }
    let parts: [(label: String, mapping: ImportOptions.Mapping)]
    switch try Self.kind(of: source) {
    case .hdf5: parts = try RecordingImport.matches(source.paths[0], options).map { ($0.label, .hdf5($0.mapping)) }
    case .text: parts = try TextFormats.parts(source.paths[0], options).map { ($0.label, .text($0.mapping)) }
    default: return []
    }
    guard parts.count > 1 else { return [] }
    return parts.map { part in
      var importer = self
      importer.options.mapping = part.mapping
      return (part.label, importer)
    }
  }

  /// The outcome for a recording that exists already. Throws unless the recording was made from the same files, with
  /// the same options and by the same version.
  private func existing(_ source: ImportSource, _ kind: SourceKind, at path: String) throws -> Outcome {
    guard let record = try ImportRecord.read(path) else { throw Self.foreign(path) }
    let wanted = ImportRecord(
      toolVersion: toolVersion, format: record.format, sources: try Self.sources(source, kind) { Task.isCancelled },
      options: options.text)
    return try Self.existing(record, as: wanted, at: path)
  }

  /// The outcome for a recording that exists already. Throws unless its import record describes the same work as
  /// `wanted`.
  func existing(_ wanted: ImportRecord, at path: String) throws -> Outcome {
    guard let record = try ImportRecord.read(path) else { throw Self.foreign(path) }
    return try Self.existing(record, as: wanted, at: path)
  }

  private static func foreign(_ path: String) -> ImportError {
    ImportError(path: path, "exists already and was not imported; expected another --output, or --overwrite")
  }

  private static func existing(_ record: ImportRecord, as wanted: ImportRecord, at path: String) throws -> Outcome {
    guard record.isSameWork(as: wanted) else {
      let reason =
        record.sources != wanted.sources
        ? "was imported from \(record.sources.map(\.name).joined(separator: ", ")) with other contents, of this file or another of "
          + "the same name"
        : record.options != wanted.options
          ? (record.options.isEmpty
            ? "was imported without options" : "was imported with the options \"\(record.options)\"")
          : "was imported by version \(record.toolVersion)"
      throw ImportError(
        path: path, "\(reason); expected --overwrite to import it again, which loses labels added since")
    }
    return Outcome(record: record, annotations: nil, wasDone: true)
  }

  /// A recording whose rows are written.
  private struct Making {
    var writer: RecordingWriter
    var record: ImportRecord
    var attributes: RecordingAttributes
    var rows: ImportedRows
    /// The changes made to the source before this import.
    var history: [String] = []
    /// The labels of the source.
    var annotations: (LabelTimeline) throws -> Annotations?
  }

  /// The labels of the source together with the labels that ``labels`` gives.
  private func annotations(_ made: Making, of source: ImportSource) throws -> Annotations? {
    guard let timeline = LabelTimeline(of: made.attributes, spans: made.rows.spans) else { return nil }
    let own = try made.annotations(timeline)
    guard let more = try labels?(timeline) else { return own }
    var all = own ?? Annotations()
    do {
      try all.add(more)
    } catch {
      throw ImportError(
        path: source.name,
        "is labelled at \(error.present.time) s already; expected other labels")
    }
    return all
  }

  private func write(
    _ source: ImportSource, _ kind: SourceKind, read activities: ActivityFile?, to path: String,
    advanced: (Double) -> Void
  ) throws -> Making {
    var record = ImportRecord(toolVersion: toolVersion, format: "", sources: [], options: options.text)
    try check(source.paths[0], kind)
    func writer(_ attributes: RecordingAttributes) throws -> (RecordingWriter, RecordingAttributes) {
      let attributes = try overridden(attributes, of: source)
      return (try RecordingWriter(path: path, attributes: attributes), attributes)
    }
    if kind.isActivity {
      let found =
        try activities ?? self.activities(source, kind) { advanced(ActivityFile.readingFraction * $0) }
      guard let part = found.parts.first, found.parts.count == 1 else {
        throw ImportError(
          path: source.name, "has \(found.parts.count) workouts, and each becomes a recording; expected one workout")
      }
      let file = try ActivityImport(part.activity, found.format, from: source.paths[0], options)
      record.format = file.format.rawValue
      record.application = file.application
      record.notes = file.notes
      record.unused = file.unused
      let (writer, attributes) = try writer(file.attributes(recordingID: source.recordingID))
      let rows = try file.run(into: writer) {
        advanced(ActivityFile.readingFraction + (1 - ActivityFile.readingFraction) * $0)
      }
      return Making(writer: writer, record: record, attributes: attributes, rows: rows) { _ in nil }
    }
    guard kind == .hdf5 else {
      // Unpacking counts as a tenth of the work.
      let unpacking = kind == .archive ? 0.1 : 0
      let found = try SourceTables(
        source.paths, kind, options, leavesOutUnknown: source.leavesOutUnknown, scratch: Folder.split(path).folder
      ) { advanced(unpacking * $0) }
      let tables = try TableImport(found, options)
      record.format = tables.format.rawValue
      record.application = tables.application
      record.notes = tables.notes
      record.unused = tables.unusedFields + tables.unused
      let (writer, attributes) = try writer(tables.attributes(recordingID: source.recordingID))
      let reading = { advanced(unpacking + (1 - unpacking) * $0) }
      let rows =
        try tables.estimatesGravity
        ? EstimatedGravity.write(
          tables, attributes, in: Folder.split(path).folder, into: writer, advanced: reading)
        : tables.run(into: writer, advanced: reading)
      if source.paths.count > 1 { try tables.requireOverlap(rows.spans) }
      return Making(
        writer: writer, record: record, attributes: attributes, rows: rows, history: tables.history,
        annotations: tables.annotations)
    }
    let file = try RecordingImport(source.paths[0], options, knownMappings)
    record.format = file.format.rawValue
    record.notes = file.notes
    let (writer, attributes) = try writer(file.attributes(recordingID: source.recordingID))
    let rows = try file.run(into: writer, advanced: advanced)
    let annotations = try file.annotations()
    try file.close()
    return Making(
      writer: writer, record: record, attributes: attributes, rows: rows, history: file.history
    ) { _ in annotations }
  }

  /// The workouts of a file.
  func activities(
    _ source: ImportSource, _ kind: SourceKind, advanced: (Double) -> Void
  ) throws -> ActivityFile {
    try check(source.paths[0], kind)
    var file = try ActivityFile(source.paths[0], kind, options, advanced: advanced)
    if let entry = source.entry { file.take(entry) }
    return file
  }

  /// Writes one of several workouts of a source.
  func write(
    _ part: ActivityPart, _ format: ImportFormat, _ record: ImportRecord, _ source: ImportSource, recordingID: String,
    to path: String
  ) throws -> Outcome {
    var record = record
    let file = try ActivityImport(part.activity, format, from: source.name, options)
    record.notes = file.notes
    record.unused = file.unused
    var attributes = try overridden(file.attributes(recordingID: recordingID), of: source)
    // Recordings that share a session are one workout, but legs are several workouts.
    if let session = options.attributes.sessionID, let number = part.number {
      attributes.sessionID = "\(session)-\(number)"
    }
    // Legs may have different sports, too: the option is for legs that state no sport.
    if let own = part.activity.attributes.sport, own != attributes.sport {
      attributes.sport = own
      record.notes.append("has the sport \(own) of its part of the file: --sport is for parts that state none")
    }
    let writer = try RecordingWriter(path: path, attributes: attributes)
    record.repairs = try file.run(into: writer) { _ in }.repairs
    try writer.write(record)
    try writer.finish()
    return Outcome(record: record, annotations: nil, wasDone: false)
  }

  /// The attributes of a recording, with the attributes of the options in place of its own.
  /// - Throws: `ImportError` for a start time of timestamps that contain the date.
  private func overridden(_ attributes: RecordingAttributes, of source: ImportSource) throws -> RecordingAttributes {
    if options.attributes.startTime != nil, attributes.timeOrigin == "unix" {
      throw ImportError(
        path: source.name, "has timestamps with a date, which a start time does not change; expected no --start-time")
    }
    return attributes.overridden(by: options.attributes)
  }

  /// Throws if the options are for files of another kind.
  private func check(_ source: String, _ kind: SourceKind) throws {
    let isHDF5 = kind == .hdf5
    let found = isHDF5 ? "is HDF5" : kind == .text ? "is not an HDF5 file" : "is not an HDF5 file but a \(kind)"
    switch options.mapping {
    case .text where isHDF5, .hdf5 where !isHDF5:
      throw ImportError(
        path: source, "\(found); expected a \(isHDF5 ? "text table" : "HDF5 file"), which the mapping file describes")
    default: break
    }
    if let format = options.format, kind.isActivity || format.isActivity {
      guard kind == .fit && format == .fit || kind == .xml && [.tcx, .gpx, .uddf, .subsurface].contains(format) else {
        throw ImportError(
          path: source, "is of another format; expected the format \(format.rawValue), which is: \(format.summary)")
      }
    } else if options.mapping != nil, kind.isActivity {
      throw ImportError(path: source, "is not a text table; expected one, which the mapping file describes")
    } else if let format = options.format, format.isHDF5 != isHDF5 {
      throw ImportError(path: source, "\(found); expected the format \(format.rawValue), which is: \(format.summary)")
    }
  }

  /// The kind of a source. Throws if one of several files of a recording is not text.
  private static func kind(of source: ImportSource) throws -> SourceKind {
    guard source.paths.count > 1 else { return try SourceKind(source.paths[0]) }
    for path in source.paths {
      let kind = try SourceKind(path)
      guard kind != .text else { continue }
      let hint = kind.isActivity ? ": import each on its own, with the same --session" : ""
      throw ImportError(path: path, "is not a text file; only text files can be joined into one recording\(hint)")
    }
    return .text
  }

  /// The files of a source, with their sizes and fingerprints.
  private static func sources(
    _ source: ImportSource, _ kind: SourceKind, unless mustStop: () -> Bool
  ) throws -> [ImportRecord.Source] {
    let folder = source.paths[0]
    let files =
      kind == .folder
      ? try SourceTables.files(inFolder: folder).map { folder + "/" + $0 }
      : source.paths + source.paths.compactMap(SourceTables.settingsPath)
    return try files.map { try fingerprint($0, unless: mustStop) }
  }

  /// A file with its size and fingerprint.
  static func fingerprint(_ path: String, unless mustStop: () -> Bool) throws -> ImportRecord.Source {
    ImportRecord.Source(
      name: Folder.split(path).name, byteCount: try FileStamp(of: path).sizeBytes,
      hash: try ContentHash(ofFile: path, unless: mustStop).text)
  }
}
