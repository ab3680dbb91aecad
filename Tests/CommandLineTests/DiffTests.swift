import Foundation
import Testing

struct DiffTests {
  /// Recording "a": a hit that moves by 2 ms, a miss that is lost, a miss that is added, a hit that becomes a miss. "b":
  /// the same twice. "c" and "d": in one run alone.
  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.table("one/swings/a.csv", [Scratch.hit("a", 1), Scratch.miss("a", 3), Scratch.hit("a", 5)])
    try scratch.table(
      "two/swings/a.csv", [Scratch.hit("a", 1.002), Scratch.miss("a", 5.01, probability: 0.45), Scratch.miss("a", 7)])
    for run in ["one", "two"] { try scratch.table("\(run)/swings/b.csv", [Scratch.hit("b", 1), Scratch.miss("b", 3)]) }
    try scratch.table("one/swings/c.csv", [Scratch.hit("c", 1)])
    try scratch.table("two/swings/d.csv", [])
    return scratch
  }

  private func diff(_ scratch: Scratch, _ arguments: String...) async throws -> Tool.Outcome {
    try await Tool.run(["diff"] + arguments, in: scratch.path)
  }

  // MARK: Runs

  /// Runs the same two recordings, each with a hit and a miss, without and with an option.
  private func runs(_ override: String) async throws -> Scratch {
    let scratch = try Scratch()
    let line = [
      "run", Project.pipeline("baseball"), try await Fixtures.recording(), try await Fixtures.otherRecording(),
      // A hit and a miss are too few to show play.
      "--practice",
    ]
    for (output, options) in [("one", []), ("two", ["--set", override])] {
      #expect(try await Tool.run(line + ["-q", "-o", output] + options, in: scratch.path).status == 0)
    }
    return scratch
  }

  @Test("Runs that are the same have no difference; an option that changes a figure alone is told by its column")
  func threshold() async throws {
    let scratch = try await runs("hit.threshold_g=1.4")
    let same = try await diff(scratch, "one", "one/")
    #expect(same.status == 0)
    #expect(same.errors.isEmpty)
    #expect(same.outputLines[3] == "swings      4 in the first, 4 in the second, 4 in both")
    #expect(same.outputLines.last == "no difference")

    let outcome = try await diff(scratch, "one", "two", "--json")
    #expect(outcome.status == 1)
    let swings = try #require(try outcome.object()["swings"] as? [String: Int])
    #expect(
      swings == [
        "first": 4, "second": 4, "both": 4, "lost": 0, "added": 0, "hit_to_miss": 0, "miss_to_hit": 0, "moved": 0,
        "changed": 2,
      ])
    let columns = try #require(try outcome.object()["columns"] as? [[String: Any]])
    #expect(columns.map { $0["name"] as? String } == ["decision_margin", "threshold_g"])
    #expect(columns[1]["swings"] as? Int == 2 && columns[1]["unit"] as? String == "g")
  }

  @Test("Hits that an option turns into misses are relabelled, and their impacts are figures of one side alone")
  func relabelled() async throws {
    let outcome = try await diff(try await runs("label.min_probability=1"), "one", "two", "--json")
    #expect(outcome.status == 1)
    let swings = try #require(try outcome.object()["swings"] as? [String: Int])
    #expect(swings["both"] == 4 && swings["hit_to_miss"] == 2 && swings["changed"] == 2 && swings["lost"] == 0)
    let columns = try #require(try outcome.object()["columns"] as? [[String: Any]])
    let impact = try #require(columns.first { $0["name"] as? String == "impact_time_s" })
    #expect(impact["one_sided"] as? Int == 2)
    #expect(impact["largest_difference"] is NSNull)
  }

  // MARK: Reports

  @Test("People see what became of the swings, of columns and of recordings")
  func text() async throws {
    let outcome = try await diff(try scratch(), "one", "two", "--swings")
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        first       one
        second      two
        recordings  2 in both, 1 differs; 1 only in the first, 1 only in the second
        swings      5 in the first, 5 in the second, 4 in both
        lost        1, only in the first
        added       1, only in the second
        relabelled  1: 1 from hit to miss, 0 from miss to hit
        moved       2 by over 0.01 ms
        changed     2 in label or figures, of those in both

        moved by over 0.01 ms  swings  median, ms  largest, ms
        start                       2      +6.000      +10.000
        onset                       1      +2.000       +2.000
        anchor                      1      +2.000       +2.000

        column               swings  one-sided  largest difference  unit  relative
        start_time_s              2          0                0.01  s            -
        impact_onset_time_s       2          1               0.002  s            -
        impact_time_s             2          1               0.002  s            -
        anchor_time_s             1          0               0.002  s            -
        hit_probability           1          0                0.45  1          0.5

        recording  first  second  lost  added  to miss  to hit  moved  changed
        a              3       3     1      1        1       0      2        2

        recordings only in the first: c
        recordings only in the second: d

        recording     time  swing       first  second  start, ms  onset, ms  anchor, ms
        a          1.010 s  moved       hit    hit        +2.000     +2.000      +2.000
        a          3.000 s  lost        miss   -               -          -           -
        a          5.010 s  moved       hit    miss      +10.000          -       0.000
        a          5.010 s  relabelled  hit    miss      +10.000          -       0.000
        a          7.000 s  added       -      miss            -          -           -

        """)
    let plain = try await diff(try scratch(), "one", "two")
    #expect(outcome.output.hasPrefix(plain.output + "\nrecording     time"))
  }

  @Test("Programs get the same of each recording, with null for what is not defined")
  func json() async throws {
    let outcome = try await diff(try scratch(), "one", "two", "--json")
    #expect(outcome.status == 1)
    let found = try outcome.object()
    #expect(found["differs"] as? Bool == true)
    #expect(found["recordings_only_in_first"] as? [String] == ["c"])
    #expect(found["recordings_only_in_second"] as? [String] == ["d"])
    let onset = try #require((found["moved"] as? [String: [String: Any]])?["onset"])
    #expect(onset["swings"] as? Int == 1)
    #expect(abs((onset["largest_ms"] as? Double ?? 0) - 2) < 1e-9)
    let recordings = try #require(found["recordings"] as? [[String: Any]])
    #expect(recordings.map { $0["recording_id"] as? String } == ["a"])
    let changes = try #require(recordings[0]["changes"] as? [[String: Any]])
    #expect(changes.map { $0["kind"] as? String } == ["moved", "lost", "moved", "relabelled", "added"])
    #expect(changes.map { $0["time_s"] as? Double } == [1.01, 3, 5.01, 5.01, 7])
    #expect(changes[1]["second_label"] is NSNull && changes[1]["start_ms"] is NSNull)
    #expect((recordings[0]["swings"] as? [String: Int])?["changed"] == 2)
    let same = try await diff(try scratch(), "one", "one", "--json")
    #expect(same.status == 0)
    #expect(try same.object()["differs"] as? Bool == false)
    #expect(try (same.object()["recordings"] as? [Any])?.isEmpty == true)
  }

  @Test("A brief report lists the ten recordings that changed most, and says how many are left")
  func brief() async throws {
    let scratch = try Scratch()
    for number in 10..<22 {
      let hits = (0..<number).map { Scratch.hit("r\(number)", Double($0)) }
      try scratch.table("one/swings/r\(number).csv", hits)
      try scratch.table("two/swings/r\(number).csv", [])
      try scratch.table("one/swings/s\(number).csv", [])
    }
    let outcome = try await diff(scratch, "one", "two", "--brief")
    #expect(outcome.status == 1)
    let listed = outcome.outputLines.compactMap { $0.firstMatch(of: /^r\d+/).map { String($0.0) } }
    #expect(listed == (12..<22).reversed().map { "r\($0)" })
    #expect(outcome.output.contains("\nand 2 other recordings that changed less\n"))
    #expect(
      outcome.outputLines.last
        == "recordings only in the first: s10, s11, s12, s13, s14, s15, s16, s17, s18, s19 and 2 others")
    let whole = try await diff(scratch, "one", "two")
    #expect(whole.output.contains("\nr10 ") && whole.outputLines.last?.hasSuffix("s20, s21") == true)
  }

  @Test("How near swings are paired, and what counts as equal, are options")
  func options() async throws {
    let scratch = try Scratch()
    try scratch.table("one/swings/a.csv", [Scratch.miss("a", 1, probability: 0.1)])
    try scratch.table("two/swings/a.csv", [Scratch.miss("a", 1.1, probability: 0.11)])
    #expect(try await diff(scratch, "one", "two", "--within-ms", "90").output.contains("\nlost        1,"))
    let coarse = try await diff(scratch, "one", "two", "--moved-over-ms", "101")
    #expect(coarse.output.contains("\nmoved       0 by over 101 ms\n"))
    #expect(coarse.outputLines.filter { $0.hasPrefix("hit_probability ") || $0.hasPrefix("anchor_time_s ") }.count == 1)
    #expect(try await diff(scratch, "one", "two", "--moved-over-ms", "101", "--tolerance", "0.1").status == 0)
  }

  @Test("Runs without a recording in common are told what to use instead")
  func nothingInCommon() async throws {
    let scratch = try Scratch()
    try scratch.table("one/swings/a.csv", [Scratch.hit("a", 1)])
    try scratch.table("two/swings/b.csv", [Scratch.hit("b", 1)])
    let outcome = try await diff(scratch, "one", "two")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("no recording is in both runs") && outcome.errors.contains("swingpipe report with both"))
  }

  @Test("Columns of one side alone are a difference, and named")
  func columns() async throws {
    let scratch = try Scratch()
    try scratch.write("recording_id,anchor_time_s,label,old\na,1,hit,x\n", to: "one/swings/a.csv")
    try scratch.write("recording_id,anchor_time_s,label,new,newer\na,1,hit,x,y\n", to: "two/swings/a.csv")
    let outcome = try await diff(scratch, "one", "two")
    #expect(outcome.status == 1)
    #expect(outcome.output.hasSuffix("\ncolumns only in the first: old\ncolumns only in the second: new, newer\n"))
  }

  // MARK: Files

  @Test("Tables of recordings that are not in the last plan are left out, and said to be")
  func stale() async throws {
    let scratch = try scratch()
    try scratch.records(of: "one", done: ["b"])
    let outcome = try await diff(scratch, "one", "one")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\nrecordings  1 in both, 0 differ;"))
    #expect(
      outcome.errorLines.first
        == "warning: one/swings/a.csv and 1 other table left out: not of a recording that the last run into that folder "
        + "finished")
  }

  @Test("A table that another program wrote anew is left out for that; where no table is left nothing is compared")
  func changed() async throws {
    let scratch = try scratch()
    try scratch.records(of: "one", done: ["a", "b", "c"])
    try scratch.table("one/swings/a.csv", [Scratch.hit("a", 1)])
    let some = try await diff(scratch, "one", "one")
    #expect(some.status == 0)
    let left = "one/swings/a.csv left out: changed since the last run into that folder"
    #expect(some.errorLines.first == "warning: \(left)")
    try scratch.records(of: "one", done: ["a"])
    try scratch.table("one/swings/a.csv", [Scratch.hit("a", 1), Scratch.hit("a", 2)])
    let none = try await diff(scratch, "one", "two")
    #expect(none.status == 65 && none.output.isEmpty)
    #expect(
      none.errorLines.last
        == "error: one: has no table of swings that the last run wrote: \(left); swingpipe run makes them anew")
  }

  @Test("Folders that no run wrote are a fault of the command line, each named")
  func folders() async throws {
    let scratch = try scratch()
    try scratch.write("", to: "empty/read.me")
    try scratch.write("", to: "bare/swings/read.me")
    for (line, messages) in [
      (
        ["gone", "one/swings/a.csv"],
        [
          "error: gone: cannot read the output folder: no such file or directory",
          "error: one/swings/a.csv: is not a folder; expected an output folder of swingpipe run",
        ]
      ),
      (
        ["empty", "bare"],
        ["empty", "bare"].map {
          "error: \($0): holds no tables of swings, one per recording in swings/; expected an output folder of swingpipe run"
        }
      ),
    ] {
      let outcome = try await Tool.run(["diff"] + line, in: scratch.path)
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errorLines == messages)
    }
  }

  @Test("Every table that cannot be read is told with its place, and nothing is reported")
  func tables() async throws {
    let scratch = try scratch()
    try scratch.write("recording_id,anchor_time_s,label\na,x,hit\n", to: "one/swings/a.csv")
    try scratch.write("recording_id,anchor_time_s,label\na,1\n", to: "two/swings/a.csv")
    try scratch.write("recording_id,label\nb,hit\n", to: "two/swings/b.csv")
    let outcome = try await diff(scratch, "one", "two")
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errorLines == [
        #"error: one/swings/a.csv:2: column "anchor_time_s": found "x"; expected a number, or nothing for a missing one"#,
        "error: two/swings/a.csv:2: has 2 fields; expected 3, as in the header",
        #"error: two/swings/b.csv: has no column "anchor_time_s"; it has "recording_id", "label""#,
      ])
  }
}
