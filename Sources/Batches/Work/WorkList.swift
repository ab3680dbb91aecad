import FoundationEssentials
import SPBasics
import SPPipelines

/// The fixed list of a batch's recordings, in the order of their identifiers.
///
/// It is written as JSON lines, one object per recording, so that many processes can share it: each shard of a batch
/// depends only on the list.
public struct WorkList: Hashable, Sendable {
  /// The recordings, in the order of their identifiers' UTF-8 bytes.
  public let items: [WorkItem]

  /// An error for a text that is not a work list, with the place of the first fault.
  public struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, the line, and the expected text.
    public let description: String
  }

  /// Takes the items of a list, which are in order.
  init(sorted items: [WorkItem]) { self.items = items }

  /// Sorts items. If recordings share an identifier, or their tables would have the same file name, each gets a separate
  /// identifier and a fault. These recordings fail, and all others run.
  public init(_ items: [WorkItem]) {
    self.items = Self.separated(items).sorted { $0.recordingID.utf8.lexicographicallyPrecedes($1.recordingID.utf8) }
  }

  private static func separated(_ items: [WorkItem]) -> [WorkItem] {
    // Texts compare equal here if they look the same, such as é in one character and in two: some file systems do not
    // distinguish them.
    let groups = Dictionary(grouping: items.indices) { RecordingFileName(items[$0].recordingID).text }
    var items = items
    for group in groups.values where group.count > 1 {
      let same = group.map { items[$0] }
      let isTwoForms = Set(same.map { Array($0.recordingID.utf8) }).count > 1
      for index in group {
        let paths = same.filter { $0.path != items[index].path }.map(\.shownPath).sorted()
        let others = paths.count > 3 ? paths.prefix(2) + [counted(paths.count - 2, "other recording")] : paths
        let fault =
          others.isEmpty
          ? "is listed \(same.count) times; expected one entry per file"
          : "its recording id \"\(items[index].recordingID)\" is used by \(others.joined(separator: " and ")), too; "
            + "expected one file per id"
            + (isTwoForms ? ", and ids that differ in more than how Unicode composes their letters" : "")
        items[index] = items[index].duplicate(fault).separated()
      }
    }
    return items
  }

  /// The name of reading identifiers in a journal.
  static let step = "identify"

  /// Lists recordings, reading only the identifier of each.
  ///
  /// A file whose identifier cannot be read is listed under its identifier in the earlier list, else under its file
  /// name, so that it fails alone later.
  /// - Parameters:
  ///   - pipeline: The pipeline whose reader reads the identifiers.
  ///   - paths: The files.
  ///   - known: An earlier list. Files that have not changed since are not opened.
  ///   - retries: Whether files that stalled in an earlier run are opened again.
  ///   - isHashed: Whether contents are hashed too.
  ///   - crashes: Files that must not be opened again.
  ///   - waits: Whether to wait for files that other processes work on. With false, such files are listed as temporarily
  ///     unreadable. A ``Batch`` asks for them again after all other files.
  public init(
    _ pipeline: Pipeline, _ paths: [String], known: WorkList? = nil, retries: Bool = false, isHashed: Bool = false,
    crashes: CrashHistory = CrashHistory(), waits: Bool = true
  ) {
    let earlier = EarlierFiles(known)
    let readsSessions = pipeline.readsSessions
    var items = crashes.map(paths, for: Self.step) { path -> WorkItem in
      let stamp = try? FileStamp(of: path)
      let hash = isHashed ? try? ContentHash(ofFile: path) : nil
      let before = earlier[path]
      /// The file alone, with an identifier from the file, from the earlier list, or from the file's name.
      func item(
        _ id: String, _ identifier: RecordingIdentifier?, sport: String? = nil, fault: String? = nil,
        isStalled: Bool = false
      ) -> WorkItem {
        var item = WorkItem(
          recordingID: id, path: path, stamp: stamp, hash: hash, fault: fault, isStalled: isStalled)
        if readsSessions, let identifier {
          item.files = [
            SessionFile(path: Folder.absolute(path), shownPath: path, identifier: identifier, stamp: stamp)
          ]
        } else {
          item.sport = sport
        }
        return item
      }
      if let before, let stamp, before.stamp == stamp, before.isUsable(inSessions: readsSessions, retries: retries) {
        return item(
          before.unitID(inSessions: readsSessions), before.file?.identifier, sport: before.sport,
          fault: before.item.fault, isStalled: before.item.isStalled)
      }
      let guess = before?.unitID(inSessions: readsSessions) ?? Self.name(of: path)
      if !waits, crashes.setAside.contains(crashes.step(Self.step, path)) {
        return item(guess, before?.file?.identifier, fault: "reading it makes no progress")
      }
      do {
        let identifier =
          try crashes.attempt(path, keeping: Self.step) { try pipeline.identify(path) }
          ?? RecordingIdentifier(recordingID: Self.name(of: path))
        return item(identifier.unitID, identifier, sport: identifier.sport)
      } catch {
        return item(
          guess, before?.file?.identifier,
          fault: error.message.withoutPrefix("\(path): ").withoutPrefix("\(Folder.absolute(path)): "),
          isStalled: (error as? CrashHistory.Crashed)?.cause.isStall ?? false)
      }
    }
    if readsSessions { items = Self.sessions(items) }
    Self.separateUnreadable(&items)
    self.init(items)
  }

  /// Joins the files of a session to one item. A file that cannot be read stays alone, and fails alone. If the earlier
  /// list knows its session, though, and reading did not stall, it stays in the session, which must not run without it.
  private static func sessions(_ items: [WorkItem]) -> [WorkItem] {
    func session(_ item: WorkItem) -> String? {
      item.fault == nil || !item.isStalled ? item.files.first?.identifier.sessionID : nil
    }
    let groups = Dictionary(grouping: items.filter { session($0) != nil }) { Array((session($0) ?? "").utf8) }
    let sessions = groups.values.map { parts in
      let whole = WorkItem(session: session(parts[0]) ?? "", parts)
      let messages = Self.duplicates(parts).sorted()
      return messages.isEmpty ? whole : whole.duplicate(messages.joined(separator: "; "))
    }
    return sessions + items.filter { session($0) == nil }
  }

  /// A line for each identifier shared by several recordings of a session.
  private static func duplicates(_ session: [WorkItem]) -> [String] {
    let groups = Dictionary(grouping: session.flatMap(\.files)) { Array($0.identifier.recordingID.utf8) }.values
    return groups.filter { $0.count > 1 }.map { files in
      let paths = files.map(\.shownPath).sorted().joined(separator: " and ")
      let identifier = files[0].identifier
      return "the recording id \"\(identifier.recordingID)\" is used by \(paths), which are in one session, "
        + "\"\(identifier.unitID)\"; expected one file per id"
    }
  }

  /// Changes a guessed identifier that another recording has, so that it cannot keep that recording from running.
  private static func separateUnreadable(_ items: inout [WorkItem]) {
    guard items.contains(where: { $0.fault != nil }) else { return }
    var taken: [String: Int] = [:]
    for item in items { taken[RecordingFileName(item.recordingID).text, default: 0] += 1 }
    for (index, item) in items.enumerated() where item.fault != nil {
      guard taken[RecordingFileName(item.recordingID).text, default: 0] > 1 else { continue }
      items[index] = item.separated()
    }
  }

  /// The name of a file without folder and extension.
  private static func name(of path: String) -> String {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return name.isEmpty ? path : name
  }
}

