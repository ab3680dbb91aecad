import Foundation
import SPBasics
import SPTables
import Testing

/// A folder of tables, removed after the test.
final class TableMergeTests {
  let folder = NSTemporaryDirectory() + "tables-tests-" + UUID().uuidString
  var joined: String { folder + "/joined.csv" }

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func add(_ name: String, _ text: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func join(_ paths: [String], into destination: String) throws {
    try WholeFile.write([
      TableMerge.join(paths.map { TableMerge.Part(path: $0) }, name: "swings", as: .csv, into: destination)
    ])
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  @Test func putsAllRowsUnderOneHeaderInTheOrderGiven() throws {
    let tables = [
      try add("2.csv", "a,b\n1,\"x\ny\"\n2,\n"), try add("1.csv", "a,b\n3,z\n"), try add("3.csv", "a,b\n4,\"\"\n"),
    ]
    try join(tables, into: joined)
    #expect(try text(joined) == "a,b\n1,\"x\ny\"\n2,\n3,z\n4,\"\"\n")
    #expect(try names() == ["1.csv", "2.csv", "3.csv", "joined.csv"])
  }

  @Test func takesTablesWithoutRows() throws {
    let tables = [try add("1.csv", "a\n"), try add("2.csv", "a\n1\n"), try add("3.csv", "a\n")]
    try join(tables, into: joined)
    #expect(try text(joined) == "a\n1\n")
  }

  @Test func keepsRowsApartWhereALastLineBreakIsMissing() throws {
    let tables = [try add("1.csv", "a"), try add("2.csv", "a\n1"), try add("3.csv", "a\n2")]
    try join(tables, into: joined)
    #expect(try text(joined) == "a\n1\n2\n")
  }

  @Test func saysWhyATableCannotBeRead() throws {
    let error = #expect(throws: FileError.self) { try join([folder], into: joined) }
    #expect(error?.path == folder)
    #expect(error?.code == EISDIR)
  }

  @Test func replacesAnOlderJoinedTableThatMayBeOneOfThem() throws {
    let older = try add("joined.csv", "a\n1\n")
    try join([older, try add("2.csv", "a\n2\n")], into: joined)
    #expect(try text(joined) == "a\n1\n2\n")
  }

  @Test(arguments: ["b,a\n5,6\n", "a\n5\n", "a,b,c\n5,6,7\n", "a,b_s\n5,6\n", "a,bb\n5,6\n", ""])
  func refusesOtherColumnsAndLeavesTheOlderJoinedTable(_ other: String) throws {
    _ = try add("joined.csv", "older\n")
    let first = try add("1.csv", "a,b\n1,2\n")
    let second = try add("2.csv", other)
    let error = #expect(throws: TableMerge.ColumnsDiffer.self) { try join([first, second], into: joined) }
    #expect(error?.path == second)
    #expect(error?.first == first)
    #expect(error?.description.hasPrefix("\(second): cannot be joined") == true)
    #expect(error?.description.contains(first) == true)
    #expect(try text(joined) == "older\n")
    #expect(try names() == ["1.csv", "2.csv", "joined.csv"])
  }

  @Test func namesAMissingTableAndLeavesTheOlderJoinedTable() throws {
    _ = try add("joined.csv", "older\n")
    let missing = folder + "/missing.csv"
    let error = #expect(throws: FileError.self) {
      try join([try add("1.csv", "a\n1\n"), missing], into: joined)
    }
    #expect(error == FileError(path: missing, operation: "open", code: ENOENT))
    #expect(try text(joined) == "older\n")
    #expect(try names() == ["1.csv", "joined.csv"])
  }
}
