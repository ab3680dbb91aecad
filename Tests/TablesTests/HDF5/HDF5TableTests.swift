import Foundation
import SPBasics
import SPHDF5
import SPTables
import Testing

/// A row of values of all types.
struct HDF5Row {
  var flag: Bool?
  var count: Int?
  var id: Int?
  var peak: Double?
  var time: Double?
  var text: String?
  var instant: Timestamp?

  static let columns: [ColumnDefinition<HDF5Row>] = [
    .string("name", "Any text.", range: .oneOf(["hit", "miss"])) { $0.text },
    .boolean("is_hit", "Whether.") { $0.flag },
    .count("samples", "How many.") { $0.count }, .integer("id", unit: "1", "Which one.") { $0.id },
    .float("peak_g", unit: "g", "The largest.", formula: "max |a|", source: "Nobody (1900)") { $0.peak },
    .double("time_s", unit: "s", "When.", range: .between(0, 1e9)) { $0.time },
    .timestamp("start", "The instant.") { $0.instant },
  ]

  static func table(_ rows: [HDF5Row]) -> FeatureTable { FeatureTable(rows: rows, columns: columns) }

  /// Rows with missing values in all places: nil, empty and 0 side by side.
  static let mixed: [HDF5Row] = [
    HDF5Row(
      flag: true, count: 5, id: -7, peak: 0.1, time: 1.0 / 3, text: "手首 °/s",
      instant: .init(microseconds: 1_700_000_000_123_456)),
    HDF5Row(), HDF5Row(flag: false, count: 0, id: 0, peak: 0, time: 0, text: "", instant: .init(microseconds: 0)),
    HDF5Row(count: .init(Int32.max), id: .max, peak: -12.5, time: .leastNonzeroMagnitude, text: " a\tb\n "),
    HDF5Row(flag: true, peak: .init(Float.greatestFiniteMagnitude), instant: .init(microseconds: -1)),
  ]
}

/// The values of a table by column.
func values(_ table: FeatureTable) -> [String: ColumnValues] {
  Dictionary(uniqueKeysWithValues: table.columns.map { ($0.description.name, $0.values) })
}

/// All rows of the table that bytes hold.
func decoded(_ bytes: [UInt8]) throws -> FeatureTable {
  let reader = try HDF5TableReader(bytes, path: "t.h5")
  return try reader.read(rows: 0..<reader.rowCount)
}

func text(_ work: () throws -> Void) -> String? {
  do {
    try work()
    return nil
  } catch {
    return "\(error)"
  }
}

struct HDF5TableTests {
  @Test func givesBackValuesOfAllTypes() throws {
    let table = HDF5Row.table(HDF5Row.mixed)
    #expect(try decoded(HDF5Table.encode(table, name: "swings")) == table)
  }

  @Test(arguments: [[], [HDF5Row()], [HDF5Row(), HDF5Row()]])
  func givesBackTablesWithoutRowsOrValues(_ rows: [HDF5Row]) throws {
    let table = HDF5Row.table(rows)
    let reader = try HDF5TableReader(HDF5Table.encode(table, name: "swings"), path: "t.h5")
    #expect(reader.rowCount == rows.count)
    #expect(reader.schema == table.schema)
    #expect(try reader.read(rows: 0..<9) == table)
  }

