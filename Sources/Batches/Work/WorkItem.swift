import SPBasics
import SPPipelines

/// One recording of a work list: its file, and the state of the file when the list was made.
public struct WorkItem: Hashable, Sendable {
  /// The recording's identifier, unique in the list.
  public let recordingID: String
  /// Its path as it was given, for messages.
  public let shownPath: String
  /// Its size and time when the list was made; nil if there was no such file.
  public let stamp: FileStamp?
  /// Its sport, as stages name it; nil if it states none, or an unknown one, and for a session.
  var sport: String? {
    get { SharedName.text(sportNumber) }
    set { sportNumber = SharedName.number(of: newValue) }
  }
  private var sportNumber: UInt8 = 0
  /// What few items have.
  private var rest: Rare<Rest>

  private struct Rest: Hashable, Sendable {
    var hash: ContentHash?
    var fault: String?
    var isStalled = false
    var isDuplicate = false
    var files: [SessionFile] = []
  }

  /// The absolute path of the file.
  public var path: String { Folder.absolute(shownPath) }

  /// The hash of its content when the list was made, if requested.
  public var hash: ContentHash? {
    get { rest.value?.hash }
    set { rest[or: Rest()].hash = newValue }
  }

  /// Why it fails: its identifier could not be read, or another recording has the same; nil if neither. An unreadable
  /// identifier is taken from an earlier list or from the file's name, and a shared one is changed to be unique.
  public var fault: String? { rest.value?.fault }

  /// Whether the program stalled on the file: reading the identifier made no progress for a long time.
  public var isStalled: Bool { rest.value?.isStalled ?? false }

  /// Whether another recording has its identifier: both fail.
  public var isDuplicate: Bool { rest.value?.isDuplicate ?? false }

  /// Its files in the order of their paths, if the unit of work is a session; else empty.
  public internal(set) var files: [SessionFile] {
    get { rest.value?.files ?? [] }
    set { rest[or: Rest()].files = newValue }
  }

  /// The sports that its recordings state, each once.
  public var sports: [String] {
    files.isEmpty ? [sport].compactMap(\.self) : Set(files.compactMap(\.identifier.sport)).sorted()
  }

  /// Its files except the first.
  public var others: ArraySlice<SessionFile> { files.dropFirst() }

  /// The size in bytes, 0 for a file that is not there.
  public var sizeBytes: Int { stamp?.sizeBytes ?? 0 }

  /// Makes an item.
  public init(
    recordingID: String, path: String, stamp: FileStamp?, hash: ContentHash? = nil, fault: String? = nil,
    isStalled: Bool = false
  ) {
    self.recordingID = recordingID
    self.shownPath = path
    self.stamp = stamp
    rest = Rare(Rest(hash: hash, fault: fault, isStalled: isStalled), unless: Rest())
  }

  /// The recordings of a session as one item.
  ///
  /// - Parameter recordings: at least one, each of one file.
  init(session id: String, _ recordings: [WorkItem]) {
    let sorted = recordings.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let stamps = sorted.compactMap(\.stamp)
    let hashes = sorted.compactMap(\.hash)
    self.init(
      recordingID: id, path: sorted[0].shownPath,
      stamp: stamps.count == sorted.count ? FileStamp(joining: stamps) : nil,
      hash: hashes.count == sorted.count ? ContentHash(joining: hashes) : nil)
    files = sorted.flatMap(\.files)
  }

  /// The paths of all its files as they were given.
  public var shownPaths: [String] { [shownPath] + others.map(\.shownPath) }

  /// A quick check value for its files, from their current sizes and times.
  /// - Throws: `FileError` for the first missing file.
  func currentStamp() throws -> FileStamp { FileStamp(joining: try shownPaths.map { try FileStamp(of: $0) }) }

