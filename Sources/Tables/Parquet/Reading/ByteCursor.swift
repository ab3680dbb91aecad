/// Reads bytes from front to back, with an error past the end.
struct ByteCursor {
  let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// Reads a range of the bytes, which must lie within them.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The number of remaining bytes.
  var count: Int { end - position }

  mutating func byte() throws -> UInt8 {
    guard position < end else { throw Self.short }
    position += 1
    return bytes[position - 1]
  }

  /// The next `count` bytes as a separate cursor.
  mutating func take(_ count: Int) throws -> ByteCursor {
    guard count >= 0, count <= self.count else { throw Self.short }
    position += count
    return ByteCursor(bytes, position - count..<position)
  }

  /// Reads a number of a fixed width, in little-endian order.
  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let field = try take(MemoryLayout<Number>.size)
    return field.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
  }

  /// Reads a number in groups of seven bits, the least significant first (ULEB128), of at most 64 bits.
  mutating func varint() throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let byte = try byte()
      let bits = UInt64(byte & 0x7F)
      guard shift < 63 || bits <= 1 else { break }
      value |= bits << shift
      if byte < 0x80 { return value }
    }
    throw ParquetFault.damaged("a number in it is longer than 64 bits")
  }

  /// Reads a number whose sign is in its lowest bit.
  mutating func zigzag() throws -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// Calls `work` with the remaining bytes.
  func withUnsafeBytes<Result>(_ work: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes { try work(UnsafeRawBufferPointer(rebasing: $0[position..<end])) }
  }

  private static var short: ParquetFault { .damaged("it says that it holds more than it does") }
}
