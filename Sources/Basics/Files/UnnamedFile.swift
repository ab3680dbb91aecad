import Glibc

/// A file without a name, for what does not fit into memory.
///
/// Nothing is left of it when it is released or the program ends, even by a crash. It is to be used by one task at a
/// time.
package final class UnnamedFile: @unchecked Sendable {
  private let folder: String
  private let descriptor: Int32
  /// Bytes that were appended.
  package private(set) var byteCount = 0

  /// Makes an empty file.
  /// - Parameter folder: A folder with space for the file. It is created if it is missing.
  /// - Throws: ``FileError``.
  package init(in folder: String) throws {
    self.folder = folder
    let pending = try PendingFile(for: folder + "/values")
    descriptor = open(pending.temporaryPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: folder, operation: "write values to") }
    // The name is removed when the pending file goes out of scope.
  }

  deinit { close(descriptor) }

  /// Appends values.
  /// - Throws: ``FileError``, such as for a full disk.
  package func append<Value: BitwiseCopyable>(_ values: [Value]) throws {
    // Reading does not move the position, which stays after the appended values.
    guard values.withUnsafeBytes({ WholeTransfer.write($0, to: descriptor) }) else {
      throw FileError(path: folder, operation: "write values to")
    }
    byteCount += values.count * MemoryLayout<Value>.stride
  }

  /// Reads the values at a range of indices, which count values of the type.
  /// - Throws: ``FileError``.
  package func read<Value: BitwiseCopyable>(_ range: Range<Int>, as type: Value.Type = Value.self) throws -> [Value] {
    let stride = MemoryLayout<Value>.stride
    return try [Value](unsafeUninitializedCapacity: range.count) { values, count in
      let bytes = UnsafeMutableRawBufferPointer(values)
      var done = 0
      while done < range.count * stride {
        let got = pread(
          descriptor, bytes.baseAddress.map { $0 + done }, range.count * stride - done,
          off_t(range.lowerBound * stride + done))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { throw FileError(path: folder, operation: "read values from") }
        done += got
      }
      count = range.count
    }
  }
}
