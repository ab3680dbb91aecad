import Testing

@testable import SPTables

/// What the bytes of a file are, and what its footer says of them.
struct ParquetLayoutTests {
  private func golden() -> FeatureTable {
    FeatureTable(columns: [
      column("hit", .boolean([true, nil, false])),
      column("count", .int32([7, -2, nil])),
      column("total", .int64([nil, nil, nil])),
      column("peak_g", .float32([0, .nan, -1.5]), unit: "g"),
      column("time_s", .float64([-0.0, 0, 0]), unit: "s"),
      column("sport", .string(["golf", nil, "golf"])),
      column("at", .timestamp([Timestamp(microseconds: 1_760_000_000_000_001), nil, Timestamp(microseconds: -1)])),
    ])
  }

  /// These bytes were read by pyarrow 26.0.1 (with `page_checksum_verification=True`), pandas 3.1.1, polars 2.1.0, DuckDB
  /// 2.0.0 and fastparquet 2026.9.0, all of which found the values above, and pyarrow the bounds of `bounds()` below,
  /// instants in UTC, and one missing value a column but for `total`, three, and `time_s`, none.
  @Test func bytesAreThoseThatOtherProgramsRead() throws {
    let options = ParquetOptions(codec: .none)
    #expect(try Parquet.encode(golden(), name: "swings", options: options) == bytes(base64: Self.goldenFile))
  }

