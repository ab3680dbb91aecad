import Glibc

/// Memory that is used again and again and never initialized.
struct Room: ~Copyable {
  private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit { free(bytes.baseAddress) }

  /// Makes room for so many bytes, and may discard the content; returns false if there is no memory.
  mutating func reserve(_ byteCount: Int) -> Bool {
    guard bytes.count < byteCount else { return true }
    release()
    guard let base = malloc(byteCount) else { return false }
    bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
    return true
  }

  /// Frees the buffer if it holds more than this many bytes.
  mutating func shrink(to byteCount: Int) {
    if bytes.count > byteCount { release() }
  }

  private mutating func release() {
    free(bytes.baseAddress)
    bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }
}
