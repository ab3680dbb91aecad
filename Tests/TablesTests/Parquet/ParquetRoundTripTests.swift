import Foundation
import SPBasics
import Testing

@testable import SPTables

struct ParquetRoundTripTests {
  /// Every type, with values at the ends of what it holds and missing ones by `isMissing`.
  private func table(_ rowCount: Int, missing isMissing: (Int) -> Bool) -> FeatureTable {
    func values<Value>(_ value: (Int) -> Value) -> [Value?] { (0..<rowCount).map { isMissing($0) ? nil : value($0) } }
    let texts = ["", "a", "é", "e\u{301}", "手首", "a\0b", String(repeating: "long ", count: 30)]
    let numbers: [Double] = [0, -0.0, .pi, -.greatestFiniteMagnitude, .leastNonzeroMagnitude]
    let integers: [Int64] = [.min, .max, 0, -1, 1]
    return FeatureTable(columns: [
      column("flag", .boolean(values { $0 % 3 == 0 })),
      column("count", .int32(values { [Int32.min, .max, 0, -1, 1][$0 % 5] })),
      column("total", .int64(values { integers[$0 % 5] })),
      column("row", .int64(values { Int64($0) })),
      column("peak_g", .float32(values { Float($0) / 7 - 3 }), unit: "g"),
      column("time_s", .float64(values { numbers[$0 % 5] }), unit: "s"),
      column("name", .string(values { texts[$0 % 7] })),
      column("id", .string(values { "swing \($0)" })),
      column("at", .timestamp(values { Timestamp(microseconds: integers[$0 % 5]) })),
    ])
  }

  /// Whether tables are the same to the last bit: as values, -0.0 equals 0.0, and so do texts of other code points.
  private func isSame(_ one: FeatureTable, _ other: FeatureTable) -> Bool {
    guard one.schema == other.schema, one.rowCount == other.rowCount else { return false }
    return zip(one.columns, other.columns).allSatisfy { one, other in
      (0..<one.values.count).allSatisfy {
        one.values.text(at: $0).map { Array($0.utf8) } == other.values.text(at: $0).map { Array($0.utf8) }
      }
    }
  }

  @Test(arguments: [1, 7, 8, 9, 1000], ParquetOptions.Codec.allCases)
  func everyTypeComesBack(rowCount: Int, codec: ParquetOptions.Codec) throws {
    let absences: [(Int) -> Bool] = [
      { _ in false }, { _ in true }, { $0 == 0 }, { $0 == rowCount - 1 }, { $0 % 2 == 0 }, { $0 % 11 != 3 },
      { $0 < rowCount / 2 }, { $0 >= rowCount / 2 },
    ]
    for isMissing in rowCount == 1000 ? Array(absences[4...5]) : absences {
      let table = table(rowCount, missing: isMissing)
      let found = try rows(Parquet.encode(table, name: "swings", options: ParquetOptions(codec: codec)))
      #expect(found.count == 1)
      #expect(try isSame(#require(found.first), table))
    }
  }

  @Test func aTableWithoutRowsKeepsItsColumns() throws {
    let table = table(0) { _ in false }
    let file = try ParquetFile(Parquet.encode(table, name: "swings"), path: "t.parquet")
    #expect(file.rowCount == 0)
    #expect(file.rowGroupSizes == [])
    #expect(file.columns == table.schema)
    #expect(file.table == "swings")
  }

  @Test func aTableWithoutColumnsIsATable() throws {
    let file = try ParquetFile(Parquet.encode(FeatureTable(columns: []), name: "none"), path: "t.parquet")
    #expect(file.rowCount == 0)
    #expect(file.columnNames == [])
  }

  @Test func pagesAndRowGroupsJoinUp() throws {
    let rowCount = 50_001
    let numbers = ColumnValues.float32((0..<rowCount).map { $0 % 19 == 4 ? nil : Float($0) })
    let names = ColumnValues.string((0..<rowCount).map { $0 % 23 == 7 ? nil : "recording \($0 / 60)" })
    let table = FeatureTable(columns: [column("peak_g", numbers), column("recording", names)])
    let found = try rows(Parquet.encode(table, name: "swings", options: ParquetOptions(rowsPerGroup: 45_000)))
    #expect(found.map(\.rowCount) == [45_000, 5_001])
    #expect(ColumnValues(joining: found.map { $0.columns[0].values }, of: .float32) == numbers)
    #expect(ColumnValues(joining: found.map { $0.columns[1].values }, of: .string) == names)
  }

