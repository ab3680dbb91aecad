import Foundation
import SPBasics
import SPTables
import Testing

private func table(_ text: String, columns: Set<String>? = nil) throws -> StoredTable {
  try CSV.decode(Array(text.utf8), path: "t.csv", columns: columns)
}

private func message(_ work: () throws -> Void) -> String? {
  do {
    try work()
    return nil
  } catch {
    return "\(error)"
  }
}

struct CSVReadingTests {
  @Test func readsColumnsByName() throws {
    let found = try table("name,time_s\nfirst,1.5\nsecond,-2e3\n")
    #expect(found.columnNames == ["name", "time_s"])
    #expect(found.rowCount == 2)
    #expect(try found.strings("name") == ["first", "second"])
    #expect(try found.doubles("time_s") == [1.5, -2000])
    #expect(found.hasColumn("name"))
    #expect(!found.hasColumn("Name"))
  }

  @Test func tellsMissingFromEmptyText() throws {
    let found = try table("a,b,c\n,\"\",x\nx,,\n")
    #expect(try found.strings("a") == [nil, "x"])
    #expect(try found.strings("b") == ["", nil])
    #expect(try found.strings("c") == ["x", nil])
  }

  /// Fields and what they hold, by RFC 4180, section 2, rules 4 to 7.
  @Test(arguments: [
    ("\"a,b\"", "a,b"), ("\"say \"\"hit\"\"\"", "say \"hit\""), ("\"\"\"\"", "\""), ("\"a\nb\"", "a\nb"),
    ("\"a\r\nb\"", "a\r\nb"), (" kept ", " kept "), ("手首 °/s", "手首 °/s"), ("it's 5\" long", "it's 5\" long"),
    ("\"a\"\"\u{301}b\"", "a\"\u{301}b"),
  ])
  func takesQuotesOff(_ field: String, _ text: String) throws {
    for found in [try table("a,b\n\(field),1\n"), try table("b,a\n1,\(field)\n"), try table("b,a\r\n1,\(field)")] {
      #expect(try found.strings("a").map { $0.map { Array($0.utf8) } } == [Array(text.utf8)])
      #expect(try found.strings("b") == ["1"])
    }
  }

  @Test(arguments: ["a,b\n1,2\n3,\n", "a,b\r\n1,2\r\n3,\r\n", "a,b\n1,2\n3,", "\u{FEFF}a,b\n\n1,2\n\r\n3,\n\n"])
  func takesLinesAsOthersEndThem(_ text: String) throws {
    let found = try table(text)
    #expect(try found.doubles("a") == [1, 3])
    #expect(try found.doubles("b") == [2, nil])
  }

  @Test func readsWhatIsWritten() throws {
    let texts: [String?] = ["plain", nil, "", "a,\"b\"\r\nc", " ", "ü"]
    let columns: [ColumnDefinition<String?>] = [
      .string("text, \"any\"", "") { $0 }, .double("time_s", unit: "s", "") { $0.map { Double($0.utf8.count) + 0.1 } },
      .boolean("there", "") { $0 != nil },
    ]
    let written = FeatureTable(rows: texts, columns: columns)
    let found = try CSV.decode(CSV.encode(written), path: "t.csv")
    #expect(try found.strings("text, \"any\"") == texts)
    #expect(try found.doubles("time_s") == [5.1, nil, 0.1, 8.1, 1.1, 2.1])
    #expect(try found.strings("there") == ["true", "false", "true", "true", "true", "true"])
    let one = FeatureTable(rows: texts, columns: [columns[0]])
    #expect(try CSV.decode(CSV.encode(one), path: "t.csv").strings("text, \"any\"") == texts)
  }

  @Test func keepsOnlyTheColumnsAskedFor() throws {
    let found = try table("a,b\n1,\"x\ny\"\n2,\n", columns: ["a", "c"])
    #expect(found.columnNames == ["a", "b"])
    #expect(try found.doubles("a") == [1, 2])
    #expect(found.rowCount == 2)
  }

