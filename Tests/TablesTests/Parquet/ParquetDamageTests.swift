import Testing

@testable import SPTables

/// Files that are damaged, cut off or made to do harm.
struct ParquetDamageTests {
  private func table() -> FeatureTable {
    let count = 40
    return FeatureTable(columns: [
      column("row", .int64((0..<count).map { Int64($0) })),
      column("peak_g", .float32((0..<count).map { $0 % 5 == 1 ? nil : Float($0) * 0.37 })),
      column("sport", .string((0..<count).map { ["golf", "tennis", "baseball"][$0 % 3] })),
      column("hit", .boolean((0..<count).map { $0 % 4 == 0 })),
    ])
  }

  @Test func whatIsCutOffSaysSo() throws {
    let whole = try Parquet.encode(table(), name: "t")
    for count in stride(from: 0, to: whole.count, by: 7) {
      let message = fault { _ = try Parquet.decode(Array(whole[..<count]), path: "t") }
      let expected =
        count < 4 ? "t: is not a Parquet table; expected" : "t: is cut off, or not yet written to its end; expected"
      #expect(message?.hasPrefix(expected) == true, "\(count) bytes: \(message ?? "none")")
    }
  }

  @Test func aChangedPageIsFoundByItsChecksum() throws {
    var bytes = try Parquet.encode(table(), name: "t", options: ParquetOptions(codec: .none))
    // The first value of the first column, after the page's header and levels: the number 0.
    let page = try #require(bytes.indices.first { bytes[$0...].starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]) })
    bytes[page] = 9
    #expect(
      fault { _ = try Parquet.decode(bytes, path: "t") }?
        .hasPrefix("t: column \"row\": is damaged: the checksum of a page does not match; write it again") == true)
    // Other columns are not touched.
    #expect(try Parquet.decode(bytes, path: "t", columns: ["sport"]).strings("sport").count == 40)
  }

  /// Bytes that are changed at random: the file is read, or an error says what is wrong with it; nothing else happens.
  @Test(arguments: 0..<4)
  func noDamageIsMoreThanAnError(part: Int) throws {
    var scatter = Scatter(UInt64(part))
    let foreign = [ForeignParquet.snappy, ForeignParquet.version2, ForeignParquet.differences, ForeignParquet.nested]
    let files = try [Parquet.encode(table(), name: "t"), bytes(base64: foreign[part])]
    var faults = 0
    for round in 0..<150 {
      var bytes = files[round % 2]
      for _ in 0...scatter.below(3) {
        let position = scatter.below(bytes.count)
        switch scatter.below(4) {
        case 0: bytes[position] ^= 1 << UInt8(scatter.below(8))
        case 1: bytes[position] = [0, 0x7F, 0x80, 0xFF][scatter.below(4)]
        case 2: bytes[position] = UInt8(scatter.below(256))
        default: bytes.remove(at: position)
        }
      }
      do {
        let found = try Parquet.decode(bytes, path: "t")
        for name in found.columnNames { #expect(try found.strings(name).count == found.rowCount) }
      } catch is TableError {
        faults += 1
      }
    }
    #expect(faults > 50)
  }

  /// A footer of our own making, with sizes and positions that no file has.
  private func file(_ chunk: (inout ThriftWriter) -> Void, rowCount: Int64 = 8, body: [UInt8] = []) -> [UInt8] {
    var thrift = ThriftWriter()
    thrift.structure {
      $0.field(2, [0, 1]) { element, index in
        if index == 0 {
          element.field(4, "schema")
          element.field(5, Int32(1))
        } else {
          element.field(1, PhysicalType.int64.rawValue)
          element.field(3, ParquetFormat.optional)
          element.field(4, "a")
        }
      }
      $0.field(3, rowCount)
      $0.field(4, [0]) { group, _ in
        group.field(1, [0]) { column, _ in column.field(3, chunk) }
        group.field(3, rowCount)
      }
    }
    var bytes = ParquetFormat.magic + body + thrift.bytes
    bytes.appendLittleEndian(UInt32(thrift.bytes.count))
    return bytes + ParquetFormat.magic
  }

  private func chunk(
    _ thrift: inout ThriftWriter, values: Int64 = 8, size: Int64, offset: Int64, codec: PageCodec = .uncompressed
  ) {
    thrift.field(1, PhysicalType.int64.rawValue)
    thrift.field(4, codec.rawValue)
    thrift.field(5, values)
    thrift.field(7, size)
    thrift.field(9, offset)
  }

  @Test(
    arguments: [
      (0, 4), (8, 0), (8, Int64.max), (Int64.max, 4), (Int64.max, Int64.max), (-1, 4), (8, -1), (4096, 4),
    ] as [(Int64, Int64)])
  func columnsLieWithinTheFile(size: Int64, offset: Int64) {
    let bytes = file { chunk(&$0, size: size, offset: offset) }
    #expect(throws: TableError.self) { try Parquet.decode(bytes, path: "t") }
  }

  @Test(arguments: [Int64.max, 1 << 40, 1 << 27, 9, 7])
  func rowsAreAsManyAsValues(rowCount: Int64) {
    let other = file({ chunk(&$0, size: 4, offset: 4) }, rowCount: rowCount, body: [0, 0, 0, 0])
    #expect(throws: TableError.self) { try Parquet.decode(other, path: "t") }
    let same = file({ chunk(&$0, values: rowCount, size: 4, offset: 4) }, rowCount: rowCount, body: [0, 0, 0, 0])
    #expect(throws: TableError.self) { try Parquet.decode(same, path: "t") }
  }

  /// Groups of the most rows that are read, of columns that all lie in the same four bytes.
  @Test func tablesThatMemoryDoesNotHoldAreRefusedUnread() throws {
    let (groups, columns) = (64, 64)
    let rowCount: Int64 = 1 << 26
    var thrift = ThriftWriter()
    thrift.structure {
      $0.field(2, Array(0...columns)) { element, index in
        if index == 0 {
          element.field(4, "schema")
          element.field(5, Int32(columns))
        } else {
          element.field(1, PhysicalType.int64.rawValue)
          element.field(3, ParquetFormat.optional)
          element.field(4, "c\(index)")
        }
      }
      $0.field(3, rowCount * Int64(groups))
      $0.field(4, Array(0..<groups)) { group, _ in
        group.field(1, Array(0..<columns)) { column, _ in
          column.field(3) { chunk(&$0, values: rowCount, size: 4, offset: 4) }
        }
        group.field(3, rowCount)
      }
    }
    var bytes = ParquetFormat.magic + [0, 0, 0, 0] + thrift.bytes
    bytes.appendLittleEndian(UInt32(thrift.bytes.count))
    bytes += ParquetFormat.magic
    let file = try ParquetFile(bytes, path: "t")
    // A number 16 bytes with the mark of a missing one, twice.
    let needed = "t: needs 8796093022208 bytes of memory for 4294967296 rows of 64 columns, of at most "
    #expect(fault { _ = try file.stored(nil) }?.hasPrefix(needed) == true)
    let group = "t: needs 2147483648 bytes of memory for 67108864 rows of 1 column, of at most 1073741824 here"
    #expect(fault { _ = try file.stored(["c3"], rows: 1) }?.hasPrefix(group) == true)
  }

  /// Pages that claim to become a gigabyte, or to have more values than there are rows.
  @Test(arguments: [PageCodec.snappy, .gzip, .zstd], [(1 << 30, 8), (1 << 20, 8), (.max, 8), (16, 9), (16, .max)])
  func pagesAreNoLargerThanTheyCanBe(codec: PageCodec, claim: (size: Int32, values: Int32)) {
    var page = ThriftWriter()
    page.structure {
      $0.field(1, PageType.data.rawValue)
      $0.field(2, claim.size)
      $0.field(3, Int32(16))
      $0.field(5) {
        $0.field(1, claim.values)
        $0.field(2, PageEncoding.plain.rawValue)
        $0.field(3, PageEncoding.rle.rawValue)
        $0.field(4, PageEncoding.rle.rawValue)
      }
    }
    let body = page.bytes + [UInt8](repeating: 0x28, count: 16)
    let bytes = file({ chunk(&$0, size: Int64(body.count), offset: 4, codec: codec) }, body: body)
    #expect(throws: TableError.self) { try Parquet.decode(bytes, path: "t") }
  }

  @Test func schemasAddUp() throws {
    for (names, counts) in [(["s"], [5]), (["s", "a"], [.max]), (["s", "a", "b"], [1]), (["s", "a", "a"], [2])]
      as [([String], [Int32])]
    {
      var thrift = ThriftWriter()
      thrift.structure {
        $0.field(2, Array(names.enumerated())) { element, node in
          if node.offset > 0 { element.field(1, PhysicalType.int64.rawValue) }
          element.field(4, node.element)
          if node.offset < counts.count { element.field(5, counts[node.offset]) }
        }
        $0.field(3, Int64(0))
      }
      var bytes = ParquetFormat.magic + thrift.bytes
      bytes.appendLittleEndian(UInt32(thrift.bytes.count))
      bytes += ParquetFormat.magic
      #expect(throws: TableError.self) { try ParquetFile(bytes, path: "t") }
    }
  }

  @Test func encryptedTablesSaySo() throws {
    let bytes = Array("PARE".utf8) + [UInt8](repeating: 0, count: 20) + Array("PARE".utf8)
    #expect(fault { _ = try ParquetFile(bytes, path: "t") } == "t: is encrypted; expected a table that is not")
  }
}