  @Test func whatIsNoNumberIsMissing() throws {
    let table = FeatureTable(columns: [
      column("a", .float32([1, .nan, .infinity, -.infinity, nil])),
      column("b", .float64([.nan, -.infinity, 2, .signalingNaN, nil])),
    ])
    let bytes = try Parquet.encode(table, name: "t")
    // Not only to this reader, to which NaN is missing, too.
    #expect(try nullCounts(bytes) == [4, 4])
    let found = try #require(try rows(bytes).first)
    #expect(found["a"]?.values == .float32([1, nil, nil, nil, nil]))
    #expect(found["b"]?.values == .float64([nil, nil, 2, nil, nil]))
  }

  /// What the footer says of the number of missing values of each column of the first row group: by parquet.thrift, field
  /// 3 of `Statistics`, which is field 12 of `ColumnMetaData`, field 3 of `ColumnChunk`.
  private func nullCounts(_ bytes: [UInt8]) throws -> [Int] {
    let source = ParquetSource(bytes)
    var reader = ThriftReader(ByteCursor(try source.read(source.footer())))
    var counts: [Int] = []
    try reader.structure { reader, id, kind in
      guard id == 4 else { return try reader.skip(kind) }
      _ = try reader.list(kind) { reader, kind in
        try reader.structure(kind) { reader, id, kind in
          guard id == 1 else { return try reader.skip(kind) }
          _ = try reader.list(kind) { reader, kind in
            try reader.structure(kind) { reader, id, kind in
              guard id == 3 else { return try reader.skip(kind) }
              try reader.structure(kind) { reader, id, kind in
                guard id == 12 else { return try reader.skip(kind) }
                try reader.structure(kind) { reader, id, kind in
                  guard id == 3 else { return try reader.skip(kind) }
                  counts.append(try reader.count(kind))
                }
              }
            }
          }
        }
      }
    }
    return counts
  }

  @Test func descriptionsComeBack() throws {
    let description = ColumnDescription(
      name: "share", type: .float64, unit: "m/s²", description: "A \"share\", at most 1.", formula: "a / b",
      source: "Smith 2020", range: .between(0, 1))
    let names = ColumnDescription(
      name: "sport", type: .string, unit: nil, description: "", range: .oneOf(["golf", "Tischtennis ö"]))
    let table = FeatureTable(columns: [
      .init(description: description, values: .float64([0.5])), .init(description: names, values: .string([nil])),
    ])
    #expect(try rows(Parquet.encode(table, name: "t")).first?.schema == [description, names])
  }

  /// Row groups of 100 rows, and a second one that is cut off by its texts, are the same whatever comes at once.
  @Test func bytesDoNotDependOnHowRowsCameIn() throws {
    let table = table(1003) { $0 % 6 == 2 }
    let options = ParquetOptions(rowsPerGroup: 100)
    let whole = try Parquet.encode(table, name: "t", options: options)
    for sizes in [[1], [3, 200, 1], [99], [100], [101], [1003]] {
      var bytes: [UInt8] = []
      let writer = try ParquetWriter(table: "t", columns: table.schema, options: options) { bytes += $0 }
      var row = 0
      var step = 0
      while row < table.rowCount {
        let end = min(table.rowCount, row + sizes[step % sizes.count])
        try writer.append(slice(table, row..<end))
        row = end
        step += 1
      }
      try writer.close()
      #expect(bytes == whole, "\(sizes)")
    }
  }