  /// By parquet.thrift: little-endian, texts without their length, a least zero with its sign and a largest one without.
  @Test func bounds() {
    func bounds(_ values: ColumnValues) -> [[UInt8]]? {
      var buffer = ColumnBuffer(column("a", values).description)
      buffer.append(values, rows: 0..<values.count)
      return buffer.values.bounds(among: nil).map { [$0.least, $0.largest] }
    }
    #expect(bounds(.boolean([true, nil, false])) == [[0], [1]])
    #expect(bounds(.boolean([true, nil])) == [[1], [1]])
    #expect(bounds(.int32([7, -2, nil])) == [[0xFE, 0xFF, 0xFF, 0xFF], [7, 0, 0, 0]])
    #expect(bounds(.int32([.min, 0])) == [[0, 0, 0, 0x80], [0, 0, 0, 0]])
    #expect(bounds(.int64([nil, nil])) == nil)
    #expect(bounds(.float32([0, .nan, -1.5])) == [[0, 0, 0xC0, 0xBF], [0, 0, 0, 0]])
    #expect(bounds(.float32([-0.0])) == [[0, 0, 0, 0x80], [0, 0, 0, 0]])
    #expect(bounds(.float64([0, 1])) == [[0, 0, 0, 0, 0, 0, 0, 0x80], [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]])
    #expect(
      bounds(.timestamp([Timestamp(microseconds: 258)])) == [[2, 1, 0, 0, 0, 0, 0, 0], [2, 1, 0, 0, 0, 0, 0, 0]])
    // By bytes: U+FF5E comes before U+1F600 in UTF-8, and after it in UTF-16.
    #expect(bounds(.string(["\u{1F600}", "\u{FF5E}", nil])) == [Array("\u{FF5E}".utf8), Array("\u{1F600}".utf8)])
    #expect(bounds(.string(["b", "ab", "", "abc"])) == [[], Array("b".utf8)])
    let long = String(repeating: "x", count: 65)
    #expect(bounds(.string(["a", long])) == nil)
    #expect(bounds(.string(["a", String(long.dropLast())])) == [Array("a".utf8), Array(long.utf8.dropLast())])
  }

  /// The types, numbers of values and encodings of a column's pages, by walking over them.
  private func pages(_ values: ColumnValues, codec: ParquetOptions.Codec = .none) throws -> [String] {
    let table = FeatureTable(columns: [column("a", values)])
    let bytes = try Parquet.encode(table, name: "t", options: ParquetOptions(codec: codec))
    let source = ParquetSource(bytes)
    let chunk = try #require(try FileMetadata(source.read(source.footer())).groups.first?.chunks.first)
    var cursor = ByteCursor(bytes, 4..<4 + chunk.compressedSize)
    var pages: [String] = []
    while cursor.count > 0 {
      let isFirstData = chunk.dataOffset == cursor.position
      var reader = ThriftReader(cursor)
      let header = try PageHeader(&reader)
      cursor = reader.cursor
      let body = try cursor.take(header.compressedSize)
      #expect(header.checksum == body.withUnsafeBytes(PageChecksum.of))
      let type = try #require(PageType(rawValue: header.type))
      let encoding = try #require(PageEncoding(rawValue: header.encoding))
      pages.append("\(type) \(header.valueCount) \(encoding)\(isFirstData ? " first" : "")")
      #expect(codec != .none || header.uncompressedSize < 1 << 20 + 4000)
    }
    #expect(try cursor.position == source.footer().lowerBound)
    return pages
  }

  @Test(arguments: ParquetOptions.Codec.allCases)
  func pagesHave20000Rows(codec: ParquetOptions.Codec) throws {
    let values = ColumnValues.float32((0..<50_001).map { $0 % 7 == 0 ? nil : Float($0) })
    #expect(try pages(values, codec: codec) == ["data 20000 plain first", "data 20000 plain", "data 10001 plain"])
  }

  /// 104 texts of 10,000 bytes and their lengths make up the most of 1 MiB; 105 do not.
  @Test func pagesOfTextsHaveAMebibyte() throws {
    let texts = ColumnValues.string(
      (0..<300).map { $0 == 50 ? nil : String(repeating: "\($0 % 10)", count: 9997) + "\($0 + 100)" })
    #expect(try pages(texts) == ["data 105 plain first", "data 104 plain", "data 91 plain"])
  }

  @Test func dictionariesEndWhereTheyGetLarge() throws {
    let texts = ColumnValues.string((0..<300).map { String(repeating: "a", count: 9997) + "\($0 / 2 + 100)" })
    #expect(
      try pages(texts) == ["dictionary 104 plain", "data 208 rleDictionary first", "data 92 plain"])
  }

  @Test func dictionariesAreForValuesThatRepeat() throws {
    let few = ["dictionary 3 plain", "data 1000 rleDictionary first"]
    #expect(try pages(.string((0..<1000).map { ["golf", "tennis", "rugby"][$0 % 3] })) == few)
    #expect(try pages(.int64((0..<1000).map { Int64($0 % 3) })) == few)
    #expect(try pages(.float64((0..<1000).map { Double($0 % 3) })) == few)
    #expect(try pages(.int64((0..<1000).map { Int64($0) })) == ["data 1000 plain first"])
    #expect(try pages(.string((0..<1000).map { "swing \($0)" })) == ["data 1000 plain first"])
    #expect(try pages(.boolean((0..<1000).map { $0 % 3 == 0 })) == ["data 1000 plain first"])
    #expect(try pages(.string([String?](repeating: nil, count: 1000))) == ["data 1000 plain first"])
    // Texts that are equal as Strings and of other bytes, and zeros of both signs, are not one value.
    #expect(try pages(.string((0..<1000).map { ["\u{E9}", "e\u{301}"][$0 % 2] })).first == "dictionary 2 plain")
    #expect(try pages(.float32((0..<1000).map { $0 % 2 == 0 ? 0 : -0.0 })).first == "dictionary 2 plain")
  }

  @Test func attributesAreJSONThatPandasShows() throws {
    let described = ColumnDescription(
      name: "rate", type: .float32, unit: "m/s", description: "Says \"é\".", formula: "a / b", source: "Smith 2020",
      range: .atLeast(0))
    let table = FeatureTable(columns: [
      .init(description: described, values: .float32([1])), column("hit", .boolean([true])),
    ])
    let bytes = try Parquet.encode(table, name: "swings")
    let source = ParquetSource(bytes)
    #expect(
      try FileMetadata(source.read(source.footer())).texts == [
        "PANDAS_ATTRS": #"{"columns":{"hit":{"description":"Holds hit.","name":"hit","type":"boolean"},"#
          + #""rate":{"description":"Says \"é\".","formula":"a / b","name":"rate","range":{"minimum":0},"#
          + #""source":"Smith 2020","type":"float32","unit":"m/s"}},"table":"swings","units":{"rate":"m/s"}}"#,
        "pandas": #"{"column_indexes":[],"columns":[{"field_name":"hit","name":"hit","numpy_type":"boolean","#
          + #""pandas_type":"bool"}],"creator":{"library":"swingpipe","version":"1.0.0"},"index_columns":[],"#
          + #""pandas_version":"1.0.0"}"#,
      ])
    #expect(
      TableAttributes.chunkMetadata(described).map { "\($0.key): \($0.value)" } == [
        "unit: m/s", "description: Says \"é\".",
      ])
  }

  @Test func columnsThatDoNotFitAreNamed() throws {
    let twice = [column("a", .int32([1])).description, column("a", .int64([1])).description]
    #expect(
      fault { _ = try ParquetWriter(table: "swings", columns: twice) { _ in } }
        == "swings: column \"a\": appears twice; expected names that differ")
    let writer = try ParquetWriter(table: "swings", columns: [column("a", .int32([])).description]) { _ in }
    #expect(
      fault { try writer.append(FeatureTable(columns: [column("b", .int32([1]))])) }
        == "swings: column \"b\": of type int32 cannot be appended; expected column \"a\" of type int32")
    #expect(
      fault { try writer.append(FeatureTable(columns: [column("a", .int64([1]))])) }?.contains("type int64") == true)
    let more = FeatureTable(columns: [column("a", .int32([1])), column("b", .int32([1]))])
    #expect(fault { try writer.append(more) } == "swings: cannot take rows of 2 columns; expected 1")
  }

  @Test func nothingComesAfterTheEnd() throws {
    let table = FeatureTable(columns: [column("a", .int32([1]))])
    var bytes: [UInt8] = []
    let writer = try ParquetWriter(table: "t", columns: table.schema) { bytes += $0 }
    try writer.append(table)
    try writer.close()
    let expected = "t: is written to its end and takes no more rows; expected them before"
    #expect(fault { try writer.append(table) } == expected)
    #expect(fault { try writer.close() } == expected)
    #expect(try bytes == Parquet.encode(table, name: "t"))
  }

  @Test func rowGroupsHaveNoMoreRowsThanAreRead() throws {
    #expect(ParquetOptions(rowsPerGroup: 0).rowsPerGroup == 1)
    #expect(ParquetOptions(rowsPerGroup: .max).rowsPerGroup == 1 << 26)
    var options = ParquetOptions(rowsPerGroup: 7)
    #expect(options.rowsPerGroup == 7)
    options.rowsPerGroup = -1
    #expect(options.rowsPerGroup == 1)
    options.rowsPerGroup = .max
    #expect(options.rowsPerGroup == 1 << 26)
  }

  private static let goldenFile = """
    UEFSMRUAFQ4VDhW6060sHBUGFQAVBhUGAAACAAAAAwUBFQAVHBUcFZmvlJUOHBUGFQAVBhUGAAACAAAAAwMHAAAA/v///xUAFQwVDBWpssWNBR
    wVBhUAFQYVBgAAAgAAAAMAFQAVHBUcFerpiRUcFQYVABUGFQYAAAIAAAADBQAAAAAAAMC/FQAVPBU8FcX3jhscFQYVABUGFQYAAAIAAAADBwAA
    AAAAAACAAAAAAAAAAAAAAAAAAAAAABUAFSwVLBX2zOq4BxwVBhUAFQYVBgAAAgAAAAMFBAAAAGdvbGYEAAAAZ29sZhUAFSwVLBW4hdGGAxwVBh
    UAFQYVBgAAAgAAAAMFAQDO7rVABgD//////////xUEGYxIBnNjaGVtYRUOABUAJQIYA2hpdAAVAiUCGAVjb3VudAAVBCUCGAV0b3RhbAAVCCUC
    GAZwZWFrX2cAFQolAhgGdGltZV9zABUMJQIYBXNwb3J0JQBMHAAAABUEJQIYAmF0JRRMjBEcLAAAAAAAFgYZHBl8JgAcFQAZJQAGGRgDaGl0FQ
    AWBhY6FjoZHBgLZGVzY3JpcHRpb24YCkhvbGRzIGhpdC4AFgg8NgIoAQEYAQAREQAZHBUAFQAVAgAAACYAHBUCGSUABhkYBWNvdW50FQAWBhZK
    FkoZHBgLZGVzY3JpcHRpb24YDEhvbGRzIGNvdW50LgAWQjw2AigEBwAAABgE/v///xERABkcFQAVABUCAAAAJgAcFQQZJQAGGRgFdG90YWwVAB
    YGFjoWOhkcGAtkZXNjcmlwdGlvbhgMSG9sZHMgdG90YWwuABaMATw2BgAZHBUAFQAVAgAAACYAHBUIGSUABhkYBnBlYWtfZxUAFgYWSBZIGSwY
    BHVuaXQYAWcAGAtkZXNjcmlwdGlvbhgNSG9sZHMgcGVha19nLgAWxgE8NgIoBAAAAAAYBAAAwL8REQAZHBUAFQAVAgAAACYAHBUKGSUABhkYBn
    RpbWVfcxUAFgYWaBZoGSwYBHVuaXQYAXMAGAtkZXNjcmlwdGlvbhgNSG9sZHMgdGltZV9zLgAWjgI8NgAoCAAAAAAAAAAAGAgAAAAAAAAAgBER
    ABkcFQAVABUCAAAAJgAcFQwZJQAGGRgFc3BvcnQVABYGFloWWhkcGAtkZXNjcmlwdGlvbhgMSG9sZHMgc3BvcnQuABb2Ajw2AigEZ29sZhgEZ2
    9sZhERABkcFQAVABUCAAAAJgAcFQQZJQAGGRgCYXQVABYGFloWWhkcGAtkZXNjcmlwdGlvbhgJSG9sZHMgYXQuABbQAzw2AigIAQDO7rVABgAY
    CP//////////EREAGRwVABUAFQIAAAAWogQWBiYIFqIEABksGAxQQU5EQVNfQVRUUlMYvQR7ImNvbHVtbnMiOnsiYXQiOnsiZGVzY3JpcHRpb2
    4iOiJIb2xkcyBhdC4iLCJuYW1lIjoiYXQiLCJ0eXBlIjoidGltZXN0YW1wIn0sImNvdW50Ijp7ImRlc2NyaXB0aW9uIjoiSG9sZHMgY291bnQu
    IiwibmFtZSI6ImNvdW50IiwidHlwZSI6ImludDMyIn0sImhpdCI6eyJkZXNjcmlwdGlvbiI6IkhvbGRzIGhpdC4iLCJuYW1lIjoiaGl0IiwidH
    lwZSI6ImJvb2xlYW4ifSwicGVha19nIjp7ImRlc2NyaXB0aW9uIjoiSG9sZHMgcGVha19nLiIsIm5hbWUiOiJwZWFrX2ciLCJ0eXBlIjoiZmxv
    YXQzMiIsInVuaXQiOiJnIn0sInNwb3J0Ijp7ImRlc2NyaXB0aW9uIjoiSG9sZHMgc3BvcnQuIiwibmFtZSI6InNwb3J0IiwidHlwZSI6InN0cm
    luZyJ9LCJ0aW1lX3MiOnsiZGVzY3JpcHRpb24iOiJIb2xkcyB0aW1lX3MuIiwibmFtZSI6InRpbWVfcyIsInR5cGUiOiJmbG9hdDY0IiwidW5p
    dCI6InMifSwidG90YWwiOnsiZGVzY3JpcHRpb24iOiJIb2xkcyB0b3RhbC4iLCJuYW1lIjoidG90YWwiLCJ0eXBlIjoiaW50NjQifX0sInRhYm
    xlIjoic3dpbmdzIiwidW5pdHMiOnsicGVha19nIjoiZyIsInRpbWVfcyI6InMifX0AGAZwYW5kYXMY6AN7ImNvbHVtbl9pbmRleGVzIjpbXSwi
    Y29sdW1ucyI6W3siZmllbGRfbmFtZSI6ImhpdCIsIm5hbWUiOiJoaXQiLCJudW1weV90eXBlIjoiYm9vbGVhbiIsInBhbmRhc190eXBlIjoiYm
    9vbCJ9LHsiZmllbGRfbmFtZSI6ImNvdW50IiwibmFtZSI6ImNvdW50IiwibnVtcHlfdHlwZSI6IkludDMyIiwicGFuZGFzX3R5cGUiOiJpbnQz
    MiJ9LHsiZmllbGRfbmFtZSI6InRvdGFsIiwibmFtZSI6InRvdGFsIiwibnVtcHlfdHlwZSI6IkludDY0IiwicGFuZGFzX3R5cGUiOiJpbnQ2NC
    J9LHsiZmllbGRfbmFtZSI6ImF0IiwibWV0YWRhdGEiOnsidGltZXpvbmUiOiJVVEMifSwibmFtZSI6ImF0IiwibnVtcHlfdHlwZSI6ImRhdGV0
    aW1lNjRbdXNdIiwicGFuZGFzX3R5cGUiOiJkYXRldGltZXR6In1dLCJjcmVhdG9yIjp7ImxpYnJhcnkiOiJzd2luZ3BpcGUiLCJ2ZXJzaW9uIj
    oiMS4wLjAifSwiaW5kZXhfY29sdW1ucyI6W10sInBhbmRhc192ZXJzaW9uIjoiMS4wLjAifQAYIXN3aW5ncGlwZSB2ZXJzaW9uIDEuMC4wIChi
    dWlsZCAwKRl8HAAAHAAAHAAAHAAAHAAAHAAAHAAAAGsHAABQQVIx
    """
}
