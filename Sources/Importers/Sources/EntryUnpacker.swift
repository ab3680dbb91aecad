import CZlib
import Files

/// Unpacks an entry of an archive, a block at a time.
final class EntryUnpacker {
  private let file: InputFile
  private var range: Range<Int>
  private let isDeflated: Bool
  private var stream = z_stream()
  private var packed: [UInt8] = []
  /// How many of the bytes in ``packed`` are used.
  private var used = 0
  private var hasEnded = false
  /// CRC-32 of the bytes that were unpacked so far.
  private(set) var checksum: UInt32 = 0
  /// Bytes that were unpacked so far.
  private(set) var byteCount = 0

  private static let packedBlock = 1 << 16
  private static let block = 1 << 20

  /// - Parameter range: where the packed bytes are in the file.
  init(_ file: InputFile, _ range: Range<Int>, isDeflated: Bool) throws {
    self.file = file
    self.range = range
    self.isDeflated = isDeflated
    // Negative window bits: raw deflate, without a header of zlib or gzip.
    if isDeflated, czlib_inflate_start(&stream, -15) != Z_OK { throw FileError(path: file.path, operation: "unpack") }
  }

  deinit { if isDeflated { inflateEnd(&stream) } }

  /// The next block; empty after the last, and nil if the entry is damaged.
  func next() throws -> [UInt8]? {
    guard let bytes = isDeflated ? try inflated() : try stored() else { return nil }
    checksum = UInt32(
      truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32_z(UInt(checksum), $0.baseAddress, $0.count) })
    byteCount += bytes.count
    return bytes
  }

  private func stored() throws -> [UInt8]? {
    let part = range.prefix(Self.block)
    range = part.endIndex..<range.upperBound
    let bytes = try file.read(part)
    return bytes.count == part.count ? bytes : nil
  }

  private func inflated() throws -> [UInt8]? {
    var isDamaged = false
    let bytes = try [UInt8](unsafeUninitializedCapacity: Self.block) { output, count in
      while count < Self.block, !hasEnded, !isDamaged {
        if used == packed.count {
          let part = range.prefix(Self.packedBlock)
          range = part.endIndex..<range.upperBound
          (packed, used) = (try file.read(part), 0)
        }
        // Damaged, since the bytes end before the deflate stream does.
        isDamaged = packed.isEmpty
        guard !isDamaged else { break }
        packed.withUnsafeMutableBufferPointer { input in
          stream.next_in = input.baseAddress.map { $0 + used }
          stream.avail_in = UInt32(input.count - used)
          stream.next_out = output.baseAddress.map { $0 + count }
          stream.avail_out = UInt32(Self.block - count)
          let status = inflate(&stream, Z_NO_FLUSH)
          used = input.count - Int(stream.avail_in)
          count = Self.block - Int(stream.avail_out)
          hasEnded = status == Z_STREAM_END
          isDamaged = !hasEnded && status != Z_OK
        }
      }
    }
    return isDamaged ? nil : bytes
  }
}
