/// Reads `DELTA_BINARY_PACKED`: the first number, then blocks of differences from the number before.
///
/// Source: the Parquet format, `Encodings.md`, "Delta Encoding".
enum DeltaDecoder {
  /// Reads the numbers of one page.
  /// - Throws: `ParquetFault` if the page has another number of values than `count`.
  static func decode(_ cursor: inout ByteCursor, count: Int) throws -> [Int64] {
    let blockSize = try cursor.varint()
    let blocks = try cursor.varint()
    let total = try cursor.varint()
    var value = try cursor.zigzag()
    guard total == UInt64(count), blocks > 0, blockSize % blocks == 0, blockSize <= 1 << 20 else { throw damaged }
    let length = Int(blockSize / blocks)
    guard length > 0, length % 8 == 0, blocks <= blockSize else { throw damaged }
    guard count > 0 else { return [] }
    var numbers = [value]
    while numbers.count < count {
      let least = try cursor.zigzag()
      let widths = try cursor.take(Int(blocks)).withUnsafeBytes { Array($0) }
      for width in widths where numbers.count < count {
        guard width <= 64 else { throw damaged }
        let packed = try cursor.take(length / 8 * Int(width))
        packed.withUnsafeBytes { bytes in
          for index in 0..<min(length, count - numbers.count) {
            value = value &+ least &+ Int64(bitPattern: Self.bits(bytes, at: index * Int(width), width: Int(width)))
            numbers.append(value)
          }
        }
      }
    }
    return numbers
  }

  /// The number of `width` bits that begins at bit `start`.
  private static func bits(_ bytes: UnsafeRawBufferPointer, at start: Int, width: Int) -> UInt64 {
    var value: UInt64 = 0
    var done = 0
    while done < width {
      let position = start + done
      let here = min(8 - position % 8, width - done)
      let part = (UInt64(bytes[position / 8]) >> UInt64(position % 8)) & ((1 << UInt64(here)) - 1)
      value |= part << UInt64(done)
      done += here
    }
    return value
  }

  private static var damaged: ParquetFault { .damaged("the differences in it do not make sense") }
}
