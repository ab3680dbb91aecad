import Foundation
import SPTables
import Testing

@testable import SPReporting

struct GalleryTests {
  /// What the page's script draws cards from.
  private func data(_ report: Report) throws -> [String: Any] {
    let scripts = String(decoding: GalleryData(report).scripts, as: UTF8.self)
    let json = try #require(scripts.firstMatch(of: /id="data">((?s).*?)<\/script>/)).1
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test("What cards and choices say comes from the description of rows")
  func words() throws {
    var report = Sample.report(hits: 3)
    report.axis = "y"
    report.events?.row.columns = [.init("time_to_contact_s", "Way to the ground", card: "way")]
    report.events?.row.titles = ["label": "Kind of jump"]
    report.events?.row.magnitudeColumns = ["time_to_contact_s"]
    report.events?.row.figure?.contact?.rangeColumn = "time_to_contact_s"
    report.events?.row.figure?.contact?.words = ContactWords(
      peak: "landing", otherwise: "top", rotation: "turn of the hip", directions: ["y": "along the leg"],
      sentences: [.init("time_to_contact_s", "It takes {}.")])
    let data = try data(report)
    let words = try #require(data["words"] as? [String: Any])
    #expect(
      ["peak", "otherwise", "rotation", "direction"].map { words[$0] as? String }
        == ["landing", "top", "turn of the hip", "along the leg"])
    #expect(words["sentences"] as? [[String: String]] == [["column": "time_to_contact_s", "text": "It takes {}."]])
    #expect(data["measures"] as? [[String: String]] == [["column": "time_to_contact_s", "title": "way"]])
    #expect(data["kindColumn"] as? String == "label" && data["rangeColumn"] as? String == "time_to_contact_s")
    #expect(data["styles"] as? [String: String] == ["hit": "contact", "miss": "otherwise"])
    let columns = try #require(data["columns"] as? [[String: Any]])
    #expect(columns.map { $0["isMagnitude"] as? Bool } == [false, true])
    let page = String(decoding: report.page(), as: UTF8.self)
    #expect(page.contains("<legend>Way to the ground</legend>") && page.contains("<label>Kind of jump <select"))
  }

  @Test("Without words the moment is the peak, and cards show no numbers")
  func plain() throws {
    let data = try data(Sample.report(hits: 3))
    let words = try #require(data["words"] as? [String: Any])
    #expect(words["peak"] as? String == "contact" && words["otherwise"] as? String == "its fastest turn")
    #expect(words["rotation"] is NSNull && words["direction"] is NSNull)
    #expect(
      (data["measures"] as? [Any])?.isEmpty == true && data["rangeColumn"] is NSNull && data["flagsColumn"] is NSNull)
  }

  @Test("Of several runs a recording's card, choice and row say whose it is")
  func runs() throws {
    let whole = try Report(merging: [("monday", Sample.report(hits: 1)), ("tuesday", Sample.report(hits: 2))])
    let recordings = try #require(try data(whole)["recordings"] as? [[String: Any]])
    #expect(recordings.map { $0["id"] as? String } == ["monday, a", "tuesday, a"])
    var listed = whole
    listed.events?.row.figure = nil
    #expect(String(decoding: listed.page(), as: UTF8.self).contains("<bdi>tuesday, a</bdi></th>"))
  }

  @Test("Times in double precision have decimals however large they are, whatever their names")
  func times() throws {
    var report = Sample.report(hits: 1)
    report.events?.columns += [
      ColumnDescription(name: "impact_time_subsample_s", type: .float64, unit: "s", description: ""),
      ColumnDescription(name: "length_s", type: .float32, unit: "s", description: ""),
    ]
    let columns = try #require(try data(report)["columns"] as? [[String: Any]])
    #expect(columns.map { $0["isTime"] as? Bool } == [false, true, true, false])
  }

  @Test("A recording's flags and means are those of the columns that the description names")
  func figures() {
    let late = RecordingFigure(
      "Late, %", "Fraction of late ones.", place: 90, columns: .init(.mean, of: ["late"], factor: 100))
    var events = Sample.table(hits: 4)
    events.row.flagsColumn = "remarks"
    events.row.recordingFigures = [late]
    events.numbers["late"] = [1, 0, nil, 0]
    events.texts["remarks"] = ["short;weak", nil, nil, "weak"]
    var recording = ReportRecording(recordingID: "a", path: "a.h5", state: .done)
    recording.take(events, rows: 0..<3)
    #expect(recording.figures[late] == 50)
    #expect(recording.figures[.flagged("swings")] == 1)
    recording.take(events, rows: 3..<4)
    #expect(recording.figures[late] == 0)
  }
}
