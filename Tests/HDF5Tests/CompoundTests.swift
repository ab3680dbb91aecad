import CHDF5
import Testing

@testable import SPHDF5

/// Datasets of compounds.
struct CompoundTests {
  private static let type = CompoundType([
    CompoundMember(name: "name", type: .string(.fixed(byteCount: 5))),
    CompoundMember(name: "count", type: .int32), CompoundMember(name: "flag", type: .int8),
    CompoundMember(name: "time_s", type: .float64), CompoundMember(name: "peak_g", type: .float32),
    CompoundMember(name: "id", type: .int64),
  ])

  private func records(_ range: Range<Int>) throws -> Records {
    var records = Records(Self.type, count: range.count)
    try records.set(0, to: range.map { "é\($0)" })
    records.set(1, to: range.map { Int32($0) })
    records.set(2, to: range.map { Int8(-($0 % 2)) })
    records.set(3, to: range.map { Double($0) / 3 })
    records.set(4, to: range.map { Float($0) / 7 })
    records.set(5, to: range.map { Int64.min + Int64($0) })
    return records
  }

  @Test("Members lie side by side, whatever their sizes")
  func offsets() {
    #expect(Self.type.offsets == [0, 5, 9, 10, 18, 22])
    #expect(Self.type.byteCount == 30)
  }

  @Test("Records keep what is set, column by column")
  func columns() throws {
    var all = try records(0..<2)
    all.append(try records(2..<3))
    #expect(all.count == 3)
    #expect(try all.strings(0) == ["é0", "é1", "é2"])
    #expect(all.numbers(1, as: Int32.self) == [0, 1, 2])
    #expect(all.numbers(4, as: Float.self) == [0, 1 / 7, 2 / 7])
    #expect(all.numbers(5, as: Int64.self) == [.min, .min + 1, .min + 2])
    try all.set(0, to: ["long", "", "x"])
    #expect(try all.strings(0) == ["long", "", "x"])
    let refused = try #require(throws: RecordError.self) { try all.set(0, to: ["a", "ä2345", "b"]) }
    #expect(refused == RecordError(row: 1, member: 0, reason: "\"ä2345\" has 6 bytes, but there is room for 5"))
    let nul = try #require(throws: RecordError.self) { try all.set(0, to: ["a", "b", "c\0"]) }
    #expect(nul.description == "record 2, member 0: a string has a NUL character in it")
  }

