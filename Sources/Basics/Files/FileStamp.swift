import Glibc

/// The size and modification time of a file: a cheap way to see whether it has changed.
public struct FileStamp: Hashable, Sendable, Encodable {
  /// Its size in bytes.
  public var sizeBytes: Int
  /// When its content was last written, in ns since 1970.
  public var modifiedNS: Int
  /// Its number in the file system; nil for files that may be copied. It tells a file from a replacement of the same size:
  /// the clock of the file system moves on every 10 ms, so both may have one time.
  public var fileNumber: UInt64?

  /// Makes a stamp.
  public init(sizeBytes: Int, modifiedNS: Int, fileNumber: UInt64? = nil) {
    self.sizeBytes = sizeBytes
    self.modifiedNS = modifiedNS
    self.fileNumber = fileNumber
  }

  /// The stamp of a file; symbolic links are followed.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isNumbered: whether its number is part of the stamp.
  /// - Throws: ``FileError``.
  package init(of path: String, isNumbered: Bool = false) throws {
    var information = stat()
    guard stat(path, &information) == 0 else { throw FileError(path: path, operation: "read") }
    let modified = information.st_mtim
    self.init(
      sizeBytes: Int(information.st_size), modifiedNS: modified.tv_sec * 1_000_000_000 + modified.tv_nsec,
      fileNumber: isNumbered ? UInt64(information.st_ino) : nil)
  }

  private enum CodingKeys: String, CodingKey {
    case sizeBytes = "size_bytes"
    case modifiedNS = "modified_ns"
    case fileNumber = "file_number"
  }
}
