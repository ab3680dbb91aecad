import Glibc

/// Reading and writing of all bytes at a file descriptor: a call of the system may be interrupted, or take a part.
package enum WholeTransfer {
  /// Writes all bytes.
  /// - Returns: false if they could not be written, with the reason in `errno`.
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    ContiguousArray(bytes).withUnsafeBytes { write($0, to: descriptor) }
  }

  /// Writes all bytes of a piece of memory.
  /// - Returns: false if they could not be written, with the reason in `errno`.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Reads to the end, or as many bytes as are wanted.
  /// - Returns: nil if they could not be read, with the reason in `errno`.
  package static func read(from descriptor: Int32, upTo most: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: min(most, 65_536))
    while bytes.count < most {
      let wanted = min(block.count, most - bytes.count)
      let count = block.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, wanted) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    return bytes
  }
}
