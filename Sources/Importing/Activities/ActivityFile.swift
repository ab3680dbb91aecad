import SPBasics

/// A file of rides, runs, swims or dives: one workout, or the legs of a triathlon, several tracks or dives.
struct ActivityFile {
  let format: ImportFormat
  private(set) var parts: [ActivityPart]

  /// The file name extensions of such files.
  static let endings: Set = ["fit", "tcx", "gpx", "uddf", "ssrf"]
  /// The largest file, in bytes: a day at 1 Hz is some 10 MB as FIT, and 50 MB as XML.
  static let mostByteCount = 1 << 26
  /// The fraction of an import's time that reading takes; writing takes the rest.
  static let readingFraction = 0.8

  /// Reads a file.
  /// - Parameter advanced: called with the fraction of the file that is read.
  /// - Throws: `ImportError` if it is of another format, damaged or too large; `FileError`, `CancellationError`.
  init(_ path: String, _ kind: SourceKind, _ options: ImportOptions, advanced: (Double) -> Void = { _ in }) throws {
    guard try FileStamp(of: path).sizeBytes <= Self.mostByteCount else {
      throw ImportError(path: path, "is larger than \(Self.mostByteCount) bytes; expected less, such as one activity")
    }
    guard kind == .fit else {
      let (activities, format) =
        try DiveLog.read(path, advanced: advanced) ?? XMLActivity.read(path, advanced: advanced)
      self.format = format
      parts = ActivityPart.parts(activities)
      return
    }
    format = .fit
    do {
      parts = ActivityPart.parts(
        try FITActivity.read(WholeFile.read(path), readsUpToFault: options.readsUpToFault, advanced: advanced))
    } catch let error as FITError {
      let hint = options.readsUpToFault ? "" : "; --keep-going reads what can be read"
      throw ImportError(path: path, "\(error)\(hint)")
    } catch let error as FITSummaries.Excess {
      throw ImportError(path: path, error.message)
    }
  }

  /// Adds the name and the sport that a bulk export gives to the file.
  mutating func take(_ entry: ActivityIndex.Entry) {
    parts = parts.map { part in
      var activity = part.activity
      if parts.count == 1 { activity.attributes.sport = activity.attributes.sport ?? entry.sport }
      if let title = entry.title { activity.notes.insert("called \"\(title)\" in \(ActivityIndex.fileName)", at: 0) }
      return ActivityPart(number: part.number, label: part.label, activity: activity)
    }
  }
}
