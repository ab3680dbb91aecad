import CZlib
import CZstd
import Synchronization

/// Decompresses pages to exactly the sizes in their headers.
enum PageDecompressor {
  /// The largest accepted page, in bytes: as large as the writer's largest page.
  private static let largest = PageTooLarge.largest

  /// The content of a compressed page.
  /// - Throws: `ParquetFault` for an unsupported codec, and for a page that does not fit its header.
  static func decompress(_ page: ByteCursor, codec: Int32, size: Int) throws -> [UInt8] {
    let known = PageCodec(rawValue: codec)
    guard size <= largest else {
      throw ParquetFault("has a page of \(size) bytes; expected at most \(largest), so write it with smaller pages")
    }
    switch known {
    case .uncompressed:
      guard page.count == size else { throw damaged }
      return page.withUnsafeBytes { Array($0) }
    case .snappy: return try within(page, size, Snappy.largestRatio) { try Snappy.decompress(page, size: size) }
    // Deflate's longest match, 258 bytes, takes at least two bits.
    case .gzip: return try within(page, size, 1032) { try gzip(page, size: size) }
    // A block of one repeated byte, at most 128 KiB long, takes four bytes.
    case .zstd: return try within(page, size, 32_768) { try zstd(page, size: size) }
    default:
      let name = known.map { "\($0)" } ?? "number \(codec)"
      throw ParquetFault("is compressed with codec \(name); expected zstd, snappy, gzip or none")
    }
  }

  /// Decompresses a page if `size` bytes can result from it at a codec's largest ratio; otherwise memory is not even
  /// allocated.
  private static func within(
    _ page: ByteCursor, _ size: Int, _ ratio: Int, _ work: () throws -> [UInt8]
  ) throws -> [UInt8] {
    guard size <= (page.count + 64) * ratio else { throw damaged }
    return try work()
  }

  /// A context of Zstandard. Making a context takes longer than decompressing most pages.
  private struct ZstdContext: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  /// The contexts that no thread uses right now. In all there are as many contexts as threads have ever decompressed
  /// pages at the same time.
  private static let idle = Mutex<[ZstdContext]>([])

  private static func zstd(_ page: ByteCursor, size: Int) throws -> [UInt8] {
    guard let context = idle.withLock({ $0.popLast() }) ?? ZSTD_createDCtx().map(ZstdContext.init) else {
      throw ParquetFault("has a page for whose decompression there is no memory")
    }
    defer { idle.withLock { $0.append(context) } }
    return try [UInt8](unsafeUninitializedCapacity: size) { output, count in
      let written = page.withUnsafeBytes {
        ZSTD_decompressDCtx(context.pointer, output.baseAddress, size, $0.baseAddress, $0.count)
      }
      guard ZSTD_isError(written) == 0, written == size else { throw damaged }
      count = size
    }
  }

  private static func gzip(_ page: ByteCursor, size: Int) throws -> [UInt8] {
    var stream = z_stream()
    guard czlib_inflate_start(&stream, czlib_gzip_or_zlib) == Z_OK else { throw damaged }
    defer { inflateEnd(&stream) }
    return try [UInt8](unsafeUninitializedCapacity: size) { output, count in
      var input = page.withUnsafeBytes { Array($0) }
      try input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(size)
        // Consecutive gzip members form one content.
        while true {
          guard inflate(&stream, Z_FINISH) == Z_STREAM_END else { throw damaged }
          guard stream.avail_in > 0, stream.avail_out > 0 else { break }
          guard inflateReset(&stream) == Z_OK else { throw damaged }
        }
      }
      guard stream.avail_out == 0 else { throw damaged }
      count = size
    }
  }

  private static var damaged: ParquetFault { .damaged("a page of it cannot be decompressed") }
}