  @Test func aTableWithoutRowsIsOne() throws {
    let found = try table("a,b\n")
    #expect(found.rowCount == 0)
    #expect(try found.doubles("b") == [])
  }

  // MARK: Faults

  @Test(arguments: [
    ("", "t.csv: is empty; expected a line with the names of the columns"),
    ("a,b\n1,2\n3\n", "t.csv:3: has 1 field; expected 2, as in the header"),
    ("a,b\n\"x\n\",2\n3,4,5\n", "t.csv:4: has 3 fields; expected 2, as in the header"),
    ("a,b\n1,2\n\"x,4\n5,6\n", "t.csv:3: has a quote that is never closed"),
    ("a,b\n\"x\"y,2\n", "t.csv:2: has text after a quoted field; expected a comma or the end of the line"),
    ("a,b,a\n1,2,3\n", "t.csv:1: column \"a\": appears twice; expected names that differ"),
    ("a,b\r1,2\r", "t.csv:1: has a CR without an LF; expected lines that end in LF or CR LF"),
    ("a,b\n1,\"x\"\r3,4\n", "t.csv:2: has a CR without an LF; expected lines that end in LF or CR LF"),
    ("a;b\n1;2\n", "t.csv:1: has semicolons between its names; expected commas"),
    ("a\tb\n1\t2\n", "t.csv:1: has tabs between its names; expected commas"),
  ])
  func namesTheLineOfAFault(_ text: String, _ expected: String) {
    #expect(message { _ = try table(text) } == expected)
  }

  @Test func refusesBytesThatAreNoText() {
    let bytes = Array("a,b\n1,".utf8) + [0xC3, 0x28, 0x0A]
    #expect(message { _ = try CSV.decode(bytes, path: "t.csv") } == "t.csv:2: has text that is not UTF-8")
  }

  @Test(arguments: ["hit", " 1", "1,5", "0x", "inf", "1e999"])
  func namesTheLineOfAValueThatIsNoNumber(_ text: String) throws {
    // Behind a field of two lines and an empty line.
    let found = try table("a,b\n1,\"x\ny\"\n\n\"\(text)\",3\n")
    #expect(
      message { _ = try found.doubles("a") }
        == "t.csv:5: column \"a\": found \"\(text)\"; expected a number, or nothing for a missing one")
  }

  @Test(arguments: ["nan", "NaN"]) func takesNaNAsMissing(_ text: String) throws {
    #expect(try table("a\n\(text)\n1\n").doubles("a") == [nil, 1])
  }

  @Test func namesAColumnThatIsNotThere() throws {
    let narrow = try table("a,b\n1,2\n")
    #expect(message { _ = try narrow.doubles("c") } == "t.csv: has no column \"c\"; it has \"a\", \"b\"")
    let wide = try table((1...11).map { "c\($0)" }.joined(separator: ",") + "\n")
    #expect(message { _ = try wide.strings("c") }?.hasSuffix("\"c7\", \"c8\" and 3 more") == true)
  }

  // MARK: Files

  @Test func readsAFileByItsExtension() throws {
    let folder = NSTemporaryDirectory() + "tables-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["a.csv", "b.CSV", "c.txt", "csv"] {
      try Data("a\n1\n".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    #expect(try TableFile.read(folder + "/a.csv").doubles("a") == [1])
    #expect(try TableFile.read(folder + "/b.CSV").path == folder + "/b.CSV")
    for name in ["c.txt", "csv"] {
      #expect(
        message { _ = try TableFile.read(folder + "/" + name) }
          == "\(folder)/\(name): is not a table by its name; expected a name that ends in .csv, .h5, .parquet")
    }
    #expect(throws: FileError(path: folder + "/gone.csv", operation: "open", code: ENOENT)) {
      try TableFile.read(folder + "/gone.csv")
    }
  }
}
