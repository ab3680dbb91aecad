import Foundation
import Tables
import Testing

@testable import Reports

@Suite("The page")
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
    #expect(page.contains("The pipeline writes no table of swings or impacts that could be shown."))
    #expect(page.contains("Nothing was run yet."))
    #expect(!page.contains("id=\"gallery\"") && !page.contains("id=\"data\""))
  }

  @Test("Without pictures the gallery says why, and figures stay")
  func moved() {
    var report = Sample.report(hits: 3)
    report.pictures = []
    report.omissions = ["There are no pictures of recordings that are not where they were: a."]
    let page = text(report)
    #expect(page.contains("the recordings cannot be read any more"))
    #expect(page.contains("are not where they were: a."))
    #expect(page.contains("time_to_contact_s"))
  }

  @Test("Impacts have no labels, and are called impacts")
  func impacts() {
    let column = ColumnDescription(name: "high_passed_peak_g", type: .float32, unit: "g", description: "Peak.")
    let events = EventTable(
      kind: .impact, columns: [column], recordings: [0, 0],
      numbers: ["high_passed_peak_g": [2, -3], "impact_time_s": [1, 2]], texts: [:])
    let page = text(
      Report(
        run: RunFacts(), recordings: [ReportRecording(recordingID: "a", path: "a.h5", state: .done)], events: events))
    #expect(page.contains("2 impacts in 1 recording."))
    #expect(page.contains("Impacts, one by one"))
    #expect(!page.contains("<option value=\"hit\">"))
  }
}

/// A small report.
enum Sample {
  static func table(hits: Int) -> EventTable {
    EventTable(
      kind: .swing,
      columns: [
        ColumnDescription(name: "label", type: .string, unit: nil, description: "hit or miss."),
        ColumnDescription(name: "time_to_contact_s", type: .float64, unit: "s", description: "Impact minus start."),
      ],
      recordings: Array(repeating: 0, count: hits),
      numbers: [
        "anchor_time_s": (0..<hits).map { Double($0) + 10 }, "start_time_s": (0..<hits).map { Double($0) + 9.8 },
        "time_to_contact_s": (0..<hits).map { 0.2 + Double($0) / 100 },
      ], texts: ["label": Array(repeating: "hit", count: hits)])
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