/// The files of an earlier list by their paths.
private struct EarlierFiles {
  /// A file, and the unit of work that contained it.
  struct Entry {
    let item: WorkItem
    /// The file, if the unit was a session.
    let file: SessionFile?

    /// Its sport.
    var sport: String? { file == nil ? item.sport : file?.identifier.sport }

    /// Its size and time then.
    var stamp: FileStamp? { file == nil ? item.stamp : file?.stamp }

    /// Whether the entry has all facts that a pipeline needs, which may read sessions, as long as the file is unchanged.
    func isUsable(inSessions readsSessions: Bool, retries: Bool) -> Bool {
      if item.fault != nil { return item.isStalled && !retries }
      return file != nil || !readsSessions
    }

    /// The identifier of its unit of work: of its session, if the pipeline reads sessions.
    func unitID(inSessions readsSessions: Bool) -> String {
      readsSessions ? item.recordingID : file?.identifier.recordingID ?? item.recordingID
    }
  }

  private let entries: [[UInt8]: Entry]

  init(_ list: WorkList?) {
    let entries = (list?.items ?? []).flatMap { item -> [([UInt8], Entry)] in
      item.files.isEmpty
        ? [(Array(item.path.utf8), Entry(item: item, file: nil))]
        : item.files.map { (Array($0.path.utf8), Entry(item: item, file: $0)) }
    }
    self.entries = Dictionary(entries) { first, _ in first }
  }

  subscript(_ path: String) -> Entry? { entries[Array(Folder.absolute(path).utf8)] }
}

extension WorkList {
  /// The list as JSON lines.
  /// - Throws: errors from the JSON encoder.
  package func jsonLines() throws -> [UInt8] {
    try items.reduce(into: []) { try $1.append(to: &$0) }
  }

  /// The same, made on several processors.
  /// - Parameter jobs: How many parts of the list are written at a time.
  /// - Throws: errors from the JSON encoder.
  func jsonLines(jobs: Int) async throws -> [UInt8] {
    let parts = await Concurrently.map(items, jobs: jobs) { part in
      [Result { try part.reduce(into: [UInt8]()) { try $1.append(to: &$0) } }]
    }
    return try parts.reduce(into: []) { $0 += try $1.get() }
  }

  /// Reads JSON lines; blank lines and unknown keys are ignored.
  /// - Throws: `Unreadable` with the first line that is not a recording.
  public init(jsonLines bytes: [UInt8], file: String) throws {
    var items: [WorkItem] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      do {
        items.append(try JSONReader.value(of: bytes, in: line.indices) { try WorkItem(&$0) })
      } catch {
        throw Unreadable(
          description: """
            \(file):\(index + 1): is not a recording of a plan; expected an object with recording_id, path, size_bytes \
            and fingerprint, as "swingpipe run --dry-run --json" writes it
            """)
      }
    }
    self.init(items)
  }
}

extension WorkItem {
  fileprivate func append(to lines: inout [UInt8]) throws {
    lines += try JSONOutput.lineBytes(self)
    lines.append(UInt8(ascii: "\n"))
  }
}
