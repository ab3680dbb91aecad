import Foundation
import SPTables
import Testing

@testable import SPReporting

struct PageTests {
  private func text(_ report: Report) -> String { String(decoding: report.page(), as: UTF8.self) }

  @Test("Names of recordings, causes, warnings and columns are text, wherever they stand")
  func hostile() throws {
    let evil = "\"'></script><!--<script>alert(1)</script>"
    var run = RunFacts(pipeline: evil, toolVersion: evil)
    run.effectivePipeline = evil
    run.command = evil
    run.hosts = [evil]
    run.notes = [evil]
    run.setFolders([evil: 1])
    var report = Sample.report(hits: 3)
    report.run = run
    report.omissions = [evil]
    report.recordings[0].recordingID = evil
    report.recordings[0].sport = evil
    report.recordings[0].warnings = [evil]
    var failed = ReportRecording(recordingID: evil, path: evil, state: .failed)
    failed.causes = [evil]
    report.recordings.append(failed)
    report.events?.columns.append(
      ColumnDescription(name: evil, type: .float32, unit: evil, description: evil))
    report.events?.numbers[evil] = [1, 2, 3]
    let page = text(report)
    #expect(!page.contains("alert(1)<"))
    #expect(!page.contains("<!--"))
    // Data, signals and the script itself: none more, and none ended early.
    #expect(page.matches(of: /<script/).count == 3)
    #expect(page.matches(of: /<\/script>/).count == 3)
  }

  @Test("The same report gives the same bytes, and loads nothing")
  func determinism() {
    let report = Sample.report(hits: 3)
    #expect(report.page() == report.page())
    let page = text(report)
    // The name of the drawings' language, which nothing is loaded from.
    let rest = page.replacing("http://www.w3.org/2000/svg", with: "")
    #expect(!rest.contains("http://") && !rest.contains("https://"))
    #expect(page.contains("default-src 'none'; style-src 'sha256-\(Assets.styleHash)'".replacing("'", with: "&#39;")))
  }

  @Test("What failed comes before everything else, and is in no figure")
  func failures() throws {
    var report = Sample.report(hits: 3)
    var failed = ReportRecording(recordingID: "broken", path: "broken.h5", state: .failed)
    failed.causes = ["the file is truncated"]
    report.recordings.append(failed)
    let page = text(report)
    let cause = try #require(page.range(of: "the file is truncated"))
    let summary = try #require(page.range(of: "id=\"summary\""))
    #expect(cause.lowerBound < summary.lowerBound)
    #expect(page.contains("3 swings in 1 recording: 3 hits and 0 misses."))
    #expect(!text(Sample.report(hits: 3)).contains("Not in the figures"))
    report.recordings[1].run = "monday"
    #expect(text(report).contains("<bdi>monday, broken</bdi></strong> the file is truncated"))
  }

  @Test("Before anything is done the page says so, and has no medians of nothing")
  func nothingDone() {
    var report = Sample.report(hits: 0)
    report.recordings[0].state = .missing
    report.recordings.append(ReportRecording(recordingID: "b", path: "b.h5", state: .missing))
    let page = text(report)
    #expect(page.contains("None of the 2 recordings is done.") && page.contains("2 recordings not run yet"))
    #expect(page.contains("No swing was found.") && !page.contains(", median"))
  }

  @Test("Without tables or recordings there is still a page that says so")
  func empty() {
    let page = text(Report(run: RunFacts(), recordings: []))
    #expect(page.contains("The pipeline writes no table that could be shown."))
    #expect(page.contains("Nothing was run yet."))
    #expect(!page.contains("id=\"gallery\"") && !page.contains("id=\"data\""))
  }

  @Test("Without pictures the gallery refers to the causes, and figures stay")
  func moved() {
    var report = Sample.report(hits: 3)
    report.pictures = []
    report.omissions = ["There are no pictures of recordings that are not where they were: a."]
    let page = text(report)
    #expect(page.contains("There are no pictures: <a href=\"#omissions\">What is left out</a> says why."))
    #expect(page.contains("<h3 id=\"omissions\">") && page.contains("are not where they were: a."))
    #expect(page.contains("<h3>Time to contact"))
  }

  @Test("Impacts have no labels, and are called impacts")
  func impacts() {
    let column = ColumnDescription(name: "high_passed_peak_g", type: .float32, unit: "g", description: "Peak.")
    let events = EventTable(
      name: "impacts",
      row: RowDescription(
        singular: "impact", plural: "impacts", timeColumn: "impact_time_s",
        figure: .contact(
          ContactFigure(
            onsetColumn: "impact_onset_time_s", peakColumn: "impact_time_s", moment: "peak", slowMotion: "the motion"))),
      columns: [column], recordings: [0, 0],
      numbers: ["high_passed_peak_g": [2, -3], "impact_time_s": [1, 2]], texts: [:])
    let page = text(
      Report(
        run: RunFacts(), recordings: [ReportRecording(recordingID: "a", path: "a.h5", state: .done)], events: events))
    #expect(page.contains("2 impacts in 1 recording."))
    #expect(page.contains("Impacts, one by one"))
    #expect(!page.contains("<option value=\"hit\">"))
  }
}