  /// Rows of which most wait in a file, with row groups that end between and within what is moved there.
  @Test(arguments: [1000, 3000, 131_072]) func bytesDoNotDependOnWhereRowsWait(rowsPerGroup: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("waiting-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let table = table(7013) { $0 % 6 == 2 }
    let options = ParquetOptions(rowsPerGroup: rowsPerGroup)
    var bytes: [UInt8] = []
    let writer = try ParquetWriter(table: "t", columns: table.schema, options: options, waitingFolder: folder) {
      bytes += $0
    }
    for start in stride(from: 0, to: table.rowCount, by: 700) {
      try writer.append(slice(table, start..<min(table.rowCount, start + 700)))
    }
    try writer.close()
    #expect(try bytes == Parquet.encode(table, name: "t", options: options))
    let left = try? FileManager.default.contentsOfDirectory(atPath: folder)
    #expect((left ?? []) == [])
  }

  /// Texts of some MB, which stay in the file while they are encoded: few, many and hardly any that repeat, a dictionary
  /// that is full before the end, and texts that are longer than what is read at once.
  @Test(arguments: [7, 900, 20_000, 1 << 30]) func bytesDoNotDependOnWhereTextsWait(distinct: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("texts-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let texts = (0..<24_000).map { row -> String? in
      if row % 11 == 3 { return nil }
      if row == 5000 { return String(repeating: "long ü ", count: 120_000) }
      return "\(row * 7919 % distinct) " + String(repeating: "x", count: row * 31 % distinct % 100)
    }
    let bare = texts.map { $0.map { _ in "short" } }
    let table = FeatureTable(columns: [
      column("text", .string(texts)), column("bare", .string(bare)),
      column("row", .int32((0..<24_000).map { row -> Int32? in row })),
    ])
    let options = ParquetOptions(rowsPerGroup: 23_001)
    var bytes: [UInt8] = []
    let writer = try ParquetWriter(table: "t", columns: table.schema, options: options, waitingFolder: folder) {
      bytes += $0
    }
    for start in stride(from: 0, to: table.rowCount, by: 3000) {
      try writer.append(slice(table, start..<min(table.rowCount, start + 3000)))
    }
    try writer.close()
    #expect(try bytes == Parquet.encode(table, name: "t", options: options))
  }

  @Test func largeTextsCutRowGroupsShort() throws {
    let text = String(repeating: "x", count: 40 << 20)
    let texts = FeatureTable(columns: [column("a", .string([text, "b", text, "c", nil]))])
    var bytes: [UInt8] = []
    let writer = try ParquetWriter(table: "t", columns: texts.schema, options: ParquetOptions(codec: .zstd)) {
      bytes += $0
    }
    for rows in [0..<2, 2..<5] { try writer.append(slice(texts, rows)) }
    try writer.close()
    // The 64 MiB that are kept at most are reached by the third row.
    #expect(try ParquetFile(bytes, path: "t").rowGroupSizes == [3, 2])
    #expect(try bytes == Parquet.encode(texts, name: "t"))
  }

  @Test func tablesOnDiskAreReadByTheirExtension() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/tables-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let table = FeatureTable(columns: [
      column("time_s", .float64([1.5, nil])), column("name", .string(["a", nil])),
      column("hit", .boolean([true, nil])),
    ])
    let path = folder + "/swings.parquet"
    try Folder.create(folder)
    let output = try OutputFile(path)
    let writer = try ParquetWriter(output: output, table: "swings", columns: table.schema)
    try writer.append(table)
    try writer.close()
    try output.close()
    let found = try TableFile.read(path, columns: ["time_s", "hit", "other"])
    #expect(found.columnNames == ["time_s", "name", "hit"])
    #expect(found.rowCount == 2)
    #expect(try found.doubles("time_s") == [1.5, nil])
    #expect(try found.strings("hit") == ["true", nil])
    #expect(!found.isRead("name"))
    #expect(found.error(row: 1, column: "hit", "is odd").description == "\(path):2: column \"hit\": is odd")
    try WholeFile.write([1, 2, 3], to: path)
    #expect(fault { _ = try TableFile.read(path) }?.hasPrefix("\(path): is not a Parquet table; expected") == true)
  }

  private func slice(_ table: FeatureTable, _ rows: Range<Int>) -> FeatureTable {
    FeatureTable(
      columns: table.columns.map { column in
        let values: ColumnValues =
          switch column.values {
          case .boolean(let values): .boolean(Array(values[rows]))
          case .int32(let values): .int32(Array(values[rows]))
          case .int64(let values): .int64(Array(values[rows]))
          case .float32(let values): .float32(Array(values[rows]))
          case .float64(let values): .float64(Array(values[rows]))
          case .string(let values): .string(Array(values[rows]))
          case .timestamp(let values): .timestamp(Array(values[rows]))
          }
        return FeatureTable.Column(description: column.description, values: values)
      })
  }
}
