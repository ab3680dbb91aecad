import SPTables
import Testing

private func csv<Row>(_ rows: [Row], _ columns: [ColumnDefinition<Row>]) -> String {
  String(decoding: CSV.encode(FeatureTable(rows: rows, columns: columns)), as: UTF8.self)
}

struct CSVTests {
  /// Pairs of a text and its field, by RFC 4180, section 2, rules 5 to 7.
  @Test(arguments: [
    ("plain", "plain"), (" spaces kept ", " spaces kept "), ("tab\tkept", "tab\tkept"), ("手首 °/s", "手首 °/s"),
    ("a,b", "\"a,b\""), ("say \"hit\"", "\"say \"\"hit\"\"\""), ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""),
    ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), (",", "\",\""), ("a\"\u{301}b", "\"a\"\"\u{301}b\""),
    ("it's; fine", "it's; fine"),
  ])
  func quotesWhatNeedsIt(_ text: String, _ field: String) {
    let table = csv([text], [.string("text", "Any text.") { $0 }, .integer("n", "A number.") { _ in 1 }])
    #expect(Array(table.utf8) == Array("text,n\n\(field),1\n".utf8))
  }

  @Test func quotesColumnNames() {
    #expect(csv([1], [.integer("a,\"b\"", "Odd.") { $0 }]) == "\"a,\"\"b\"\"\"\n1\n")
  }

  @Test func tellsMissingFromEmptyText() {
    let rows: [String?] = [nil, "", "x"]
    let columns: [ColumnDefinition<String?>] = [
      .string("text", "Any text.") { $0 }, .boolean("there", "") { $0 != nil },
    ]
    #expect(csv(rows, columns) == "text,there\n,false\n\"\",true\nx,true\n")
  }

  @Test func writesMissingValuesOfAllTypesAsEmptyFields() {
    let columns: [ColumnDefinition<Int>] = [
      .boolean("b", "") { _ in nil }, .integer("i", "") { _ in nil }, .float("f", unit: "1", "") { _ in nil },
      .double("d", unit: "s", "") { _ in nil }, .string("s", "") { _ in nil },
    ]
    #expect(csv([0], columns) == "b,i,f,d,s\n,,,,\n")
  }

  @Test func keepsTheOrderOfColumnsAndRows() {
    let columns: [ColumnDefinition<Int>] = [
      .integer("z", "") { $0 }, .boolean("a", "") { $0 > 2 }, .integer("m", "") { -$0 },
    ]
    #expect(csv([3, 1, 2], columns) == "z,a,m\n3,true,-3\n1,false,-1\n2,false,-2\n")
  }

  @Test func writesTheHeaderAloneWithoutRows() {
    let columns: [ColumnDefinition<Int>] = [.integer("a", "") { $0 }, .double("b_s", unit: "s", "") { Double($0) }]
    #expect(csv([], columns) == "a,b_s\n")
  }
}
