import SPImporting
import Testing

/// Each part of the format, in files made byte by byte.
struct ReadingTests {
  private func messages(_ records: [UInt8]) throws -> [FITMessage] {
    var reader = FITReader(FITBuilder.file(records))
    return try reader.all()
  }

  @Test func theChecksumIsTheOneThatIsKnownAsARC() {
    // The check value of CRC-16/ARC in the catalogue of parametrised CRC algorithms.
    #expect(FITChecksum.of("123456789".utf8) == 0xBB3D)
  }

  @Test func valuesOfAllTypesAreReadInBothByteOrders() throws {
    let values: [(type: UInt8, big: [UInt8], raw: FITValue)] = [
      (0x00, [0x07], .integer(7)), (0x01, [0x80], .integer(-128)), (0x02, [0xFE], .integer(254)),
      (0x83, [0xFF, 0xFE], .integer(-2)), (0x84, [0x12, 0x34], .integer(0x1234)),
      (0x85, [0x80, 0, 0, 0], .integer(-2_147_483_648)), (0x86, [0xFF, 0xFF, 0xFF, 0xFE], .integer(4_294_967_294)),
      (0x88, [0x3F, 0xC0, 0, 0], .number(1.5)), (0x89, [0xBF, 0xF0, 0, 0, 0, 0, 0, 0], .number(-1)),
      (0x0A, [0xFF], .integer(255)), (0x8B, [0, 1], .integer(1)), (0x8C, [0, 0, 1, 0], .integer(256)),
      (0x8E, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .integer(-1)),
      (0x8F, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], .large(.max - 1)),
      (0x90, [0, 0, 0, 0, 0, 0, 0, 5], .integer(5)),
    ]
    for isBigEndian in [true, false] {
      let fields = values.enumerated().map { FITBuilder.Field(UInt8($0), UInt8($1.big.count), $1.type) }
      let records = FITBuilder.joined(
        FITBuilder.definition(0, 0xFF00, fields, isBigEndian: isBigEndian),
        [0],
        values.flatMap { isBigEndian ? $0.big : $0.big.reversed() })
      let message = try #require(try messages(records).first)
      #expect(message.name == "unknown_65280")
      #expect(message.fields.map(\.raw) == values.map(\.raw))
    }
  }

  @Test func theValueThatSaysThatThereIsNoneIsNil() throws {
    let values: [(type: UInt8, little: [UInt8])] = [
      (0x00, [0xFF]), (0x01, [0x7F]), (0x02, [0xFF]), (0x83, [0xFF, 0x7F]), (0x84, [0xFF, 0xFF]),
      (0x85, [0xFF, 0xFF, 0xFF, 0x7F]), (0x86, [0xFF, 0xFF, 0xFF, 0xFF]), (0x07, [0, 65]),
      (0x88, [0xFF, 0xFF, 0xFF, 0xFF]), (0x89, [UInt8](repeating: 0xFF, count: 8)), (0x0A, [0]), (0x8B, [0, 0]),
      (0x8C, [0, 0, 0, 0]), (0x0D, [0xFF, 0xFF, 0xFF]), (0x8E, [UInt8](repeating: 0xFF, count: 7) + [0x7F]),
      (0x8F, [UInt8](repeating: 0xFF, count: 8)), (0x90, [UInt8](repeating: 0, count: 8)),
    ]
    let fields = values.enumerated().map { FITBuilder.Field(UInt8($0), UInt8($1.little.count), $1.type) }
    let message = try #require(
      try messages(
        FITBuilder.joined(
          FITBuilder.definition(3, 0xFF00, fields),
          [3],
          values.flatMap(\.little))
      ).first)
    #expect(message.fields.map(\.raw) == values.map { _ in nil })
    #expect(message["unknown_0"] == nil)
  }

  @Test func arraysTextsAndBytesKeepTheirParts() throws {
    let records = FITBuilder.joined(
      FITBuilder.definition(0, 78, [(0, 6, 0x84), (200, 6, 0x07), (201, 3, 0x0D)]),
      [0, 0xE8, 0x03, 0xFF, 0xFF, 0xD0, 0x07],
      [0xC3, 0xA4, 0x62, 0, 0x63, 0],
      [1, 0xFF, 2])
    let message = try #require(try messages(records).first)
    #expect(message.name == "hrv")
    // Intervals between beats, in thousandths of a second.
    #expect(message[0]?.values == [1, nil, 2])
    #expect(message[200]?.text == "äb")
    #expect(message[201]?.raw == .bytes([1, 0xFF, 2]))
  }

  @Test func namesScalesOffsetsUnitsAndCodesComeFromTheProfile() throws {
    let records = FITBuilder.joined(
      FITBuilder.definition(0, 20, [(253, 4, 0x86), (2, 2, 0x84), (7, 2, 0x84), (13, 1, 0x01)]),
      [0],
      FITBuilder.little(1_000_000_000, 4),
      FITBuilder.little(3000, 2),
      FITBuilder.little(250, 2),
      [0xFB],
      FITBuilder.definition(1, 12, [(0, 1, 0)]),
      [1, 2])
    let read = try messages(records)
    let record = try #require(read.first)
    #expect(record.name == "record" && record.timestamp == 1_000_000_000)
    // 2021-09-08T01:46:40Z.
    #expect(FITTime.unixS(1_000_000_000) == 1_631_065_600)
    #expect(FITTime.unixS(60) == nil)
    #expect(record["altitude"]?.value == 100 && record["altitude"]?.kind.units == "m")
    #expect(record["power"]?.value == 250 && record["temperature"]?.value == -5)
    #expect(read[1]["sport"]?.code == "cycling")
  }

  @Test func aFieldIsNamedByTheValueOfAnother() throws {
    let definition = FITBuilder.definition(0, 21, [(3, 4, 0x86), (0, 1, 0), (1, 1, 0)])
    let read = try messages(
      FITBuilder.joined(
        definition,
        [0, 1, 0, 0, 0, 0, 0],
        [0],
        FITBuilder.little(3700, 4),
        [11, 3]))
    #expect(read[0]["timer_trigger"]?.code == "auto")
    #expect(read[1]["battery_level"]?.value == 3.7 && read[1]["battery_level"]?.kind.units == "V")
  }

  @Test func partsOfNumbersAreFieldsAndCountersGoOn() throws {
    // 12 bits of speed in 1/100 m/s, then 12 bits of a distance that starts again at 256 m, in 1/16 m.
    func record(_ speed: Int, _ distance: Int) -> [UInt8] {
      FITBuilder.joined([0], FITBuilder.little(distance << 12 | speed, 3))
    }
    let read = try messages(
      FITBuilder.joined(
        FITBuilder.definition(0, 20, [(8, 3, 0x0D)]),
        record(1000, 4000),
        record(1100, 100),
        record(1200, 90)))
    #expect(read.map { $0["speed"]?.value } == [10, 11, 12])
    #expect(read.map { $0["distance"]?.value } == [250, 262.25, 517.625])
    let speed = try messages(
      FITBuilder.joined(
        FITBuilder.definition(0, 20, [(6, 2, 0x84)]),
        [0],
        FITBuilder.little(5000, 2)))
    #expect(speed[0]["enhanced_speed"]?.value == 5 && speed[0]["enhanced_speed"]?.isPart == true)
  }

  /// As of `Decode.ExpandComponents` of the FIT SDK: a whole number sets the counter, in the unit of its parts.
  @Test func aCounterGoesOnFromAWholeNumberOfAnotherScale() throws {
    let read = try messages(
      FITBuilder.joined(
        FITBuilder.definition(0, 20, [(8, 3, 0x0D)]), FITBuilder.definition(1, 20, [(5, 4, 0x86)]),
        // 1000 m in 1/100 m; a counter of 1/16 m that starts again at 256 m stands at 232 m then.
        [1], FITBuilder.little(100_000, 4),
        [0], FITBuilder.little(3728 << 12 | 100, 3),
        [0], FITBuilder.little(16 << 12 | 100, 3)))
    #expect(read.map { $0["distance"]?.value } == [1000, 1001, 1025])
  }

  @Test func momentsInHeadersGoOnFromTheLastWholeOne() throws {
    let records = FITBuilder.joined(
      FITBuilder.definition(1, 20, [(253, 4, 0x86), (3, 1, 2)]),
      FITBuilder.definition(2, 20, [(3, 1, 2)]),
      [1],
      FITBuilder.little(1_000_000_030, 4),
      [100],
      // Local type 2 in bits 5 and 6, then the low five bits of the moment: 1,000,000,030 has 30.
      [0x80 | 2 << 5 | 31, 101],
      [0x80 | 2 << 5 | 0, 102],
      [0x80 | 2 << 5 | 0, 103],
      [0x80 | 2 << 5 | 29, 104])
    let read = try messages(records)
    #expect(
      read.map(\.timestamp) == [
        1_000_000_030, 1_000_000_031, 1_000_000_032, 1_000_000_032, 1_000_000_061,
      ])
    #expect(read.map { $0["heart_rate"]?.value } == [100, 101, 102, 103, 104])
  }

  @Test func aLocalTypeMayBeDefinedAnew() throws {
    let read = try messages(
      FITBuilder.joined(
        FITBuilder.definition(5, 20, [(3, 1, 2)]),
        [5, 120],
        FITBuilder.definition(5, 20, [(7, 2, 0x84)]),
        [5, 200, 0]))
    #expect(read[0]["heart_rate"]?.value == 120 && read[0]["power"] == nil)
    #expect(read[1]["power"]?.value == 200 && read[1]["heart_rate"] == nil)
  }

  @Test func developersDescribeTheirFields() throws {
    let id = FITBuilder.joined(
      FITBuilder.definition(0, 207, [(3, 1, 2)]),
      [0, 4])
    let description = FITBuilder.joined(
      FITBuilder.definition(1, 206, [(0, 1, 2), (1, 1, 2), (2, 1, 2), (3, 6, 7), (8, 2, 7), (15, 1, 2)]),
      [1, 4, 9, 0x84],
      Array("doubt\0".utf8),
      Array("W\0".utf8),
      [7])
    let record = FITBuilder.joined(
      FITBuilder.definition(2, 20, [(3, 1, 2)], developer: [(9, 2, 4), (10, 2, 4)]),
      [2, 130, 44, 1, 9, 8])
    let read = try messages(
      FITBuilder.joined(
        id,
        description,
        record))
    let field = try #require(read[2]["doubt"])
    #expect(field.value == 300 && field.kind.units == "W" && field.developerIndex == 4)
    #expect(field.kind.nativeNumber == 7)
    #expect(read[2][9] == nil, "a developer's number is none of the profile")
    #expect(read[2]["developer_4_10"]?.raw == .bytes([9, 8]))
  }

  @Test func aSizeThatIsNoneOfItsTypeIsReadAsBytes() throws {
    let read = try messages(
      FITBuilder.joined(
        FITBuilder.definition(0, 20, [(7, 3, 0x84), (3, 0, 2), (4, 1, 2)]),
        [0, 1, 2, 3, 90]))
    #expect(read[0][7]?.raw == .bytes([1, 2, 3]))
    #expect(read[0]["cadence"]?.value == 90)
  }

  @Test func severalFilesMayFollowEachOther() throws {
    let first = FITBuilder.file(FITBuilder.definition(0, 20, [(3, 1, 2)]) + [0, 100])
    let second = FITBuilder.file(FITBuilder.definition(0, 12, [(0, 1, 0)]) + [0, 5], headerSize: 12)
    var reader = FITReader(first + second)
    #expect(try reader.next()?.name == "record" && reader.fileIndex == 0)
    let next = try reader.next()
    #expect(next?["sport"]?.code == "swimming" && reader.fileIndex == 1)
    #expect(try reader.next() == nil && reader.next() == nil)
    // Definitions end with their file.
    var other = FITReader(first + FITBuilder.file([0, 100]))
    #expect(throws: FITError.self) { try other.all() }
  }
}
