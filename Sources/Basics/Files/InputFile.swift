import Glibc

/// A file that is read at any place, for formats whose directory is at the end.
///
/// Reads do not share a position, so that several threads can read at a time.
package final class InputFile: Sendable {
  /// The file's path, as it was given.
  package let path: String
  /// Its size in bytes when it was opened; 0 for a pipe.
  package let size: Int
  /// Whether it can be read at any place, as pipes and devices cannot.
  package let isRegular: Bool

  private let descriptor: Int32

  /// Opens a file.
  /// - Throws: ``FileError``.
  package init(_ path: String) throws {
    self.path = path
    let status: stat
    (descriptor, status) = try OpenedFile.reading(path)
    size = Int(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError(path: path, operation: "read", code: EISDIR) }
  }

  deinit { close(descriptor) }

  /// The bytes of a range; fewer where the file ends within it.
  ///
  /// - Parameters:
  ///   - range: offsets in the file, in bytes.
  ///   - padding: how many zeros are added behind them.
  /// - Throws: ``FileError``.
  package func read(_ range: Range<Int>, padding: Int = 0) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: range.count + padding) { bytes, count in
      while count < range.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(bytes)[count..<range.count])
        let read = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
        if read < 0, errno == EINTR { continue }
        guard read >= 0 else { throw FileError(path: path, operation: "read") }
        if read == 0 { break }
        count += read
      }
      bytes[count..<count + padding].initialize(repeating: 0)
      count += padding
    }
  }
}
