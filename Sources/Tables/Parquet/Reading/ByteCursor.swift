/// Bytes that are taken from front to back, none of them past the end.
struct ByteCursor {
  let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// A range of bytes, which lies within them.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// How many bytes are left.
  var count: Int { end - position }

  mutating func byte() throws -> UInt8 {
    guard position < end else { throw Self.short }
    position += 1
    return bytes[position - 1]
  }

  /// The next `count` bytes as a cursor of their own.
  mutating func take(_ count: Int) throws -> ByteCursor {
    guard count >= 0, count <= self.count else { throw Self.short }
    position += count
    return ByteCursor(bytes, position - count..<position)
  }

  /// A number of a fixed width, the least byte first.
  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let field = try take(MemoryLayout<Number>.size)
    return field.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
  }

  /// A number in groups of seven bits, the least first (ULEB128), of at most 64 bits.
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

  /// A number whose sign is in its lowest bit.
  mutating func zigzag() throws -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The bytes that are left.
  func withUnsafeBytes<Result>(_ work: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes { try work(UnsafeRawBufferPointer(rebasing: $0[position..<end])) }
  }

  private static var short: ParquetFault { .damaged("it says that it holds more than it does") }
}