  /// The hash of its files' current content.
  ///
  /// - Parameter mustStop: called after each block.
  /// - Throws: the errors of `ContentHash(ofFile:unless:)`.
  func currentHash(unless mustStop: () -> Bool = { Task.isCancelled }) throws -> ContentHash {
    ContentHash(joining: try shownPaths.map { try ContentHash(ofFile: $0, unless: mustStop) })
  }

  /// The same recording with a fault: how the program failed on its file.
  func unreadable(_ cause: CrashHistory.Cause) -> WorkItem {
    var item = WorkItem(
      recordingID: recordingID, path: shownPath, stamp: stamp, hash: hash, fault: cause.message,
      isStalled: cause.isStall)
    item.files = files
    item.sport = sport
    return item
  }

  /// The same recording under an identifier that no other one has.
  func separated() -> WorkItem {
    var item = WorkItem(
      recordingID: "\(recordingID)~\(ContentHash(path.utf8).text.prefix(8))", path: shownPath, stamp: stamp, hash: hash)
    item.rest = rest
    item.sport = sport
    return item
  }

  /// The same recording with a fault: another one has its identifier.
  func duplicate(_ fault: String) -> WorkItem {
    var item = self
    item.rest[or: Rest()].fault = fault
    item.rest[or: Rest()].isDuplicate = true
    return item
  }
}

/// A file of a session, as it was when listed.
public struct SessionFile: Hashable, Sendable {
  /// The absolute path of the file.
  public let path: String
  /// Its path as it was given, for messages.
  public let shownPath: String
  /// The identifiers of the recording and its session.
  public let identifier: RecordingIdentifier
  /// Its size and time; nil if it did not exist.
  public let stamp: FileStamp?
}

extension SessionFile: Encodable {
  private enum Key: String, CodingKey {
    case path
    case recordingID = "recording_id"
    case sessionID = "session_id"
    case sport
    case sizeBytes = "size_bytes"
    case modifiedNS = "mtime_ns"
  }

  /// Writes `path`, `recording_id`, `session_id`, `sport`, `size_bytes` and `mtime_ns`; unknown members are omitted.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(path, forKey: .path)
    try values.encode(identifier.recordingID, forKey: .recordingID)
    try values.encodeIfPresent(identifier.sessionID, forKey: .sessionID)
    try values.encodeIfPresent(identifier.sport, forKey: .sport)
    try values.encodeIfPresent(stamp?.sizeBytes, forKey: .sizeBytes)
    try values.encodeIfPresent(stamp?.modifiedNS, forKey: .modifiedNS)
  }

  /// Reads what `encode(to:)` writes.
  init(_ json: inout JSONReader) throws {
    var (path, recordingID, sessionID, sport): (String?, String?, String?, String?)
    var (sizeBytes, modifiedNS): (Int?, Int?)
    try json.members { name, json in
      switch name {
      case "path": path = try json.string()
      case "recording_id": recordingID = try json.string()
      case "session_id": sessionID = try json.optionalString()
      case "sport": sport = try json.optionalString()
      case "size_bytes": sizeBytes = try json.optionalInteger()
      case "mtime_ns": modifiedNS = try json.optionalInteger()
      default: break
      }
    }
    guard let path, let recordingID else { throw json.fault("a file with its path and recording_id") }
    shownPath = path
    self.path = Folder.absolute(path)
    identifier = RecordingIdentifier(recordingID: recordingID, sessionID: sessionID, sport: sport)
    stamp = sizeBytes.flatMap { size in modifiedNS.map { FileStamp(sizeBytes: size, modifiedNS: $0) } }
  }
}

extension FileStamp {
  /// The stamps of several files combined, which change when any file's stamp does; for one file its own.
  init(joining stamps: [FileStamp]) {
    guard stamps.count > 1 else {
      self = stamps.first ?? FileStamp(sizeBytes: 0, modifiedNS: 0)
      return
    }
    // A hash (FNV-1a) rather than a sum, in which changes of sizes and times could cancel each other.
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for number in stamps.flatMap({ [$0.sizeBytes, $0.modifiedNS] }) {
      digest = (digest ^ UInt64(bitPattern: Int64(number))) &* 0x0000_0100_0000_01b3
    }
    self.init(sizeBytes: stamps.reduce(0) { $0 + $1.sizeBytes }, modifiedNS: Int(digest >> 1))
  }
}