/// Tables that are drawn over time.
struct TableSectionTests {
  private func report(_ figure: RowFigure?, dives: Int) -> Report {
    let row = RowDescription(
      singular: "dive", plural: "dives", prominence: 1, timeColumn: "start_time_s", indexColumn: "dive_index",
      columns: [
        .init("duration_s", "Duration", summary: "Duration"), .init("max_depth_m", "Largest depth"),
        .init("water_temperature_deg_c", "Water temperature"),
      ], figure: figure)
    let columns = [
      ColumnDescription(name: "duration_s", type: .float64, unit: "s", description: "How long."),
      ColumnDescription(name: "max_depth_m", type: .float32, unit: "m", description: "How deep."),
      ColumnDescription(name: "water_temperature_deg_c", type: .float32, unit: "degC", description: "How warm."),
    ]
    let table = EventTable(
      name: "dives", row: row, columns: columns, recordings: Array(repeating: 0, count: dives),
      numbers: [
        "duration_s": NumberColumn((0..<dives).map { 3725 + Double($0) }),
        "max_depth_m": NumberColumn((0..<dives).map { _ in 4.25 }),
        "water_temperature_deg_c": NumberColumn((0..<dives).map { _ in nil }),
        "dive_index": NumberColumn((0..<dives).map(Double.init)),
      ], texts: [:])
    return Report(
      run: RunFacts(pipeline: "lake"), recordings: [ReportRecording(recordingID: "a", path: "a.h5", state: .done)],
      events: table)
  }

  @Test("The page is of what the table's rows are, with lengths of time as on a clock and no column of nothing")
  func numbers() {
    var report = report(nil, dives: 2)
    report.drawings = [Drawing(table: "dives", title: "dive 0", svg: Array("<svg/>".utf8), words: "depth")]
    let page = String(decoding: report.page(), as: UTF8.self)
    #expect(page.contains("<p class=\"kicker\">Dive report</p>") && page.contains("2 dives in 1 recording."))
    #expect(page.contains(">1:02:05<") && page.contains(">1:02:06<") && page.contains("Largest depth, m"))
    #expect(!page.contains("<th scope=\"col\" class=\"number\">Water temperature"))
    // <svg/> in base 64.
    #expect(page.contains("src=\"data:image/svg+xml,%3Csvg/%3E\" alt=\"dive 0. depth\""))
    #expect(!page.contains("id=\"gallery\""))
  }

  @Test("A curve has the best of all recordings at each length; one length alone makes none")
  func curve() {
    let figure = CurveFigure(lengthColumn: "duration_s", valueColumn: "max_depth_m", title: "Curve")
    let page = String(decoding: report(.curve(figure), dives: 3).page(), as: UTF8.self)
    #expect(page.contains("<h3>Curve</h3>"))
    #expect(!String(decoding: report(.curve(figure), dives: 1).page(), as: UTF8.self).contains("<h3>Curve</h3>"))
  }
}

/// A small report.
enum Sample {
  static let row = RowDescription(
    singular: "swing", plural: "swings", timeColumn: "anchor_time_s",
    groups: RowGroups(
      column: "label", values: [.init("hit", "hits", "It met the ball."), .init("miss", "misses", "It did not.")]),
    columns: [.init("time_to_contact_s", "Time to contact", summary: "Time to contact")],
    figure: .contact(
      ContactFigure(
        startColumn: "start_time_s", onsetColumn: "impact_onset_time_s", peakColumn: "impact_time_s",
        contactGroup: "hit", moment: "contact", otherwise: .init(group: "miss", moment: "its fastest turn"),
        typicalTitle: "A typical swing", slowMotion: "the swing")))

  static func table(hits: Int) -> EventTable {
    EventTable(
      name: "swings", row: row,
      columns: [
        ColumnDescription(name: "label", type: .string, unit: nil, description: "hit or miss."),
        ColumnDescription(name: "time_to_contact_s", type: .float64, unit: "s", description: "Impact minus start."),
      ],
      recordings: Array(repeating: 0, count: hits),
      numbers: [
        "anchor_time_s": NumberColumn((0..<hits).map { Double($0) + 10 }),
        "start_time_s": NumberColumn((0..<hits).map { Double($0) + 9.8 }),
        "time_to_contact_s": NumberColumn((0..<hits).map { 0.2 + Double($0) / 100 }),
      ], texts: ["label": TextColumn((0..<hits).map { _ in "hit" })])
  }

  static func report(hits: Int) -> Report {
    let recording = ReportRecording(recordingID: "a", path: "a.h5", state: .done)
    return Report(
      run: RunFacts(pipeline: "tennis", toolVersion: "1.0"), recordings: [recording], events: table(hits: hits),
      pictures: (0..<hits).map { row in
        var picture = EventPicture(row: row)
        picture.raw = Trace(times: [0, 0.01, 0.02], values: [1, 2, 3], from: 0.01, step: 0.01)
        return picture
      })
  }
}
