import Foundation
import SPBasics
import SPTables
import Testing

final class TableRowsTests {
  let folder = NSTemporaryDirectory() + "table-rows-tests-" + UUID().uuidString
  private let columns: [ColumnDefinition<Int>] = [
    .double("time_s", unit: "s", "") { Double($0) / 10 }, .count("index", "") { $0 == 7 ? nil : $0 },
    .string("name", "") { $0.isMultiple(of: 3) ? nil : "row \($0)" },
  ]

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test("A table that is written block by block has the bytes of the whole one", arguments: TableFormat.allCases)
  func sameBytes(format: TableFormat) throws {
    // The last is so long that its rows wait in a file of their own.
    for count in [0, 1, 1024, 5000, 40_000] {
      let rows = TableRows(rowCount: count, columns: columns) { Array($0) }
      let table = FeatureTable(rows: Array(0..<count), columns: columns)
      #expect(rows.held == nil && rows.rowCount == count && rows.schema == table.schema)
      #expect(try rows.table() == table)
      let path = folder + "/\(count)." + format.fileExtension
      try WholeFile.write([rows.file(at: path, as: format, name: "rows")])
      #expect(try WholeFile.read(path) == table.encoded(as: format, name: "rows"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 5, "nothing else is left there")
  }

  @Test("Rows that cannot be made leave no file")
  func failure() throws {
    struct Lost: Error {}
    let rows = TableRows(rowCount: 3000, columns: columns) { range in
      guard range.lowerBound < 2000 else { throw Lost() }
      return Array(range)
    }
    #expect(throws: Lost.self) { try rows.file(at: self.folder + "/table.parquet", as: .parquet, name: "rows") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }
}
