import Files
import Foundation

/// One recording of a work list: which file it is, and what the list was made of.
public struct WorkItem: Hashable, Sendable {
  /// The recording's identifier, unique in the list.
  public let recordingID: String
  /// The absolute path of the file.
  public let path: String
  /// Its path as it was given, for messages.
  public let shownPath: String
  /// Its size and time when the list was made; nothing where there was no such file.
  public let stamp: FileStamp?
  /// Its content when the list was made, where that was asked for.
  public var hash: ContentHash?
  /// Why its header could not be read for the identifier, which is then the file's name.
  public let fault: String?
  /// Whether that took long to find out, since nothing moved at the file.
  public let isStalled: Bool

  /// The size in bytes, 0 for a file that is not there.
  public var sizeBytes: Int { stamp?.sizeBytes ?? 0 }

  /// Makes an item.
  public init(
    recordingID: String, path: String, stamp: FileStamp?, hash: ContentHash? = nil, fault: String? = nil,
    isStalled: Bool = false
  ) {
    self.recordingID = recordingID
    self.path = Folder.absolute(path)
    self.shownPath = path
    self.stamp = stamp
    self.hash = hash
    self.fault = fault
    self.isStalled = isStalled
  }

  /// The same recording with what its file did to the program.
  func unreadable(_ cause: CrashHistory.Cause) -> WorkItem {
    WorkItem(
      recordingID: recordingID, path: shownPath, stamp: stamp, hash: hash, fault: cause.message,
      isStalled: cause.isStall)
  }

  /// The same recording under another identifier.
  func identified(as recordingID: String) -> WorkItem {
    WorkItem(recordingID: recordingID, path: shownPath, stamp: stamp, hash: hash, fault: fault, isStalled: isStalled)
  }
}

extension WorkItem: Codable {
  private enum Key: String, CodingKey {
    case recordingID = "recording_id"
    case path
    case sizeBytes = "size_bytes"
    case fingerprint, fault
    case isStalled = "stalled"
  }

  private static let timeScheme = "mtime_ns:"
  private static let hashScheme = "xxh128:"

  /// What tells the content from a later one: its hash where that was asked for, else the time it was written.
  public var fingerprint: String? {
    hash.map { Self.hashScheme + $0.text } ?? stamp.map { Self.timeScheme + "\($0.modifiedNS)" }
  }

  /// Writes `recording_id`, `path`, `size_bytes` and `fingerprint`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(recordingID, forKey: .recordingID)
    try values.encode(path, forKey: .path)
    try values.encode(sizeBytes, forKey: .sizeBytes)
    try values.encode(fingerprint, forKey: .fingerprint)
    try values.encodeIfPresent(fault, forKey: .fault)
    if isStalled { try values.encode(true, forKey: .isStalled) }
  }

  /// Reads what `encode(to:)` writes; other keys are passed over.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let path = try values.decode(String.self, forKey: .path)
    let size = try values.decode(Int.self, forKey: .sizeBytes)
    let fingerprint = try values.decodeIfPresent(String.self, forKey: .fingerprint)
    let time = fingerprint.flatMap { $0.hasPrefix(Self.timeScheme) ? Int($0.dropFirst(Self.timeScheme.count)) : nil }
    let digits = fingerprint.flatMap {
      $0.hasPrefix(Self.hashScheme) ? String($0.dropFirst(Self.hashScheme.count)) : nil
    }
    let id = try values.decode(String.self, forKey: .recordingID)
    guard !id.isEmpty, !path.isEmpty, size >= 0 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "expected a recording_id, a path, and a size_bytes of 0 or more"))
    }
    self.init(
      recordingID: id, path: path,
      stamp: fingerprint == nil ? nil : FileStamp(sizeBytes: size, modifiedNS: time ?? 0),
      hash: digits.map(ContentHash.init(digits:)), fault: try values.decodeIfPresent(String.self, forKey: .fault),
      isStalled: try values.decodeIfPresent(Bool.self, forKey: .isStalled) ?? false)
  }
}
