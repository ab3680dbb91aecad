import Foundation
import SPTables
import Testing

/// What a row is.
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

  @Test("Words of pictures and numbers of recordings are kept; an earlier version's description has none")
  func contact() throws {
    let earlier = #"""
      {"singular":"bark","plural":"barks","prominence":0,"columns":[{"name":"a_s","title":"A"}],"summary_order":[],
      "titles":{},"magnitude_columns":[],"context_columns":[],"is_listed":true,"glossary":[],"figure":{"contact":{
      "onset_column":"a_s","peak_column":"b_s","moment":"bark","slow_motion":"the dog","order_columns":[]}}}
      """#
    let figure = ContactFigure(onsetColumn: "a_s", peakColumn: "b_s", moment: "bark", slowMotion: "the dog")
    var row = RowDescription(
      singular: "bark", plural: "barks", columns: [.init("a_s", "A")], figure: .contact(figure))
    #expect(try JSONDecoder().decode(RowDescription.self, from: Data(earlier.utf8)) == row)
    #expect(figure.peakName == "bark" && figure.otherwiseName == "bark")
    row.columns[0].card = "a"
    row.columns[0].rows = .init("sport", ["barking"])
    row.columns[0].isSummed = true
    (row.units, row.neededColumn) = (["m/s": "km/h"], "b_s")
    row.settings = [
      RowSetting(
        "size", of: "dog", chart: "dog", stage: "a.b", option: "size_m", example: "1", neededColumn: "b_s",
        valueColumn: "size_m", methodColumn: "method", methods: ["tape": "a tape"])
    ]
    row.flagsColumn = "flags"
    row.overview = [.init("Gaps", "Breaks.", place: 3, columns: .init(.sum, of: ["gaps"]))]
    row.figure?.contact?.rangeColumn = "share"
    row.figure?.contact?.words = ContactWords(
      peak: "loudest", otherwise: "breath", directions: ["z": "up"], sentences: [.init("a_s", "It takes {}.")])
    #expect(try JSONDecoder().decode(RowDescription.self, from: JSONEncoder().encode(row)) == row)
    #expect(row.figure?.contact?.peakName == "loudest" && row.figure?.contact?.otherwiseName == "breath")
  }
}
