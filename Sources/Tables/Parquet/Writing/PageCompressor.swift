import CZlib
import CZstd

/// Compresses pages, one after another.
final class PageCompressor {
  /// An error of compression, such as a lack of memory.
  struct Failure: Error {
    var reason: String
  }

  let codec: PageCodec

  /// Levels of compression. Higher levels would cost more time than reading smaller pages saves: on tables of measured
  /// values, Zstandard's level 3 makes pages less than 2 % smaller. The level of gzip is zlib's default.
  private static let zstdLevel: Int32 = 1
  private static let gzipLevel: Int32 = 6

  private let context: OpaquePointer?

  init(_ codec: ParquetOptions.Codec) {
    switch codec {
    case .none: self.codec = .uncompressed
    case .gzip: self.codec = .gzip
    case .zstd: self.codec = .zstd
    }
    context = codec == .zstd ? ZSTD_createCCtx() : nil
  }

  deinit { ZSTD_freeCCtx(context) }

  /// The page's compressed bytes.
  func compress(_ page: [UInt8]) throws -> [UInt8] {
    switch codec {
    case .zstd: try zstd(page)
    case .gzip: try gzip(page)
    default: page
    }
  }

  private func zstd(_ page: [UInt8]) throws -> [UInt8] {
    let room = ZSTD_compressBound(page.count)
    return try [UInt8](unsafeUninitializedCapacity: room) { packed, count in
      let size = page.withUnsafeBytes {
        ZSTD_compressCCtx(context, packed.baseAddress, room, $0.baseAddress, $0.count, Self.zstdLevel)
      }
      guard ZSTD_isError(size) == 0 else { throw Failure(reason: String(cString: ZSTD_getErrorName(size))) }
      count = size
    }
  }

  private func gzip(_ page: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    guard czlib_deflate_start(&stream, Self.gzipLevel, czlib_gzip) == Z_OK else {
      throw Failure(reason: "not enough memory")
    }
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(page.count)))
    return try [UInt8](unsafeUninitializedCapacity: room) { packed, count in
      var page = page
      let result = page.withUnsafeMutableBufferPointer { page in
        stream.next_in = page.baseAddress
        stream.avail_in = UInt32(page.count)
        stream.next_out = packed.baseAddress
        stream.avail_out = UInt32(packed.count)
        return deflate(&stream, Z_FINISH)
      }
      guard result == Z_STREAM_END else { throw Failure(reason: "zlib's error \(result)") }
      count = Int(stream.total_out)
    }
  }
}

/// The checksum of page headers: CRC-32 as in gzip.
enum PageChecksum {
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(0, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
  }
}
