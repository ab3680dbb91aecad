import CZlib
import SPBasics

/// Unpacks an entry of an archive or a file of gzip, a block at a time.
final class Unpacker {
  /// How bytes are packed.
  enum Packing {
    case stored
    /// Without a header: an entry of an archive.
    case deflated
    /// With headers and checksums; several parts may follow each other (RFC 1952, section 2.2).
    case gzip

    var windowBits: Int32? {
      switch self {
      case .stored: nil
      case .deflated: -15
      case .gzip: czlib_gzip
      }
    }
  }

  private let file: InputFile
  private var range: Range<Int>
  private let packing: Packing
  private let blockLength: Int
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

  /// - Parameters:
  ///   - range: where the packed bytes are in the file.
  ///   - blockLength: the most bytes of a block.
  init(_ file: InputFile, _ range: Range<Int>, _ packing: Packing, blockLength: Int = 1 << 20) throws {
    self.blockLength = blockLength
    self.file = file
    self.range = range
    self.packing = packing
    if let windowBits = packing.windowBits, czlib_inflate_start(&stream, windowBits) != Z_OK {
      throw FileError(path: file.path, operation: "unpack")
    }
  }

  deinit { if packing != .stored { inflateEnd(&stream) } }

  /// The next block; empty after the last, and nil if the entry is damaged.
  func next() throws -> [UInt8]? {
    guard let bytes = packing == .stored ? try stored() : try inflated() else { return nil }
    checksum = UInt32(
      truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32_z(UInt(checksum), $0.baseAddress, $0.count) })
    byteCount += bytes.count
    return bytes
  }

  private func stored() throws -> [UInt8]? {
    let part = range.prefix(blockLength)
    range = part.endIndex..<range.upperBound
    let bytes = try file.read(part)
    return bytes.count == part.count ? bytes : nil
  }

  private func inflated() throws -> [UInt8]? {
    var isDamaged = false
    let bytes = try [UInt8](unsafeUninitializedCapacity: blockLength) { output, count in
      while count < blockLength, !hasEnded, !isDamaged {
        if used == packed.count { try refill() }
        // Damaged, since the bytes end before the deflate stream does.
        isDamaged = packed.isEmpty
        guard !isDamaged else { break }
        packed.withUnsafeMutableBufferPointer { input in
          stream.next_in = input.baseAddress.map { $0 + used }
          stream.avail_in = UInt32(input.count - used)
          stream.next_out = output.baseAddress.map { $0 + count }
          stream.avail_out = UInt32(blockLength - count)
          let status = inflate(&stream, Z_NO_FLUSH)
          used = input.count - Int(stream.avail_in)
          count = blockLength - Int(stream.avail_out)
          hasEnded = status == Z_STREAM_END
          isDamaged = !hasEnded && status != Z_OK
        }
        if hasEnded, packing == .gzip { (hasEnded, isDamaged) = try endOfPart() }
      }
    }
    return isDamaged ? nil : bytes
  }

  private func refill() throws {
    let part = range.prefix(Self.packedBlock)
    range = part.endIndex..<range.upperBound
    (packed, used) = (try file.read(part), 0)
  }

  /// Whether a file of gzip ends where a part of it has ended, rather than another part following, and whether what
  /// follows is neither a part nor zeros, which some programs fill up with.
  private func endOfPart() throws -> (hasEnded: Bool, isDamaged: Bool) {
    while true {
      if used == packed.count { try refill() }
      guard used < packed.count else { return (true, false) }
      guard packed[used] == 0 else { break }
      used += 1
    }
    // The first byte of a part's header.
    guard packed[used] == 0x1F, inflateReset(&stream) == Z_OK else { return (true, true) }
    return (false, false)
  }
}
