import FoundationEssentials
import SPBasics
import SPRecordings
import SPSignals

/// The result of importing a source: a recording, or a recording for each workout, trial or dive in it.
public struct SourceOutcome: Sendable {
  /// The result of one recording.
  public struct Part: Sendable {
    /// The identifier of the recording.
    public var recordingID: String
    /// The path of the recording.
    public var path: String
    /// The outcome, or why the recording was not made.
    public var result: Result<Importer.Outcome, any Error>
  }

  /// The recordings in their order in the source.
  public var recordings: [Part] = []
  /// The format of an export with recordings of many days, which has its own report; nil for other sources.
  public var format: ImportFormat?
  /// Findings about the export, one sentence each.
  public var notes: [String] = []
  /// Parts of the export that were left out, one sentence each.
  public var unused: [String] = []
}

extension Importer {
  /// Imports a source with any number of recordings.
  ///
  /// - Parameters:
  ///   - source: The source to import.
  ///   - folder: A folder with space for unpacked files and for data that do not fit into memory.
  ///   - url: Gives the file of a recording by its identifier.
  ///   - replaces: Whether existing recordings are replaced.
  ///   - advanced: Called with the finished fraction.
  /// - Throws: `ImportError`, `FileError` and all errors of ``run(_:to:replaces:advanced:)`` if the source cannot be
  ///   read or is one recording; `CancellationError`. The error of one of several recordings is in the outcome.
  public func run(
    _ source: ImportSource, in folder: URL, to url: (_ recordingID: String) -> URL, replaces: Bool = false,
    advanced: (Double) -> Void = { _ in }
  ) throws -> SourceOutcome {
    try run(
      source, in: folder.filePath, to: { url($0).filePath }, replaces: replaces, advanced: advanced)
  }

  /// Imports a source to paths, as the public call does.
  package func run(
    _ source: ImportSource, in folder: String, to path: (_ recordingID: String) -> String, replaces: Bool = false,
    advanced: (Double) -> Void = { _ in }
  ) throws -> SourceOutcome {
    try withUnpacked(source, in: folder) { source, named in
      var outcome = try runUnpacked(source, in: folder, to: path, replaces, advanced)
      for place in outcome.recordings.indices {
        outcome.recordings[place].result = outcome.recordings[place].result.mapError(named)
      }
      return outcome
    }
  }

  /// Calls `body` with a source that can be read directly: the source itself, or its contents unpacked into a folder.
  /// The second argument of `body` is a function that changes an error about unpacked files to name the source.
  func withUnpacked<Result>(
    _ source: ImportSource, in folder: String, _ body: (ImportSource, (any Error) -> any Error) throws -> Result
  ) throws -> Result {
    guard let packed = try Self.packed(source) else { return try body(source) { $0 } }
    // Errors of unpacking name the source already.
    let unpacked = try packed.unpacked(below: folder)
    var plain = ImportSource(unpacked.path)
    plain.recordingID = source.recordingID
    plain.entry = source.entry
    do {
      guard try Self.packed(plain) == nil else {
        throw ImportError(path: unpacked.path, "is packed by gzip twice; expected once: gunzip it")
      }
      return try body(plain, unpacked.named)
    } catch {
      throw unpacked.named(error)
    }
  }

  /// The file to unpack before a source can be read; nil if the source can be read directly.
  private static func packed(_ source: ImportSource) throws -> PackedFile? {
    if let packed = source.packed { return packed }
    guard source.paths.count == 1, try SourceKind(source.paths[0]) == .gzip else { return nil }
    return PackedFile(source.paths[0])
  }