  @Test func tellsMissingValuesFromTheNumbersThatStandForThem() throws {
    let least = Int(Int32.min)
    let rows: [(Int?, Int?, Timestamp?)] = [
      (least, .min, .init(microseconds: .min)), (nil, nil, nil), (least + 2, .min + 1, .init(microseconds: .min + 3)),
    ]
    let table = FeatureTable(
      rows: rows,
      columns: [
        .count("n", "", range: nil) { $0.0 }, .integer("id", "") { $0.1 }, .timestamp("start", "") { $0.2 },
      ])
    let bytes = try HDF5Table.encode(table, name: "x")
    #expect(try decoded(bytes) == table)
    let dataset = try File(image: bytes, named: "t.h5").openDataset("x")
    #expect(
      try dataset.attributes.strings("column_missing_values") == [
        "-2147483647", "-9223372036854775806", "-9223372036854775807",
      ])
  }

  @Test func tellsMissingValuesFromTheTextsThatStandForThem() throws {
    let texts: [String?] = ["nan", nil, "", "nan~", "nano", "nan~~~"]
    let table = FeatureTable(rows: texts, columns: [.string("text", "") { $0 }])
    let bytes = try HDF5Table.encode(table, name: "x")
    #expect(try decoded(bytes) == table)
    #expect(
      try File(image: bytes, named: "t.h5").openDataset("x").attributes.strings("column_missing_values") == ["nan~~"])
  }

  @Test func refusesAColumnWithoutRoomForMissingValues() {
    let rows = (0..<1024).map { Int64.min + $0 }
    let table = FeatureTable(rows: rows, columns: [.integer("id", "") { Int($0) }])
    #expect(
      text { _ = try HDF5Table.encode(table, name: "x") }
        == "x: column \"id\": holds each of the 1024 smallest numbers; expected one of them to be free for missing "
        + "values")
  }

  /// What is stored, as programs without knowledge of the attributes see it.
  @Test func storesPlainTypesAndMissingValues() throws {
    let bytes = try HDF5Table.encode(HDF5Row.table(HDF5Row.mixed), name: "swings")
    let dataset = try File(image: bytes, named: "t.h5").openDataset("swings")
    let members = try dataset.members()
    #expect(members.map(\.name) == HDF5Row.columns.map(\.description.name))
    #expect(
      members.map(\.type) == [
        .string(.fixed(byteCount: 11)), .int8, .int32, .int64, .float32, .float64, .int64,
      ])
    #expect(dataset.chunkShape == [5])
    let missing = try dataset.readRecords(1..<2, as: CompoundType(members))
    #expect(try missing.strings(0) == ["nan"])
    #expect(missing.numbers(1, as: Int8.self) == [-1])
    #expect(missing.numbers(2, as: Int32.self) == [.min])
    #expect(missing.numbers(3, as: Int64.self) == [.min])
    #expect(missing.numbers(4, as: Float.self)[0].isNaN)
    #expect(missing.numbers(5, as: Double.self)[0].isNaN)
    #expect(missing.numbers(6, as: Int64.self) == [.min])
  }

  @Test func storesTextsInAtLeastOneByte() throws {
    let table = FeatureTable(rows: ["", ""], columns: [.string("text", "") { $0 }])
    let bytes = try HDF5Table.encode(table, name: "x")
    #expect(try decoded(bytes) == table)
    #expect(try File(image: bytes, named: "t").openDataset("x").elementType == .compound(byteCount: 1))
  }

  @Test func saysWhatTheColumnsAre() throws {
    let file = try File(image: HDF5Table.encode(HDF5Row.table(HDF5Row.mixed), name: "swings"), named: "t.h5")
    #expect(try file.attributes.string("format") == "swingpipe-table")
    #expect(try file.attributes.number("format_version", as: Int.self) == 1)
    #expect(try file.attributes.string("table") == "swings")
    let attributes = try file.openDataset("swings").attributes
    let found = try attributes.names()
    #expect(
      found == [
        "column_descriptions", "column_formulas", "column_missing_values", "column_names", "column_ranges",
        "column_sources", "column_types", "column_units", "columns", "missing_values",
      ])
    #expect(try attributes.strings("column_names")[3...5] == ["id", "peak_g", "time_s"])
    #expect(
      try attributes.strings("column_types") == [
        "string", "boolean", "int32", "int64", "float32", "float64", "timestamp",
      ])
    #expect(
      try attributes.strings("column_units") == ["", "", "", "1", "g", "s", "microseconds since 1970-01-01T00:00:00Z"])
    #expect(try attributes.strings("column_descriptions")[4] == "The largest.")
    #expect(try attributes.strings("column_formulas") == ["", "", "", "", "max |a|", "", ""])
    #expect(try attributes.strings("column_sources")[4] == "Nobody (1900)")
    #expect(
      try attributes.strings("column_ranges") == ["hit or miss", "", "at least 0", "", "", "0 to 1000000000", ""])
    #expect(
      try attributes.strings("column_missing_values") == [
        "nan", "-1", "-2147483648", "-9223372036854775808", "NaN", "NaN", "-9223372036854775808",
      ])
    let json = try JSONSerialization.jsonObject(with: Data(attributes.string("columns").utf8)) as? [[String: Any]]
    let peak = try #require(json?[4])
    #expect(peak["name"] as? String == "peak_g")
    #expect(peak["unit"] as? String == "g")
    #expect(peak["missing_value"] as? String == "NaN")
    #expect(peak["formula"] as? String == "max |a|")
  }

  @Test func keepsADictionaryOfMoreThan64KiB() throws {
    let description = String(repeating: "Ein längerer Satz. ", count: 60)
    let columns = (0..<60).map { index -> ColumnDefinition<Int> in
      .double("c\(index)_s", unit: "s", description) { Double($0 + index) }
    }
    let table = FeatureTable(rows: [1, 2], columns: columns)
    let bytes = try HDF5Table.encode(table, name: "swings")
    #expect(try decoded(bytes) == table)
    #expect(try File(image: bytes, named: "t").openDataset("swings").attributes.string("columns").utf8.count > 65_536)
  }

  @Test func makesTheSameBytesEachTime() throws {
    let table = HDF5Row.table(HDF5Row.mixed)
    #expect(try HDF5Table.encode(table, name: "swings") == HDF5Table.encode(table, name: "swings"))
  }

  private func write(
    _ schema: [ColumnDescription], to path: String, tables: (_ visit: (FeatureTable) throws -> Void) throws -> Void
  ) throws {
    try WholeFile.write([
      NewFile(at: path) { try HDF5Table.write("swings", schema: schema, to: $0, tables: tables) }
    ])
  }

  @Test func writesTablesAsOne() throws {
    try withFolder { folder in
      // Of 4 chunks, divided in places that are not theirs.
      let rows = (0..<3_000).map { HDF5Row(id: $0, text: String(repeating: "x", count: $0 % 300)) }
      let parts = [0..<0, 0..<1, 1..<1_700, 1_700..<3_000].map { HDF5Row.table(Array(rows[$0])) }
      let path = folder + "/sub/all.h5"
      try write(parts[0].schema, to: path) { visit in
        for part in parts { try visit(part) }
      }
      #expect(try WholeFile.read(path) == HDF5Table.encode(HDF5Row.table(rows), name: "swings"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/sub") == ["all.h5"])
    }
  }

  @Test func writesNothingWhereTablesDoNotFit() throws {
    try withFolder { folder in
      let path = folder + "/all.h5"
      let table = HDF5Row.table(HDF5Row.mixed)
      let other = FeatureTable(rows: [1], columns: [.integer("id", "") { $0 }])
      #expect(
        text {
          try write(table.schema, to: path) {
            try $0(table); try $0(other)
          }
        }
          == "\(path): cannot take in a table whose columns differ; expected tables of one pipeline")
      // Fewer rows the second time, and longer texts.
      var isFirst = true
      let changed = "\(path): cannot take in tables that change while they are read; try again"
      #expect(
        text {
          try write(table.schema, to: path) { visit in
            if isFirst { try visit(table) }
            isFirst = false
          }
        } == changed)
      var longer = 0
      #expect(
        text {
          try write(table.schema, to: path) { visit in
            longer += 1
            try visit(HDF5Row.table([HDF5Row(text: String(repeating: "x", count: longer))]))
          }
        } == changed)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left == [])
    }
  }

  @Test func refusesWhatCannotBeStored() {
    let column = HDF5Row.columns[3]
    let cases: [(FeatureTable, String, String)] = [
      (FeatureTable(columns: []), "x", "x: has no columns; an HDF5 table needs at least one"),
      (
        FeatureTable(rows: [HDF5Row()], columns: [column, column]), "x",
        "x: column \"id\": appears twice; expected names that differ"
      ),
      (
        FeatureTable(rows: [1], columns: [.integer("", "") { $0 }]), "x",
        "x: column \"\": has a name that HDF5 tables cannot have; expected some letters"
      ),
      (
        HDF5Row.table([HDF5Row(), HDF5Row(text: "a\0")]), "x",
        "x:2: column \"name\": has a text with a NUL character, which HDF5 tables cannot hold; remove it"
      ),
      (
        HDF5Row.table([]), "a/b", "a/b: cannot hold a table called \"a/b\"; expected a name without slashes"
      ),
    ]
    for (table, name, message) in cases {
      #expect(text { _ = try HDF5Table.encode(table, name: name) } == message)
    }
  }
}

/// Runs a test with a folder of its own.
func withFolder(_ body: (String) throws -> Void) throws {
  let folder = NSTemporaryDirectory() + "tables-tests-" + UUID().uuidString
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try body(folder)
}
