import Foundation
import SPBasics
import SPTables
import Testing

struct JSONLinesTests {
  private func lines(_ csv: String, _ types: [ColumnDescription] = [], columns: [String]? = nil) throws -> String {
    let table = try CSV.decode(Array(csv.utf8), path: "t.csv").typed(by: types)
    return String(decoding: try JSONLines.encode(table, columns: columns), as: UTF8.self)
  }

  private func column(_ name: String, _ type: ColumnType) -> ColumnDescription {
    ColumnDescription(name: name, type: type, unit: nil, description: "")
  }

  /// The last of the whole numbers is past what a double holds exactly.
  @Test func keepsTypesAndMissingValues() throws {
    let types = [column("f", .float32), column("i", .int64), column("b", .boolean), column("t", .timestamp)]
    #expect(
      try lines(
        "s,f,i,b,t\nx,0.1,9007199254740993,true,2026-11-21T09:30:00.123456Z\n\"\",,,,\n,5.0,-1,false,\n", types) == """
          {"s":"x","f":0.1,"i":9007199254740993,"b":true,"t":"2026-11-21T09:30:00.123456Z"}
          {"s":"","f":null,"i":null,"b":null,"t":null}
          {"s":null,"f":5.0,"i":-1,"b":false,"t":null}

          """)
  }

  @Test func picksColumnsInTheOrderAskedFor() throws {
    #expect(try lines("a,b,c\n1,2,3\n", columns: ["c", "a"]) == "{\"c\":3,\"a\":1}\n")
    #expect(throws: MissingColumn.self) { try lines("a\n1\n", columns: ["b"]) }
  }

  /// Escapes of RFC 8259, section 7; U+0085, U+2028 and U+2029 end lines for Python's `splitlines`.
  @Test func escapesWhatWouldBreakALine() throws {
    let text = "\"a\"\"b\\\n\r\t\u{1B}\u{85}\u{2028}é\u{301}\""
    let line = try lines("t\n\(text)\n")
    #expect(line == #"{"t":"a\"b\\\n\r\t\u001b\u0085\u2028"# + "é\u{301}\"}\n")
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    #expect(
      object?["t"]?.unicodeScalars.elementsEqual("a\"b\\\n\r\t\u{1B}\u{85}\u{2028}é\u{301}".unicodeScalars) == true)
  }

  @Test(arguments: [
    ("1,2,-3", "int64"), ("1,2.5,1e-3", "float64"), ("1,,NaN", "int64"), ("true,false", "boolean"),
    ("007,12", "string"), ("0x1F,1", "string"), ("1e999,1", "string"), ("inf,1", "string"), ("1,x", "string"),
    ("99999999999999999999,1", "string"), ("-9223372036854775809,0.5", "string"),
    ("9223372036854775807,0.5", "float64"), ("", "string"), ("-,1", "string"), ("0,0.5", "float64"),
    ("Nan,nan", "string"), ("nan,", "string"), ("nan,true", "string"), ("nan,1.5", "float64"),
  ]) func infersTypes(fields: String, type: String) throws {
    let rows = fields.split(separator: ",", omittingEmptySubsequences: false).map { "\($0),x\n" }.joined()
    let table = try CSV.decode(Array(("a,b\n" + rows).utf8), path: "t.csv").typed()
    #expect(try table.values("a").type.rawValue == type)
  }

  @Test func keepsTextWhereADescribedTypeDoesNotFit() throws {
    #expect(try lines("n\n1\nx\n", [column("n", .int64)]) == "{\"n\":\"1\"}\n{\"n\":\"x\"}\n")
  }
}
