import Testing

@testable import SPTables

/// Bytes by the examples and rules of "Thrift Compact protocol", of the Thrift project.
struct ThriftTests {
  private func written(_ body: (inout ThriftWriter) -> Void) -> [UInt8] {
    var writer = ThriftWriter()
    writer.structure(body)
    return writer.bytes
  }

  @Test func fieldsSayHowFarTheyAreFromTheLast() {
    let bytes = written {
      $0.field(1, Int32(1))
      $0.field(3, Int32(-1))
      $0.field(18, Int32(64))
      $0.field(34, Int64(-65))
    }
    // Steps of 1, 2 and 15 fit into the header; one of 16 does not, and has the whole id, 34, as 68.
    #expect(bytes == [0x15, 0x02, 0x25, 0x01, 0xF5, 0x80, 0x01, 0x06, 0x44, 0x81, 0x01, 0x00])
  }

  @Test func truthValuesLiveInTheirHeaders() {
    let bytes = written {
      $0.field(1, true)
      $0.field(2, false)
      $0.field(7, Int32(-2))
    }
    #expect(bytes == [0x11, 0x12, 0x55, 0x03, 0x00])
  }

  @Test func listsOfFifteenAndMoreHaveALongHeader() {
    let short = written { $0.field(1, [Int32](repeating: 1, count: 14)) }
    #expect(short == [0x19, 0xE5] + [UInt8](repeating: 2, count: 14) + [0])
    let long = written { $0.field(1, [Int32](repeating: 1, count: 15)) }
    #expect(long == [0x19, 0xF5, 0x0F] + [UInt8](repeating: 2, count: 15) + [0])
    let longer = written { $0.field(2, [String](repeating: "a", count: 200)) }
    #expect(longer == [0x29, 0xF8, 0xC8, 0x01] + (0..<200).flatMap { _ in [1, 0x61] as [UInt8] } + [0])
  }

  @Test func structuresCountTheirFieldsAnew() {
    let bytes = written {
      $0.field(5) { $0.field(1, "é") }
      $0.field(6, [1, 2]) { writer, number in writer.field(2, Int32(number)) }
      $0.field(7, [0xFF, 0x00] as [UInt8])
    }
    #expect(
      bytes == [
        0x5C, 0x18, 0x02, 0xC3, 0xA9, 0x00, 0x19, 0x2C, 0x25, 0x02, 0x00, 0x25, 0x04, 0x00, 0x18, 0x02, 0xFF, 0x00,
        0x00,
      ])
  }

  @Test func readsWhatIsKnownAndPassesOverTheRest() throws {
    let bytes = written {
      $0.field(1, true)
      $0.field(2) { $0.field(1, [3, 4]) { writer, number in writer.field(9, Int64(number)) } }
      $0.field(3, ["a", "b"])
      $0.field(20, Int64.min)
      $0.field(21, "text")
    }
    var found: [Int16] = []
    var number: Int64?
    var text: String?
    var reader = ThriftReader(ByteCursor(bytes))
    try reader.structure { reader, id, kind in
      found.append(id)
      switch id {
      case 20: number = try reader.int64(kind)
      case 21: text = try reader.text(kind)
      default: try reader.skip(kind)
      }
    }
    #expect(found == [1, 2, 3, 20, 21])
    #expect(number == .min)
    #expect(text == "text")
    #expect(reader.cursor.count == 0)
  }

  @Test(arguments: [
    DamagedBytes("a field that never ends", [0x15]),
    DamagedBytes("a list of more elements than bytes", [0x19, 0xF5, 0xFF, 0x7F, 0x00]),
    DamagedBytes("text past the end", [0x18, 0x7F, 0x00]),
    DamagedBytes("a number of 70 bits", [0x16] + [UInt8](repeating: 0xFF, count: 10)),
    DamagedBytes("a kind that there is not", [0x1D, 0x00]),
    DamagedBytes("structures in structures without end", [UInt8](repeating: 0x1C, count: 100_000)),
    DamagedBytes("a map of more entries than bytes", [0x1B, 0xFF, 0xFF, 0x03, 0x55]),
    DamagedBytes("a list that ends before its elements", [0x19, 0xF3]),
  ])
  func damageIsAnError(_ damaged: DamagedBytes) {
    var reader = ThriftReader(ByteCursor(damaged.bytes))
    #expect(throws: ParquetFault.self) { try reader.structure { reader, _, kind in try reader.skip(kind) } }
  }
}
