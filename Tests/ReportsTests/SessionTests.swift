import SPTables
import Testing

@testable import SPReporting

/// Reports of several sessions.
struct SessionTests {
  /// Dives of two recordings of different days, by one diver each.
  private func report(_ depths: [Double] = [4, 6, 20], table: String = "dives", plural: String = "dives") -> Report {
    let row = RowDescription(
      singular: "dive", plural: plural, prominence: 1, timeColumn: "start_time_s",
      columns: [.init("max_depth_m", "Largest depth", summary: "Depth"), .init("rate_m_s", "Rate")])
    let columns = [
      ColumnDescription(name: "max_depth_m", type: .float32, unit: "m", description: "How deep."),
      ColumnDescription(name: "rate_m_s", type: .float32, unit: "m/s", description: "How fast."),
      ColumnDescription(name: "label", type: .string, unit: nil, description: "What."),
    ]
    let events = EventTable(
      name: table, row: row, columns: columns, recordings: depths.indices.map { $0 < 2 ? 0 : 1 },
      numbers: ["max_depth_m": NumberColumn(depths), "rate_m_s": NumberColumn(depths.map { $0 / 4 })],
      texts: ["label": TextColumn(depths.indices.map { ["left", nil, "right"][$0 % 3] })])
    var recordings = ["a", "b"].map { ReportRecording(recordingID: $0, path: "\($0).h5", state: .done) }
    for (index, day) in ["2026-11-21T10:00:00Z", "2026-11-23T10:00:00.5Z"].enumerated() {
      recordings[index].recordedAt = day
      recordings[index].subject = ["Ada", "Bo"][index]
      recordings[index].sport = "free_diving"
    }
    return Report(run: RunFacts(pipeline: "lake"), recordings: recordings, events: events)
  }

  private func text(_ report: Report) -> String { String(decoding: report.page(), as: UTF8.self) }

  @Test("The heading says of what, of whom and of when the recordings are, and not when they were worked on")
  func heading() {
    #expect(report().heading == "Free diving, Ada and Bo, 21 November 2026 to 23 November 2026")
    #expect(Report(run: RunFacts(pipeline: "lake"), recordings: []).heading == "lake")
  }

