import Foundation

/// The size and modification time of a file: a cheap way to see whether it has changed.
public struct FileStamp: Hashable, Sendable, Codable {
  /// Its size in bytes.
  public var sizeBytes: Int
  /// When its content was last written, in ns since 1970.
  public var modifiedNS: Int

  /// Makes a stamp.
  public init(sizeBytes: Int, modifiedNS: Int) {
    self.sizeBytes = sizeBytes
    self.modifiedNS = modifiedNS
  }

  /// The stamp of a file; symbolic links are followed.
  /// - Throws: ``FileError``.
  public init(of path: String) throws {
    var information = stat()
    guard stat(path, &information) == 0 else { throw FileError(path: path, operation: "read") }
    #if canImport(Darwin)
      let modified = information.st_mtimespec
    #else
      let modified = information.st_mtim
    #endif
    self.init(sizeBytes: Int(information.st_size), modifiedNS: modified.tv_sec * 1_000_000_000 + modified.tv_nsec)
  }

  private enum CodingKeys: String, CodingKey {
    case sizeBytes = "size_bytes"
    case modifiedNS = "modified_ns"
  }
}
