import CZlib
import SPBasics

/// Unpacks a file of gzip, a block at a time. Several parts may follow each other (RFC 1952, section 2.2).
final class GzipReader {
  private let file: InputFile
  /// The place of the bytes that are read next.
  private var place = 0
  private var stream = z_stream()
  private var packed: [UInt8] = []
  /// How many of the bytes in `packed` are used.
  private var used = 0
  private var hasEnded = false

  private static let packedBlock = 1 << 16
  private static let blockLength = 1 << 20

  init(_ file: InputFile) throws {
    self.file = file
    guard czlib_inflate_start(&stream, czlib_gzip) == Z_OK else {
      throw FileError(path: file.path, operation: "unpack")
    }
  }

  deinit { inflateEnd(&stream) }

  /// The next block; empty after the last block, and nil if the file is damaged.
  func next() throws -> [UInt8]? {
    var isDamaged = false
    let bytes = try [UInt8](unsafeUninitializedCapacity: Self.blockLength) { output, count in
      while count < output.count, !hasEnded, !isDamaged {
        if used == packed.count { try refill() }
        // The bytes end before the deflate stream does: the file is damaged.
        isDamaged = packed.isEmpty
        guard !isDamaged else { break }
        packed.withUnsafeMutableBufferPointer { input in
          stream.next_in = input.baseAddress.map { $0 + used }
          stream.avail_in = UInt32(input.count - used)
          stream.next_out = output.baseAddress.map { $0 + count }
          stream.avail_out = UInt32(output.count - count)
          let status = inflate(&stream, Z_NO_FLUSH)
          used = input.count - Int(stream.avail_in)
          count = output.count - Int(stream.avail_out)
          hasEnded = status == Z_STREAM_END
          isDamaged = !hasEnded && status != Z_OK
        }
        if hasEnded { (hasEnded, isDamaged) = try endOfPart() }
      }
    }
    return isDamaged ? nil : bytes
  }

  private func refill() throws {
    (packed, used) = (try file.read(place..<place + Self.packedBlock), 0)
    place += packed.count
  }

  /// Checks the bytes after a part. The file ends if no bytes follow, or only zeros, which some programs add. The file
  /// is damaged if other bytes follow that do not begin a part.
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
