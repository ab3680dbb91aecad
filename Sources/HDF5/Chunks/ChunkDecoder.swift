import CDeflate
import Synchronization

/// Decompresses and unshuffles chunks one after another, with memory that it keeps for the next chunk.
///
/// It is `@unchecked Sendable` because `ChunkDecoders` lends each decoder to one call at a time.
final class ChunkDecoder: @unchecked Sendable {
  /// The chunks that are decoded next.
  let stored = StoredChunks()
  private var inflated = Room()
  private let inflater: OpaquePointer
  /// How much memory is kept for the next chunk, in bytes; most chunks have some 100 kB.
  private static let keptByteCount = 1 << 21
  /// Extra bytes for output behind a decompressed chunk. libdeflate takes its slow path for the last 300 bytes or so of
  /// its output, a tenth of a chunk of 3 kB.
  private static let slack = 512

  init?() {
    guard let inflater = libdeflate_alloc_decompressor() else { return nil }
    self.inflater = inflater
  }

  deinit { libdeflate_free_decompressor(inflater) }

  /// The result of decoding; except for the first case the output is undefined.
  enum Outcome {
    case decoded
    /// Only HDF5 can read the chunk, or report why the chunk cannot be read.
    case refused
    /// The chunk decompresses to more than a chunk holds. HDF5 would read all of it.
    case tooLong
  }

  /// The message for a chunk that decompresses to more than it holds.
  static func tooLong(_ byteCount: Int) -> String {
    "a chunk decompresses to more than its \(byteCount) bytes: the data are damaged"
  }

  /// Decodes one of the chunks in `stored`.
  /// - Parameter output: Memory of the chunk's full size.
  func decode(
    _ chunk: StoredChunks.Chunk, _ format: ChunkFormat, into output: UnsafeMutableRawBufferPointer
  ) -> Outcome {
    guard chunk.byteCount > 0, let applied = format.applied(mask: chunk.filterMask) else { return .refused }
    var elements = stored.bytes(of: chunk)
    var byteCount = chunk.byteCount
    if applied.checksum {
      // HDF5 reports a wrong checksum; it also accepts the wrong checksums that its own early versions wrote.
      guard Fletcher32.isRight(UnsafeRawBufferPointer(rebasing: elements[..<byteCount])) else { return .refused }
      byteCount -= Fletcher32.byteCount
    }
    if applied.gzip {
      guard applied.shuffle else {
        return inflate(elements, byteCount: byteCount, into: output, byteCount: format.byteCount)
      }
      guard inflated.reserve(format.byteCount + Self.slack) else { return .refused }
      let outcome = inflate(elements, byteCount: byteCount, into: inflated.bytes, byteCount: format.byteCount)
      guard outcome == .decoded else { return outcome }
      elements = UnsafeRawBufferPointer(inflated.bytes)
    } else {
      guard byteCount == format.byteCount else { return .refused }
    }
    elements = UnsafeRawBufferPointer(rebasing: elements[..<format.byteCount])
    guard applied.shuffle else {
      output.copyMemory(from: elements)
      return .decoded
    }
    ByteShuffle.unshuffle(elements, elementByteCount: format.elementByteCount, into: output)
    return .decoded
  }

  /// Frees memory that unusually large chunks needed.
  fileprivate func shrink() {
    stored.shrink(to: Self.keptByteCount)
    inflated.shrink(to: Self.keptByteCount)
  }

  /// HDF5's gzip is a zlib stream, whose checksum is verified here.
  /// - Parameters:
  ///   - bytes: The stream in the first `byteCount` bytes. The following bytes may be read, but must not be part of the
  ///     stream.
  ///   - output: At least the `outputByteCount` bytes that the stream must fill. The following bytes may be
  ///     overwritten.
  private func inflate(
    _ bytes: UnsafeRawBufferPointer, byteCount: Int, into output: UnsafeMutableRawBufferPointer,
    byteCount outputByteCount: Int
  ) -> Outcome {
    var (taken, made) = (0, 0)
    let result = libdeflate_zlib_decompress_ex(
      inflater, bytes.baseAddress, bytes.count, output.baseAddress, output.count, &taken, &made)
    if result == LIBDEFLATE_INSUFFICIENT_SPACE { return .tooLong }
    return result == LIBDEFLATE_SUCCESS && taken <= byteCount && made == outputByteCount ? .decoded : .refused
  }
}

/// Decoders that are kept for their next use: as many as were used at the same time, up to a limit.
enum ChunkDecoders {
  private static let limit = 8
  private static let free = Mutex<[ChunkDecoder]>([])

  /// Lends a decoder; nil if memory for a decoder is short.
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
