import Foundation
import SPBasics
import SPTables
import Testing

struct FirstRowsTests {
  private func withFile(_ text: String, named name: String = "t.csv", _ work: (String) throws -> Void) throws {
    let root = NSTemporaryDirectory() + "first-rows-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try WholeFile.write(Array(text.utf8), to: root + "/" + name)
    try work(root + "/" + name)
  }

  /// Whatever the spelling, the first rows are those of the whole table.
  @Test(arguments: [
    "a,b\n1,2\n3,4\n5,6\n", "a,b\r\n1,2\r\n3,4\r\n5,6", "a,b\n\n1,2\n\n\n3,4\n\"5\n\n\",6\n\n", "a\n\n1\n\n3\n",
    "\u{FEFF}\"a\n\",b\n\"x\"\"\n,\",2\n3,\"\"\n,\n", "a,b\n5\" long,it's \"1\"\n3,4\n5,6\n", "a,b\n", "a,b",
  ]) func areThoseOfTheWhole(text: String) throws {
    try withFile(text) { path in
      let whole = try TableFile.read(path)
      #expect(try TableFile.read(path, columns: []).rowCount == whole.rowCount)
      for rows in Array(0...whole.rowCount + 1) + [.max] {
        let found = try TableFile.read(path, rows: rows)
        #expect(found.rowCount == min(rows, whole.rowCount))
        #expect(found.totalRowCount == (rows < whole.rowCount ? nil : whole.rowCount))
        for name in whole.columnNames {
          #expect(try found.strings(name) == Array(whole.strings(name).prefix(rows)))
        }
      }
    }
  }

  /// Records that lie across the blocks in which a file is read.
  @Test func goAcrossBlocks() throws {
    let rows = (0..<20_000).map { "\($0),\"a\nb\"" }
    try withFile("n,t\n" + rows.joined(separator: "\n") + "\n") { path in
      let found = try TableFile.read(path, columns: ["n"], rows: 15_000)
      #expect(try found.strings("n").last == "14999")
      #expect(found.totalRowCount == nil)
      #expect(try TableFile.read(path, columns: []).rowCount == 20_000)
    }
  }

  /// A quote of two signs, and a line end of two, in every place around the end of a block.
  @Test(arguments: 65_515..<65_540) func blocksMayEndAnywhere(length: Int) throws {
    let text = String(repeating: "x", count: length)
    try withFile("n,t\r\n1,\"\(text)\"\"\"\r\n2,y\r\n") { path in
      let texts = try TableFile.read(path).strings("t")
      #expect(texts == [text + "\"", "y"])
    }
  }

  /// A fault after the rows that were asked for is not come to, so neither is the rest of a large file.
  @Test func nothingMoreIsLookedAt() throws {
    try withFile("a,b\n1,2\n3,4\n5\n") { path in
      let first = try TableFile.read(path, rows: 2)
      #expect(first.rowCount == 2)
      #expect(throws: TableError(path: path, line: 4, "has 1 field; expected 2, as in the header")) {
        try TableFile.read(path, rows: 3)
      }
    }
  }

  @Test(arguments: [("swings/x.csv", true), ("merged/swings.csv", true), ("merged/other.csv", false)])
  func tablesOfAnOutputFolderAreDescribed(name: String, isKnown: Bool) throws {
    try withFile("label\nhit\n", named: name) { path in
      #expect(DataDictionary.forTable(at: path) == nil)
      let folder = String(path.dropLast(name.count))
      let column = ColumnDescription(name: "label", type: .string, unit: nil, description: "What it is.")
      let dictionary = DataDictionary(table: "swings", columns: [column])
      try WholeFile.write([UInt8](JSONEncoder().encode(["tables": [dictionary]])), to: folder + "_meta/schema.json")
      #expect(DataDictionary.forTable(at: path) == (isKnown ? dictionary : nil))
    }
  }
}