  private func runUnpacked(
    _ source: ImportSource, in folder: String, to path: (_ recordingID: String) -> String, _ replaces: Bool,
    _ advanced: (Double) -> Void
  ) throws -> SourceOutcome {
    if try source.isHealthExport() {
      try requireNoLabels(source, "a recording for each workout")
      return try runExport(source, in: folder, to: path, replaces: replaces, advanced: advanced)
    }
    let parts = try parts(of: source)
    guard !parts.isEmpty else {
      let wholePath = path(source.recordingID)
      // A file that became one recording earlier stays one recording: the import compares its contents.
      let isOld = !replaces && FileManager.default.fileExists(atPath: wholePath)
      let activities = isOld ? nil : try activities(source, advanced)
      if let activities, activities.parts.count > 1 {
        return try runParts(of: activities, source, to: path, replaces, advanced)
      }
      try claims.claim(wholePath, for: source)
      let made = try run(source, read: activities, to: wholePath, replaces: replaces, advanced: advanced)
      return SourceOutcome(recordings: [.init(recordingID: source.recordingID, path: wholePath, result: .success(made))]
      )
    }
    try requireNoLabels(source, "\(parts.count) recordings")
    var outcome = SourceOutcome()
    for (number, made) in parts.enumerated() {
      var part = source
      part.recordingID = "\(source.recordingID)-\(made.label)"
      let path = path(part.recordingID)
      let result = try attempt {
        try claims.claim(path, for: source)
        return try made.importer.run(part, to: path, replaces: replaces) {
          advanced((Double(number) + $0) / Double(parts.count))
        }
      }
      outcome.recordings.append(.init(recordingID: part.recordingID, path: path, result: result))
    }
    return outcome
  }

  /// The activities of a source; nil for a source of another kind.
  private func activities(_ source: ImportSource, _ advanced: (Double) -> Void) throws -> ActivityFile? {
    guard source.paths.count == 1 else { return nil }
    let kind = try SourceKind(source.paths[0])
    guard kind.isActivity else { return nil }
    return try activities(source, kind) { advanced(ActivityFile.readingFraction * $0) }
  }

  /// Imports a file of several activities.
  private func runParts(
    of file: ActivityFile, _ source: ImportSource, to path: (_ recordingID: String) -> String, _ replaces: Bool,
    _ advanced: (Double) -> Void
  ) throws -> SourceOutcome {
    try requireNoLabels(source, counted(file.parts.count, "workout"))
    let fingerprint = try Self.fingerprint(source.paths[0]) { Task.isCancelled }
    var outcome = SourceOutcome()
    for (place, part) in file.parts.enumerated() {
      try Task.checkCancellation()
      let id = "\(source.recordingID)-\(part.label ?? "")"
      let record = ImportRecord(
        toolVersion: toolVersion, format: file.format.rawValue, application: part.activity.attributes.deviceModel,
        sources: [fingerprint], options: options.text)
      let path = path(id)
      let result = try attempt {
        try claims.claim(path, for: source)
        if !replaces, FileManager.default.fileExists(atPath: path) { return try existing(record, at: path) }
        return try write(part, file.format, record, source, recordingID: id, to: path)
      }
      outcome.recordings.append(.init(recordingID: id, path: path, result: result))
      let done = Double(place + 1) / Double(file.parts.count)
      advanced(ActivityFile.readingFraction + (1 - ActivityFile.readingFraction) * done)
    }
    if replaces { try removeWhole(path(source.recordingID), of: fingerprint, replacedBy: outcome) }
    return outcome
  }

  /// Removes the recording that an earlier version made from the whole file, so that no workout counts twice.
  private func removeWhole(
    _ path: String, of fingerprint: ImportRecord.Source, replacedBy outcome: SourceOutcome
  ) throws {
    guard outcome.recordings.allSatisfy({ (try? $0.result.get()) != nil && $0.path != path }),
      FileManager.default.fileExists(atPath: path), let record = try? ImportRecord.read(path),
      record.sources == [fingerprint]
    else { return }
    try FileManager.default.removeItem(atPath: path)
  }

  private func requireNoLabels(_ source: ImportSource, _ what: String) throws {
    guard labels == nil else {
      throw ImportError(path: source.name, "has \(what); expected no --labels: swingpipe label add adds them")
    }
  }

  /// The result of one recording. Only `CancellationError` is thrown, because it ends the whole import.
  func attempt(_ body: () throws -> Outcome) throws -> Result<Outcome, any Error> {
    do {
      return .success(try body())
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failure(error)
    }
  }
}
