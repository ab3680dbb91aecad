import Foundation
import SPBasics
import Testing

@testable import SPTables

/// Joining Parquet tables.
final class ParquetMergeTests {
  let folder = NSTemporaryDirectory() + "tables-tests-" + UUID().uuidString
  var joined: String { folder + "/joined.parquet" }

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Rows of which every fifth has no name, and every seventh no number.
  private static func table(_ rows: Range<Int>) -> FeatureTable {
    FeatureTable(columns: [
      column("number", .float64(rows.map { $0 % 7 == 0 ? nil : Double($0) / 3 }), unit: "s"),
      column("name", .string(rows.map { $0 % 5 == 0 ? nil : "n\($0 % 40)" })),
    ])
  }

  private func add(
    _ table: FeatureTable, _ name: String, _ options: ParquetOptions = ParquetOptions()
  ) throws -> TableMerge.Part {
    let bytes = try Parquet.encode(table, name: "swings", options: options)
    try WholeFile.write(bytes, to: "\(folder)/\(name).parquet")
    return TableMerge.Part(path: "\(folder)/\(name).parquet", hash: ContentHash(bytes))
  }

  private func join(_ parts: [TableMerge.Part]) throws {
    try WholeFile.write([TableMerge.join(parts, name: "swings", as: .parquet, into: joined)])
  }

  @Test(arguments: ParquetOptions.Codec.allCases)
  func makesTheTableOfAllRowsCompressedAsThePartsAre(codec: ParquetOptions.Codec) throws {
    let bounds = [0, 0, 3, 200, 200, 4_000]
    let parts = try zip(bounds, bounds.dropFirst()).enumerated().map {
      try add(Self.table($1.0..<$1.1), "\($0)", ParquetOptions(codec: codec))
    }
    try join(parts)
    let whole = try Parquet.encode(Self.table(0..<4_000), name: "swings", options: ParquetOptions(codec: codec))
    #expect(try WholeFile.read(joined) == whole)
    #expect(try ParquetFile(joined).codecForRewriting == codec)
  }

  /// Row groups of the joined table end where they would if its rows came at once: within those of its parts, with them,
  /// and after several.
  @Test(arguments: [30, 50, 70, 1_000])
  func rowGroupsOfPartsAndOfTheJoinedTableAreTheirOwn(rowsPerGroup: Int) throws {
    let bounds = [0, 120, 150, 151, 400]
    let parts = try zip(bounds, bounds.dropFirst()).enumerated().map {
      try add(Self.table($1.0..<$1.1), "\($0)", ParquetOptions(codec: .gzip, rowsPerGroup: 50))
    }
    #expect(try ParquetFile(parts[0].path).rowGroupSizes == [50, 50, 20])
    let file = try PendingFile(for: joined)
    try Parquet.join(parts, name: "swings", into: file, options: ParquetOptions(rowsPerGroup: rowsPerGroup))
    try file.commit()
    let options = ParquetOptions(codec: .gzip, rowsPerGroup: rowsPerGroup)
    #expect(try WholeFile.read(joined) == Parquet.encode(Self.table(0..<400), name: "swings", options: options))
  }

  @Test func joinsTablesWithoutRows() throws {
    try join([add(Self.table(0..<0), "1"), add(Self.table(0..<0), "2")])
    let file = try ParquetFile(joined)
    #expect(file.rowCount == 0)
    #expect(file.columns == Self.table(0..<0).schema)
  }

  @Test func saysWhichPartCannotBeJoinedAndLeavesTheOlderTable() throws {
    let first = try add(Self.table(0..<9), "1")
    try join([first])
    let older = try WholeFile.read(joined)

    let other = try add(FeatureTable(columns: [column("number", .float64([1]), unit: "ms")]), "2")
    let differ = #expect(throws: TableMerge.ColumnsDiffer.self) { try join([first, other]) }
    #expect(differ?.path == other.path && differ?.first == first.path)

    let replaced = TableMerge.Part(path: first.path, hash: other.hash)
    #expect(throws: TableMerge.Replaced.self) { try join([replaced]) }

    let cut = TableMerge.Part(path: folder + "/cut.parquet")
    try WholeFile.write(Array(older.dropLast(9)), to: cut.path)
    #expect(fault { try join([first, cut]) }?.hasPrefix(cut.path) == true)
    #expect(try WholeFile.read(joined) == older)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
        "1.parquet", "2.parquet", "cut.parquet", "joined.parquet",
      ])
  }
}
