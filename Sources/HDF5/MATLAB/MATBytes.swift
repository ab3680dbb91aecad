import CZlib
import SPBasics

/// The bytes of one variable of a MAT-file of version 5, in order, unpacked if they are compressed.
final class MATBytes {
  private let file: InputFile
  private let isPacked: Bool
  /// The bytes of the file that have yet to be read.
  private var range: Range<Int>
  private var stream = z_stream()
  private var packed: [UInt8] = []
  private var block: [UInt8] = []
  private var used = 0
  /// How many bytes have been taken or skipped.
  private(set) var position = 0
  /// Whether the compressed bytes, or their checksum, are wrong.
  private(set) var isDamaged = false

  private static let blockByteCount = 1 << 16

  /// - Parameter range: Where the bytes are in the file.
  init(_ file: InputFile, _ range: Range<Int>, isPacked: Bool) throws {
    self.file = file
    self.range = range
    self.isPacked = isPacked
    if isPacked, czlib_inflate_start(&stream, 15) != Z_OK { throw FileError(path: file.path, operation: "unpack") }
  }

  deinit { if isPacked { inflateEnd(&stream) } }

  /// The next bytes; nil if fewer bytes remain.
  func take(_ count: Int) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let part = block[used...].prefix(count - bytes.count)
      bytes += part
      used += part.count
      position += part.count
      if bytes.count == count { return bytes }
      guard try fill() else { return nil }
    }
  }

  /// Skips bytes. Returns false if fewer bytes remain.
  func skip(_ count: Int) throws -> Bool {
    var left = count
    while true {
      let step = min(left, block.count - used)
      used += step
      position += step
      left -= step
      if left == 0 { return true }
      if !isPacked, left <= range.count {
        range = range.lowerBound + left..<range.upperBound
        position += left
        return true
      }
      guard try fill() else { return false }
    }
  }

  /// Whether all bytes have been read. The checksum is compared only if this is called.
  func hasEnded() throws -> Bool {
    guard used == block.count else { return false }
    return try !fill()
  }

  /// Reads the next block. Returns false at the end.
  private func fill() throws -> Bool {
    used = 0
    block = try isPacked ? unpacked() : next()
    return !block.isEmpty
  }

  private func next() throws -> [UInt8] {
    let part = range.prefix(Self.blockByteCount)
    range = part.endIndex..<range.upperBound
    return try file.read(part)
  }

  private func unpacked() throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: Self.blockByteCount) { output, count in
      var status = Z_OK
      while count == 0, status == Z_OK {
        if packed.isEmpty { packed = try next() }
        // Some programs do not write the end of the stream.
        guard !packed.isEmpty else { break }
        packed.withUnsafeMutableBufferPointer { input in
          stream.next_in = input.baseAddress
          stream.avail_in = UInt32(input.count)
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          status = inflate(&stream, Z_NO_FLUSH)
          count = output.count - Int(stream.avail_out)
        }
        packed.removeFirst(packed.count - Int(stream.avail_in))
      }
      isDamaged = isDamaged || ![Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status)
    }
  }
}
