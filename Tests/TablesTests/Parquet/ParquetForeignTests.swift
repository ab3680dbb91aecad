import Foundation
import SPBasics
import Testing

@testable import SPTables

/// Tables of other programs, whose values are written out here as those programs were given them.
struct ParquetForeignTests {
  private func expected() -> FeatureTable {
    func values<Value>(missing: Set<Int> = [], _ value: (Int) -> Value) -> [Value?] {
      (0..<12).map { missing.contains($0) ? nil : value($0) }
    }
    return FeatureTable(columns: [
      column("count", .int32(values(missing: [3]) { Int32($0 * $0 - 20) })),
      column("row", .int64(values { 10_000_000_000 + Int64($0) })),
      column("peak_g", .float32(values(missing: [0, 11]) { Float($0) / 4 - 1 })),
      // NaN in the fifth row.
      column("time_s", .float64(values(missing: [5]) { Double($0) * 0.1 })),
      column("is_hit", .boolean(values(missing: [1, 2]) { $0 % 3 == 0 })),
      column("name", .string(values(missing: [4, 5, 6]) { ["Ann", "Zoë", ""][$0 % 3] })),
      column(
        "at", .timestamp(values(missing: [3]) { Timestamp(microseconds: (1_700_000_000_000 + Int64($0)) * 1000) })),
    ])
  }

  @Test(arguments: [
    (ForeignParquet.snappy, [12]), (ForeignParquet.version2, [12]), (ForeignParquet.gzip, [5, 5, 2]),
    (ForeignParquet.differences, [12]),
  ])
  func otherProgramsTablesAreRead(_ text: String, groups: [Int]) throws {
    let file = try ParquetFile(bytes(base64: text), path: "t.parquet")
    #expect(file.rowCount == 12)
    #expect(file.rowGroupSizes == groups)
    #expect(file.table == nil)
    let parts = try groups.indices.map { try file.read(rowGroup: $0) }
    for (index, column) in expected().columns.enumerated() {
      #expect(file.columns[index].name == column.description.name)
      #expect(file.columns[index].unit == nil)
      let found = ColumnValues(joining: parts.map { $0.columns[index].values }, of: column.values.type)
      #expect(found == column.values, "\(column.description.name)")
    }
  }

  @Test func typesThatTablesHaveNotAreOnlyFaultsWhereAskedFor() throws {
    let bytes = bytes(base64: ForeignParquet.nested)
    let file = try ParquetFile(bytes, path: "t.parquet")
    #expect(
      file.columnNames == ["id", "list", "pair", "price", "day", "big", "small", "wide", "hour", "inf", "last"])
    #expect(file.columns.map(\.name) == ["id", "day", "big", "small", "wide", "inf", "last"])
    // Behind columns of several leaves.
    let found = try file.read(rowGroup: 0, columns: ["id", "day", "small", "wide", "last"])
    #expect(
      found.columns.map(\.values) == [
        .int64([1, 2]), .string(["1970-01-01", "2024-10-04"]), .int32([1, 200]), .int64([1, 4_000_000_000]),
        .string(["x", "y"]),
      ])
    let expected = "expected truth values, numbers, texts or instants: leave it out, or write it as one of these"
    for (name, what) in [
      ("list", "nested values"), ("pair", "nested values"), ("price", "decimals"),
      ("hour", "times of day"),
    ] {
      let message = fault { _ = try Parquet.decode(bytes, path: "t.parquet", columns: [name]) }
      #expect(message == "t.parquet: column \"\(name)\": holds \(what); \(expected)")
    }
    #expect(fault { _ = try file.read(rowGroup: 0) }?.contains("column \"list\"") == true)
  }

  @Test func theirSchemaIsTold() throws {
    let path = NSTemporaryDirectory() + "foreign-\(UUID().uuidString).parquet"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try WholeFile.write(bytes(base64: ForeignParquet.nested), to: path)
    let schema = try TableSchema(of: [path], columns: ["price", "last", "list"])
    #expect(schema.columns.map(\.type) == ["decimals", "string", "nested values"])
    #expect(schema.rows == 2)
  }

  @Test func valuesThatTablesCannotHoldAreNamed() throws {
    let file = try ParquetFile(bytes(base64: ForeignParquet.nested), path: "t.parquet")
    #expect(
      fault { _ = try file.read(rowGroup: 0, columns: ["big"]) } == """
        t.parquet:2: column "big": holds a number above 9223372036854775807; \
        expected one that fits into a signed 64-bit integer
        """)
    #expect(
      fault { _ = try file.read(rowGroup: 0, columns: ["inf"]) } == """
        t.parquet:2: column "inf": holds an infinite number; expected finite ones, or nothing for a missing one
        """)
  }

  @Test func formsThatAreNotReadAreNamed() throws {
    let old = bytes(base64: ForeignParquet.int96)
    #expect(try rows(old, columns: ["id"]).first?["id"]?.values == .int64([1, 2]))
    #expect(fault { _ = try rows(old) }?.contains("column \"old\": holds INT96 instants") == true)
    #expect(
      fault { _ = try rows(bytes(base64: ForeignParquet.brotli)) }
        == "t.parquet: column \"id\": is compressed with codec brotli; expected zstd, snappy, gzip or none")
  }
}
