import CDeflate
import Synchronization

/// Decompresses and unshuffles one chunk at a time, with memory that it keeps for the next.
///
/// It is `@unchecked Sendable` because ``ChunkDecoders`` lends each decoder to one call at a time.
final class ChunkDecoder: @unchecked Sendable {
  var stored: [UInt8] = []
  private var inflated: [UInt8] = []
  private let inflater: OpaquePointer
  /// Room that waits for the next chunk; most are of some 100 kB.
  private static let keptByteCount = 1 << 21

  init?() {
    guard let inflater = libdeflate_alloc_decompressor() else { return nil }
    self.inflater = inflater
  }

  deinit { libdeflate_free_decompressor(inflater) }

  /// Decodes the chunk in ``stored``.
  /// - Parameter output: of the chunk's full size.
  /// - Returns: whether the bytes are what the format says; otherwise the output holds anything.
  func decode(
    byteCount: Int, filterMask: UInt32, _ format: ChunkFormat, into output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard let applied = format.applied(mask: filterMask) else { return false }
    if inflated.count < format.byteCount { inflated = [UInt8](repeating: 0, count: format.byteCount) }
    return stored.withUnsafeBytes { stored in
      let stored = UnsafeRawBufferPointer(rebasing: stored[..<byteCount])
      switch (applied.gzip, applied.shuffle) {
      case (false, false):
        guard byteCount == format.byteCount else { return false }
        output.copyMemory(from: stored)
        return true
      case (true, false): return inflate(stored, into: output)
      case (false, true):
        guard byteCount == format.byteCount else { return false }
        ByteShuffle.unshuffle(stored, elementByteCount: format.elementByteCount, into: output)
        return true
      case (true, true):
        return inflated.withUnsafeMutableBytes { inflated in
          let shuffled = UnsafeMutableRawBufferPointer(rebasing: inflated[..<format.byteCount])
          guard inflate(stored, into: shuffled) else { return false }
          ByteShuffle.unshuffle(
            UnsafeRawBufferPointer(shuffled), elementByteCount: format.elementByteCount, into: output)
          return true
        }
      }
    }
  }

  /// Lets go of memory that chunks of an unusual size took.
  fileprivate func shrink() {
    if stored.count > Self.keptByteCount { stored = [] }
    if inflated.count > Self.keptByteCount { inflated = [] }
  }

  /// HDF5's gzip is a zlib stream, whose checksum is verified here.
  private func inflate(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Bool {
    var count = 0
    let result = libdeflate_zlib_decompress(
      inflater, bytes.baseAddress, bytes.count, output.baseAddress, output.count, &count)
    return result == LIBDEFLATE_SUCCESS && count == output.count
  }
}

/// Decoders that wait for their next use, as many as were at work at once, up to a limit.
enum ChunkDecoders {
  private static let limit = 8
  private static let free = Mutex<[ChunkDecoder]>([])

  /// Lends a decoder; nil where there is no memory for one.
  static func withDecoder<Result, Failure: Error>(
    _ body: (ChunkDecoder) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let decoder = free.withLock({ $0.popLast() }) ?? ChunkDecoder() else { return nil }
    defer {
      decoder.shrink()
      free.withLock { free in
        if free.count < limit { free.append(decoder) }
      }
    }
    return try body(decoder)
  }
}