  @Test("Rows appended in uneven parts are read back by range, and by some of their members in another order")
  func roundTrip() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"), format: .checksummed)
      let dataset = try file.createDataset(
        "g/x", ofRecords: Self.type, shape: [0], layout: .compressed(chunkShape: [16]))
      for range in [0..<3, 3..<70, 70..<70, 70..<100] { try dataset.append(try records(range)) }
      try file.close()
      let again = try File(opening: folder("a.h5")).openDataset("g/x")
      #expect(again.elementType == .compound(byteCount: 30))
      #expect(try again.shape == [100])
      #expect(try again.members() == Self.type.members)
      #expect(again.filters.map(\.name) == ["shuffle", "gzip"])
      #expect(try again.readRecords(0..<100, as: Self.type) == records(0..<100))
      #expect(try again.readRecords(15..<17, as: Self.type) == records(15..<17))
      #expect(try again.readRecords(100..<100, as: Self.type).count == 0)
      let some = CompoundType([Self.type.members[3], CompoundMember(name: "flag", type: .float32)])
      let part = try again.readRecords(4..<6, as: some)
      #expect(part.numbers(0, as: Double.self) == [4 / 3, 5 / 3])
      #expect(part.numbers(1, as: Float.self) == [0, -1])
    }
  }

  @Test("Records larger than the library's room for conversions are read in part")
  func largeRecords() throws {
    let file = try File(inMemoryNamed: "large")
    let large = CompoundMember(name: "text", type: .string(.fixed(byteCount: 1_500_000)))
    let type = CompoundType([large, CompoundMember(name: "n", type: .int32)])
    let dataset = try file.createDataset(
      "x", ofRecords: type, shape: [0], layout: .compressed(chunkShape: [1]))
    var records = Records(type, count: 2)
    try records.set(0, to: ["a", String(repeating: "b", count: 1_500_000)])
    records.set(1, to: [7, 8] as [Int32])
    try dataset.append(records)
    let numbers = CompoundType([type.members[1]])
    #expect(try dataset.readRecords(0..<2, as: numbers).numbers(0, as: Int32.self) == [7, 8])
    #expect(try dataset.readRecords(1..<2, as: CompoundType([large])).strings(0)[0].utf8.count == 1_500_000)
  }

  @Test("Members in another byte order, with gaps between them, and of kinds that are not asked for")
  func foreign() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      try Raw.edit(folder("a.h5")) { id in
        let stored = H5Tcreate(H5T_COMPOUND, 40)
        H5Tinsert(stored, "time", 4, chdf5_file_double_big_endian())
        H5Tinsert(stored, "n", 20, chdf5_file_int16_big_endian())
        let sequence = H5Tvlen_create(chdf5_file_int8())
        H5Tinsert(stored, "list", 24, sequence)
        let memory = H5Tcreate(H5T_COMPOUND, 16)
        H5Tinsert(memory, "time", 0, chdf5_native_double())
        H5Tinsert(memory, "n", 8, chdf5_native_int64())
        try Raw.dataset("x", in: id, type: stored, memory: memory, shape: [2], values: [1.5, 0, 2.5, 0])
        for type in [stored, sequence, memory] { H5Tclose(type) }
      }
      let dataset = try File(opening: folder("a.h5")).openDataset("x")
      let members = try dataset.members()
      #expect(members.map(\.name) == ["time", "n", "list"])
      #expect(members.map(\.type) == [.float64, .int16, .other("variable-length sequence")])
      #expect(members.map(\.byteCount) == [8, 2, nil])
      let type = CompoundType([CompoundMember(name: "n", type: .int64), members[0]])
      let records = try dataset.readRecords(0..<2, as: type)
      #expect(records.numbers(1, as: Double.self) == [1.5, 2.5])
      #expect(records.numbers(0, as: Int64.self) == [0, 0])
      let refused = try error { _ = try dataset.readRecords(0..<2, as: CompoundType([members[2]])) }
      #expect(refused.kind == .wrongType)
      #expect(refused.reason == "the member \"list\" is a variable-length sequence, which records cannot hold")
    }
  }

  @Test("What does not suit is refused in plain words and changes nothing")
  func refused() throws {
    let file = try File(inMemoryNamed: "a")
    let layout = DatasetLayout.compressed(chunkShape: [4])
    let none = try error { _ = try file.createDataset("y", ofRecords: CompoundType([]), shape: [0], layout: layout) }
    #expect(none.reason == "a compound needs at least one member")
    let twice = CompoundType([CompoundMember(name: "n", type: .int8), CompoundMember(name: "n", type: .int8)])
    #expect(
      try error { _ = try file.createDataset("y", ofRecords: twice, shape: [0], layout: layout) }.reason
        == "there are two members of the name \"n\"")
    let dataset = try file.createDataset("x", ofRecords: Self.type, shape: [0], layout: layout)
    try dataset.append(try records(0..<3))
    let missing = try error {
      _ = try dataset.readRecords(0..<1, as: CompoundType([CompoundMember(name: "tim_s", type: .float64)]))
    }
    #expect(missing.kind == .noSuchObject)
    #expect(missing.reason.hasPrefix("there is no \"tim_s\" in the members"))
    #expect(try error { _ = try dataset.readRecords(2..<4, as: Self.type) }.kind == .outOfBounds)
    let text = CompoundType([CompoundMember(name: "count", type: .string(.fixed(byteCount: 3)))])
    #expect(try error { _ = try dataset.readRecords(0..<1, as: text) }.kind == .wrongType)
    let numbers = try file.createDataset("numbers", of: Float.self, shape: [3])
    #expect(try error { _ = try numbers.members() }.reason == "its elements are not compounds: float32")
    #expect(try error { _ = try numbers.readRecords(0..<1, as: Self.type) }.kind == .wrongType)
    let fixed = try file.createDataset("fixed", ofRecords: Self.type, shape: [2])
    #expect(try error { try fixed.append(try records(0..<1)) }.kind == .outOfBounds)
    #expect(try dataset.shape == [3])
  }
}
