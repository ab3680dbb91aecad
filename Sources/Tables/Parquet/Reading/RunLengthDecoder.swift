/// Reads the hybrid of runs and packed bits in which Parquet stores levels and indices of dictionaries.
///
/// Source: the Parquet format, `Encodings.md`, "Run Length Encoding / Bit-Packing Hybrid".
enum RunLengthDecoder {
  /// Reads the first `count` numbers, of `bitWidth` bits each.
  /// - Throws: `ParquetFault` if there are fewer numbers.
  static func decode(_ cursor: inout ByteCursor, bitWidth: Int, count: Int) throws -> [UInt32] {
    guard (0...32).contains(bitWidth) else { throw ParquetFault.damaged("numbers of \(bitWidth) bits are in it") }
    var numbers: [UInt32] = []
    numbers.reserveCapacity(count)
    while numbers.count < count {
      let header = try cursor.varint()
      guard let length = Int(exactly: header >> 1), length > 0 else {
        throw ParquetFault.damaged("a run of no values is in it")
      }
      let rest = count - numbers.count
      if header & 1 == 0 {
        var value: UInt32 = 0
        for byte in 0..<(bitWidth + 7) / 8 { value |= UInt32(try cursor.byte()) << UInt32(8 * byte) }
        numbers.append(contentsOf: repeatElement(value, count: min(length, rest)))
      } else {
        // Groups of eight; only the last may be longer than the remaining values. Some writers cut off its
        // bytes.
        let needed = min(length, (rest + 7) / 8) * bitWidth
        let packed = try cursor.take(min(needed, cursor.count))
        let held = bitWidth == 0 ? rest : packed.count * 8 / bitWidth
        let wanted = length > rest / 8 ? rest : length * 8
        guard held >= wanted else { throw ParquetFault.damaged("it says that it holds more than it does") }
        unpack(packed, bitWidth: bitWidth, count: wanted, into: &numbers)
      }
    }
    return numbers
  }

  private static func unpack(_ packed: ByteCursor, bitWidth: Int, count: Int, into numbers: inout [UInt32]) {
    let mask: UInt64 = (1 << UInt64(bitWidth)) - 1
    packed.withUnsafeBytes { bytes in
      var pending: UInt64 = 0
      var bits = 0
      var position = 0
      for _ in 0..<count {
        while bits < bitWidth {
          pending |= UInt64(bytes[position]) << UInt64(bits)
          position += 1
          bits += 8
        }
        numbers.append(UInt32(truncatingIfNeeded: pending & mask))
        pending >>= UInt64(bitWidth)
        bits -= bitWidth
      }
    }
  }
}
