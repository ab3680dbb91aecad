import Testing

@testable import SPTables

struct RunLengthTests {
  private func encoded(_ values: [UInt32], _ bitWidth: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    values.withUnsafeBufferPointer { RunLengthEncoder.append($0, bitWidth: bitWidth, to: &bytes) }
    return bytes
  }

  /// The example of Parquet's `Encodings.md`: 0 to 7 in three bits each, after the header of one group.
  @Test func packsBits() {
    #expect(encoded([0, 1, 2, 3, 4, 5, 6, 7], 3) == [0x03, 0x88, 0xC6, 0xFA])
  }

  /// Headers by `Encodings.md`: twice the length of a run; twice the number of groups of eight, plus one.
  @Test func writesRunsAndFillsTheLastGroup() {
    #expect(encoded([UInt32](repeating: 5, count: 100), 3) == [200, 1, 5])
    #expect(encoded([UInt32](repeating: 300, count: 8), 9) == [16, 0x2C, 0x01])
    #expect(encoded([1, 0, 1], 1) == [0x03, 0b101])
    #expect(encoded([UInt32](repeating: 1, count: 31), 1) == [0x09, 0xFF, 0xFF, 0xFF, 0x7F])
    #expect(encoded([UInt32](repeating: 1, count: 32), 1) == [64, 1])
    #expect(encoded([], 1) == [])
  }

  @Test(arguments: [1, 2, 3, 7, 8, 9, 13, 17, 31, 32])
  func readsWhatItWrites(bitWidth: Int) throws {
    var scatter = Scatter(UInt64(bitWidth))
    let most: UInt32 = bitWidth == 32 ? .max : (1 << UInt32(bitWidth)) - 1
    for count in [1, 7, 8, 9, 64, 500] {
      var values: [UInt32] = []
      while values.count < count {
        let run = scatter.below(3) == 0 ? scatter.below(60) : 1
        values += [UInt32](repeating: UInt32(truncatingIfNeeded: scatter.next()) & most, count: run)
      }
      var cursor = ByteCursor(encoded(values, bitWidth))
      #expect(try RunLengthDecoder.decode(&cursor, bitWidth: bitWidth, count: values.count) == values)
      #expect(cursor.count == 0)
    }
  }

  @Test(
    arguments: [
      (DamagedBytes("too few values", [0x04, 1]), 1), (DamagedBytes("a run of none", [0x00, 1]), 1),
      (DamagedBytes("more bits than a number has", [0x10, 1]), 33),
      (DamagedBytes("a value that is cut off", [0x10]), 8),
      (DamagedBytes("groups without their bytes", [0x03, 0x88]), 3),
      (DamagedBytes("a run of more than any count", [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1]), 8),
    ] as [(DamagedBytes, Int)])
  func damageIsAnError(_ damaged: DamagedBytes, bitWidth: Int) {
    var cursor = ByteCursor(damaged.bytes)
    #expect(throws: ParquetFault.self) { try RunLengthDecoder.decode(&cursor, bitWidth: bitWidth, count: 8) }
  }

  /// The example of Parquet's `Encodings.md` on differences: 7, 5, 3, 1, 2, 3, 4, 5 in a block of 128 in four parts.
  @Test func readsDifferences() throws {
    var cursor = ByteCursor([0x80, 0x01, 0x04, 0x08, 0x0E, 0x03, 0x02, 0, 0, 0, 0xC0, 0x3F, 0, 0, 0, 0, 0, 0])
    #expect(try DeltaDecoder.decode(&cursor, count: 8) == [7, 5, 3, 1, 2, 3, 4, 5])
    var few = ByteCursor([0x80, 0x01, 0x04, 0x08, 0x0E, 0x03, 0x02, 0, 0, 0, 0xC0])
    #expect(throws: ParquetFault.self) { try DeltaDecoder.decode(&few, count: 8) }
    var none = ByteCursor([0x80, 0x01, 0x00, 0x08, 0x0E])
    #expect(throws: ParquetFault.self) { try DeltaDecoder.decode(&none, count: 8) }
  }

  /// Bytes by "Snappy compressed format description": a literal, then copies with offsets of 11, 16 and 32 bits, one of
  /// which reaches into itself.
  @Test func decompressesSnappy() throws {
    let bytes: [UInt8] =
      [19, 0x0C, 0x61, 0x62, 0x63, 0x64] + [0x01, 0x04] + [0x12, 0x01, 0x00] + [0x17, 0x08, 0x00, 0x00, 0x00]
    #expect(try Snappy.decompress(ByteCursor(bytes), size: 19) == Array("abcdabcddddddbcdddd".utf8))
    for size in [18, 20] {
      #expect(throws: ParquetFault.self) { try Snappy.decompress(ByteCursor(bytes), size: size) }
    }
    for count in 1..<bytes.count {
      #expect(throws: ParquetFault.self) { try Snappy.decompress(ByteCursor(Array(bytes[..<count])), size: 19) }
    }
    // A copy from before the beginning.
    #expect(throws: ParquetFault.self) { try Snappy.decompress(ByteCursor([5, 0x00, 0x61, 0x01, 0x02]), size: 5) }
  }
}