extension ContentHash {
  /// The hashes of several contents in order, combined; for one content its own.
  init(joining hashes: [ContentHash]) {
    self = hashes.count == 1 ? hashes[0] : ContentHash(hashes.map(\.text).joined(separator: "+").utf8)
  }
}

extension WorkItem: Encodable {
  private enum Key: String, CodingKey {
    case recordingID = "recording_id"
    case path
    case files
    case sizeBytes = "size_bytes"
    case fingerprint, sport, fault
    case isStalled = "stalled"
    case isDuplicate = "duplicate"
  }

  private static let timeScheme = "mtime_ns:"
  private static let hashScheme = "xxh128:"

  /// A fingerprint of the content: its hash if requested, or else the modification time; nil without a file.
  public var fingerprint: String? {
    hash.map { Self.hashScheme + $0.text } ?? stamp.map { Self.timeScheme + "\($0.modifiedNS)" }
  }

  /// Writes `recording_id`, `path`, `size_bytes` and `fingerprint`; `sport`, `fault`, `stalled` and `duplicate` if they apply; and the
  /// `files` of a session.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    // In the order of the text: there may be 100,000 of them, which then need not be sorted.
    if isDuplicate { try values.encode(true, forKey: .isDuplicate) }
    try values.encodeIfPresent(fault, forKey: .fault)
    if !files.isEmpty { try values.encode(files, forKey: .files) }
    try values.encode(fingerprint, forKey: .fingerprint)
    try values.encode(path, forKey: .path)
    try values.encode(recordingID, forKey: .recordingID)
    try values.encode(sizeBytes, forKey: .sizeBytes)
    try values.encodeIfPresent(sport, forKey: .sport)
    if isStalled { try values.encode(true, forKey: .isStalled) }
  }

  /// Reads what `encode(to:)` writes; other keys are ignored.
  init(_ json: inout JSONReader) throws {
    var (id, path, size, fingerprint): (String?, String?, Int?, String?)
    var (sport, fault): (String?, String?)
    var files: [SessionFile] = []
    var (isStalled, isDuplicate) = (false, false)
    try json.members { name, json in
      switch name {
      case "recording_id": id = try json.string()
      case "path": path = try json.string()
      case "size_bytes": size = try json.integer()
      case "fingerprint": fingerprint = try json.optionalString()
      case "sport": sport = try json.optionalString()
      case "fault": fault = try json.optionalString()
      case "stalled": isStalled = json.isNull() ? false : try json.boolean()
      case "duplicate": isDuplicate = json.isNull() ? false : try json.boolean()
      case "files": if !json.isNull() { try json.elements { files.append(try SessionFile(&$0)) } }
      default: break
      }
    }
    let time = fingerprint.flatMap { $0.hasPrefix(Self.timeScheme) ? Int($0.dropFirst(Self.timeScheme.count)) : nil }
    let digits = fingerprint.flatMap {
      $0.hasPrefix(Self.hashScheme) ? String($0.dropFirst(Self.hashScheme.count)) : nil
    }
    guard let id, let path, let size, !id.isEmpty, !path.isEmpty, 0...1 << 50 ~= size else {
      throw json.fault("a recording_id, a path, and a size_bytes from 0 to 2^50")
    }
    self.init(
      recordingID: id, path: path,
      stamp: fingerprint == nil ? nil : FileStamp(sizeBytes: size, modifiedNS: time ?? 0),
      hash: digits.map(ContentHash.init(digits:)), fault: fault, isStalled: isStalled)
    self.sport = sport
    self.files = files
    if isDuplicate, let fault { self = duplicate(fault) }
  }
}
