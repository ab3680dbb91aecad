import Files
import FoundationEssentials
import JSON

/// The fixed list of a batch's recordings, in the order of their identifiers.
///
/// It is written as JSON lines, one object per recording, so that many processes can share it: each shard of a batch
/// depends only on the list.
public struct WorkList: Hashable, Sendable {
  /// The recordings, in the order of their identifiers' UTF-8 bytes.
  public let items: [WorkItem]

  /// An error for recordings that would write the same files.
  public struct DuplicateIDs: Error, Hashable, Sendable, CustomStringConvertible {
    /// A line for each identifier shared by several recordings.
    public let messages: [String]

    /// The lines.
    public var description: String { messages.joined(separator: "\n") }
  }

  /// An error for a text that is not a work list, with the place of the first fault.
  public struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, with file and line.
    public let description: String
  }

  /// Takes the items of a list, which are in order.
  init(sorted items: [WorkItem]) { self.items = items }

  /// Sorts items.
  /// - Throws: ``DuplicateIDs`` with the paths of recordings that share an identifier, or whose files would have one
  ///   name.
  public init(_ items: [WorkItem]) throws(DuplicateIDs) {
    self.items = items.sorted { $0.recordingID.utf8.lexicographicallyPrecedes($1.recordingID.utf8) }
    // Texts compare equal here if they look the same, such as é in one character and in two: some file systems do not
    // distinguish them.
    let groups = Dictionary(grouping: items) { RecordingFileName($0.recordingID).text }
    let messages = groups.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { Self.message($0.value) }
    guard messages.isEmpty else { throw DuplicateIDs(messages: messages) }
  }

  private static func message(_ items: [WorkItem]) -> String {
    let paths = items.map(\.shownPath).joined(separator: " and ")
    let isTwoForms = Set(items.map { Array($0.recordingID.utf8) }).count > 1
    return "the recording id \"\(items[0].recordingID)\" is used by \(paths); expected one file per id"
      + (isTwoForms ? ", and ids that differ in more than how Unicode composes their letters" : "")
  }

  /// The name of reading identifiers in a journal.
  static let step = "identify"

  /// Lists recordings, reading only the identifier of each.
  ///
  /// A file whose identifier cannot be read is listed under its identifier in the earlier list, else under its file
  /// name, so that it fails alone later.
  /// - Parameters:
  ///   - pipeline: the pipeline whose reader reads the identifiers.
  ///   - paths: the files.
  ///   - known: an earlier list; unchanged files are not opened.
  ///   - retries: whether files that stalled then are opened again.
  ///   - isHashed: whether contents are hashed too.
  ///   - crashes: files that must not be opened again.
  ///   - waits: whether to wait for files left to other processes; otherwise they are listed as temporarily
  ///     unreadable, and a ``Batch`` asks for them once it has finished the others.
  /// - Throws: ``DuplicateIDs``.
  public init(
    _ pipeline: Pipeline, _ paths: [String], known: WorkList? = nil, retries: Bool = false, isHashed: Bool = false,
    crashes: CrashHistory = CrashHistory(), waits: Bool = true
  ) throws(DuplicateIDs) {
    let earlier = EarlierFiles(known)
    var items = crashes.map(paths, for: Self.step) { path -> WorkItem in
      let stamp = try? FileStamp(of: path)
      let hash = isHashed ? try? ContentHash(ofFile: path) : nil
      let before = earlier[path]
      /// The file alone, under its own identifier or one that is known or guessed.
      func item(
        _ id: String, _ identifier: RecordingIdentifier?, sport: String? = nil, fault: String? = nil,
        isStalled: Bool = false
      ) -> WorkItem {
        var item = WorkItem(
          recordingID: id, path: path, stamp: stamp, hash: hash, fault: fault, isStalled: isStalled)
        if pipeline.readsSessions, let identifier {
          item.files = [
            SessionFile(path: Folder.absolute(path), shownPath: path, identifier: identifier, stamp: stamp)
          ]
        } else {
          item.sport = sport
        }
        return item
      }
      if let before, let stamp, before.stamp == stamp, before.isUsable(pipeline, retries: retries) {
        return item(
          before.unitID(pipeline), before.file?.identifier, sport: before.sport, fault: before.item.fault,
          isStalled: before.item.isStalled)
      }
      let guess = before?.unitID(pipeline) ?? Self.name(of: path)
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
    if pipeline.readsSessions { items = try Self.sessions(items) }
    Self.separateUnreadable(&items)
    try self.init(items)
  }

  /// Joins the files of a session to one item. A file that cannot be read stays alone, and fails alone. If the earlier
  /// list knows its session, though, and reading did not stall, it stays in the session, which must not run without it.
  private static func sessions(_ items: [WorkItem]) throws(DuplicateIDs) -> [WorkItem] {
    func session(_ item: WorkItem) -> String? {
      item.fault == nil || !item.isStalled ? item.files.first?.identifier.sessionID : nil
    }
    let groups = Dictionary(grouping: items.filter { session($0) != nil }) { Array((session($0) ?? "").utf8) }
    let messages = groups.values.flatMap(Self.duplicates).sorted()
    guard messages.isEmpty else { throw DuplicateIDs(messages: messages) }
    return groups.values.map { WorkItem(session: session($0[0]) ?? "", $0) } + items.filter { session($0) == nil }
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
    var taken: [String: Int] = [:]
    for item in items { taken[RecordingFileName(item.recordingID).text, default: 0] += 1 }
    for (index, item) in items.enumerated() where item.fault != nil {
      guard taken[RecordingFileName(item.recordingID).text, default: 0] > 1 else { continue }
      items[index] = item.identified(as: "\(item.recordingID)~\(ContentHash(item.path.utf8).text.prefix(8))")
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

    /// Whether the entry has all facts that a pipeline needs, as long as the file is unchanged.
    func isUsable(_ pipeline: Pipeline, retries: Bool) -> Bool {
      if item.fault != nil { return item.isStalled && !retries }
      return file != nil || !pipeline.readsSessions
    }

    /// The identifier of its unit of work for a pipeline.
    func unitID(_ pipeline: Pipeline) -> String {
      pipeline.readsSessions ? item.recordingID : file?.identifier.recordingID ?? item.recordingID
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
  public func jsonLines() throws -> [UInt8] {
    try items.flatMap { try JSONOutput.lineBytes($0) + [UInt8(ascii: "\n")] }
  }

  /// Reads JSON lines; blank lines and unknown keys are ignored.
  /// - Throws: ``Unreadable`` with the first line that is not a recording, or two that share an identifier.
  public init(jsonLines bytes: [UInt8], file: String) throws {
    let decoder = JSONDecoder()
    var items: [WorkItem] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      do {
        items.append(try decoder.decode(WorkItem.self, from: Data(line)))
      } catch {
        throw Unreadable(
          description: """
            \(file):\(index + 1): is not a recording of a plan; expected an object with recording_id, path, size_bytes \
            and fingerprint, as "swingpipe plan --json" writes it
            """)
      }
    }
    do {
      try self.init(items)
    } catch {
      throw Unreadable(description: error.messages.map { "\(file): \($0)" }.joined(separator: "\n"))
    }
  }
}

extension String {
  package func withoutPrefix(_ prefix: String) -> String { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self }
}
