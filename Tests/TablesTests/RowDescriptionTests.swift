import Foundation
import Tables
import Testing

@Suite("What a row is")
struct RowDescriptionTests {
  private let dictionary = DataDictionary(
    table: "dives", description: "One row per dive.",
    columns: [ColumnDescription(name: "duration_s", type: .float64, unit: "s", description: "How long.")],
    row: RowDescription(
      singular: "dive", plural: "dives", timeColumn: "start_time_s", columns: [.init("duration_s", "Duration")],
      figure: .timeline(
        TimelineFigure(panels: [
          .init(
            "depth", unit: "m", isDownward: true, lines: [.stream("depth", "depth")],
            bands: [.init("target", table: "steps", from: "a_s", to: "b_s", low: "low_m", high: "high_m", factor: 2)])
        ]))))

  @Test("It is kept beside the columns and read again")
  func kept() throws {
    let bytes = try JSONEncoder().encode(dictionary)
    #expect(try JSONDecoder().decode(DataDictionary.self, from: bytes) == dictionary)
  }

  @Test(
    "Without it, or as another version tells it, the columns are read all the same",
    arguments: ["", #","row":{"singular":"dive"}"#, #","row":7"#])
  func otherVersion(_ row: String) throws {
    let text = #"{"table":"dives","columns":[{"name":"a","type":"float64","description":"A."}]\#(row)}"#
    let read = try JSONDecoder().decode(DataDictionary.self, from: Data(text.utf8))
    #expect(read.columns.map(\.name) == ["a"])
    #expect(read.row == nil)
  }
}