  @Test("A day and a subject make a session, with count, median and middle half of the main columns")
  func sessions() {
    let page = text(report())
    #expect(page.contains("<h2 id=\"sessions-title\">By session</h2>"))
    let section = page.split(separator: "id=\"sessions\"").last?.split(separator: "</section>").first ?? ""
    let rows = section.matches(of: /<tr><th scope="row">([A-Z][^<]*)<\/th>(.*?)<\/tr>/)
      .map { "\($0.1): " + $0.2.matches(of: />([^<]+)</).map { String($0.1) }.joined(separator: "; ") }
    #expect(
      rows == [
        "Ada, 21 November 2026: 2; 5.00 (4.50 to 5.50); 1.25 (1.13 to 1.38)",
        "Bo, 23 November 2026: 1; 20.0; 5.00",
      ])
  }

  @Test("A phone shows each row as a block, with the titles of the columns above the values")
  func phone() {
    var one = report(Self.earlier + Self.later)
    one.events?.recordings = Self.earlier.map { _ in 0 } + Self.later.map { _ in 1 }
    for index in one.recordings.indices { one.recordings[index].subject = "Ada" }
    for table in ["sessions-caption", "changes-caption"] {
      #expect(text(one).contains("<table class=\"rows named\"><caption id=\"\(table)\">"))
    }
    #expect(text(one).contains("<td class=\"number\" data-title=\"Dives\">9</td>"))
  }

  private static let earlier = [4.1, 5.3, 5.9, 6.0, 6.4, 7.7, 8.2, 9.9, 11.5]
  private static let later = [7.2, 8.8, 9.1, 9.4, 10.3, 11.6, 12.2, 13, 14.8, 15.1, 16.6, 21]

  @Test("Two sessions of one person stand below each other, with the change of each median")
  func changes() {
    #expect(!text(report()).contains("changes-caption"))
    var one = report(Self.earlier + Self.later)
    one.events?.recordings = Self.earlier.map { _ in 0 } + Self.later.map { _ in 1 }
    for index in one.recordings.indices { one.recordings[index].subject = "Ada" }
    let section = text(one).split(separator: "changes-caption").last?.split(separator: "</section>").first ?? ""
    #expect(
      section.contains(
        "<th scope=\"row\">Ada, 21 November 2026 to 23 November 2026</th>"
          + "<td class=\"number\" data-title=\"Largest depth, m\"><strong>+5.50 (+1.92 to +9.08)</strong></td>"))
    // Another sport is no later session of this one.
    one.recordings[1].sport = "golf"
    #expect(!text(one).contains("changes-caption"))
  }

  @Test("Two groups have no change, and the change is over all sessions")
  func groupsAndLimits() throws {
    var two = report(Self.twoGroups + Self.later)
    two.events?.recordings = Self.twoGroups.map { _ in 0 } + Self.later.map { _ in 1 }
    for index in two.recordings.indices { two.recordings[index].subject = "Ada" }
    #expect(try #require(Spread(Self.twoGroups)).twoGroups != nil)
    #expect(text(two).contains("data-title=\"Largest depth, m\">two groups</td>"))

    var many = report((0..<90).map { Double($0 % 7) })
    many.events?.recordings = (0..<90).map { $0 / 2 }
    many.recordings = (0..<45).map { day in
      var recording = ReportRecording(recordingID: "r\(day)", path: "r\(day).h5", state: .done)
      let (month, date) = day < 31 ? ("01", day + 1) : ("02", day - 30)
      recording.recordedAt = "2026-\(month)-\(date < 10 ? "0" : "")\(date)T10:00:00Z"
      recording.subject = "Ada"
      return recording
    }
    let page = text(many)
    #expect(page.contains("The latest 40 of 45.") && page.contains("Ada, 14 February 2026 (2)"))
    #expect(!page.contains("Ada, 5 January 2026 (2)") && page.contains("trend over 45 sessions"))
  }

  private static let twoGroups: [Double] = (0..<24).map { index in
    let group = index < 12 ? 5.0 : 30.0
    return group + Double(index) / 50
  }

  /// The interval is that of Python's `statistics.NormalDist` and `math.comb` with the formulas of Price and Bonett. In
  /// a simulation of 4,000 pairs of exponential samples of 16 and 24 values, it contained the change in 95.5 %.
  @Test("A change of medians has an interval from eight values on")
  func medianChange() throws {
    let earlier = try #require(Spread(Self.earlier))
    let later = try #require(Spread(Self.later))
    let interval = try #require(MedianChange(from: earlier, to: later).interval)
    #expect(abs(interval.lowerBound - 1.9151602433) < 1e-9 && abs(interval.upperBound - 9.0848397567) < 1e-9)
    let change = MedianChange(from: earlier, to: try #require(Spread([1, 2, 3, 4, 5, 6, 7])))
    #expect(change.interval == nil && !change.isClear && change.text == "−2.40")
  }

  @Test("A trend is the median slope between sessions, per 30 days")
  func trend() {
    #expect(SessionTrend.perMonth([(0, 1), (30, 2)]) == nil)
    #expect(SessionTrend.perMonth([(0, 1), (30, 2), (60, 9), (90, 4)]) == 1)
    #expect(SessionTrend.perMonth([(5, 1), (5, 2), (5, 3)]) == nil)
  }

  @Test("One session is not compared, unless a column is asked for; rows without a value of it are a group")
  func columns() {
    #expect(!text(report([4, 6])).contains("sessions-title"))
    var split = report()
    split.splitColumn = "label"
    let page = text(split)
    let groups = page.matches(of: /<text class="row"[^>]*>([^<]*)</).prefix(3).map { String($0.1) }
    #expect(page.contains("By label</h2>") && groups == ["left (1)", "right (1)", "no value (1)"])
    split.events?.texts["label"] = [nil, nil, nil]
    #expect(text(split).contains("no value (3)"))
    split.events?.texts["label"] = nil
    split.events?.numbers["label"] = [1, 0, 1]
    split.events?.columns[2].type = .boolean
    let flags = text(split)
    #expect(flags.contains("yes (2)") && flags.contains("no (1)"))
  }

  @Test("Numbers are shown in the units that are asked for, everywhere")
  func units() throws {
    let speed = try #require(DisplayUnit.all.first { $0.symbol == "km/h" })
    let shown = report().shown(in: [speed])
    #expect(shown.events?.numbers["rate_m_s"] == [3.6, 5.4, 18])
    #expect(shown.events?.description("rate_m_s")?.unit == "km/h")
    #expect(shown.events?.numbers["max_depth_m"] == [4, 6, 20])
    var untitled = report()
    untitled.events?.row.columns = []
    let table = try #require(untitled.shown(in: [speed]).events)
    #expect(table.columns.map(table.title) == ["Max depth", "Rate", "Label"])
    let warm = try #require(DisplayUnit.all.first { $0.symbol == "degF" })
    #expect(warm.factor * 20 + warm.offset == 68)
  }

  @Test("Several runs are one report, with the folder in each session's name; runs of different kinds are refused")
  func merging() throws {
    let whole = try Report(merging: [("monday", report()), ("tuesday", report([1, 2, 3]))])
    #expect(whole.recordings.map(\.run) == ["monday", "monday", "tuesday", "tuesday"])
    #expect(whole.events?.recordings == [0, 0, 1, 2, 2, 3])
    #expect(whole.events?.numbers["max_depth_m"] == [4, 6, 20, 1, 2, 3])
    #expect(text(whole).contains("Bo, 23 November 2026, tuesday (1)"))
    // The same files twice.
    #expect(whole.omissions.last?.hasPrefix("2 recordings are in more than one of these runs, ") == true)
    var (first, second) = (report(), report())
    first.run.effectivePipeline = "{}"
    #expect(try Report(merging: [("a", first), ("b", first)]).run.effectivePipeline == "{}")
    second.run.effectivePipeline = "{ }"
    let mixed = try Report(merging: [("a", first), ("b", second)]).run
    #expect(mixed.effectivePipeline == nil && mixed.notes.last?.contains("different pipelines") == true)
    let other = report(table: "laps", plural: "laps")
    #expect {
      try Report(merging: [("a", report()), ("b", other)])
    } throws: {
      "\($0)" == "the folders' main tables are of dives (a) and of laps (b); expected folders of one kind"
    }
  }
}
