import Foundation
import SPHDF5
import SPRecordings
import Testing

struct ScoreTests {
  private func score(_ scratch: Scratch, _ arguments: String...) async throws -> Tool.Outcome {
    try await Tool.run(["score"] + arguments, in: scratch.path)
  }

  // MARK: Tables

  @Test("Tables of recordings that are not done are left out, and said to be")
  func stale() async throws {
    let scratch = try Scratch.scored()
    try scratch.records(of: "out", done: ["a"], failed: ["b"])
    let outcome = try await score(scratch, "out", "--labels", "labels")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains(
        "warning: out/swings/b.csv left out: not of a recording that the last run into that folder finished"))
    #expect(outcome.errors.contains("no table of recording \"b\""))
    let one = try await score(scratch, "out", "--labels", "labels/a.h5", "--resamples", "0")
    #expect(one.status == 0 && one.outputLines.first?.hasPrefix("1 recording") == true)
  }

  // MARK: Reports

  @Test("People see counts, the confusion, timing, every recording, and the worst one")
  func text() async throws {
    let outcome = try await score(try Scratch.scored(), "out", "--labels", "labels", "--resamples", "0")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.output.hasPrefix(
        """
        2 recordings, 60.0 min: 3 labelled hits, 2 labelled misses; 1 detection at ignored moments left out
        no intervals: no resamples were asked for

        detection   found  false  missed  precision  recall  F1
        hits            2      1       1  0.6667     0.6667  0.6667
        misses          1      1       1  0.5000     0.5000  0.5000
        all swings      4      1       1  0.8000     0.8000  0.8000

        labelled  called hit  called miss  not found
        hit                2            1          0
        miss               0            1          1
        no swing           1            0          -

        """))
    #expect(outcome.output.contains("\nfalse_swings_per_hour  1.0 "))
    #expect(outcome.output.contains("\nonset - contact   2  1.00    1.41   1.90\n"))
    #expect(outcome.output.contains("\nstart of misses   1  100.00  -      100.00\n"))
    #expect(
      outcome.output.hasSuffix(
        """

        recording  hits found/false/missed  misses found/false/missed  wrong label      F1
        a                            1/0/0                      1/0/0            0  1.0000
        b                            1/1/1                      0/1/1            1  0.6667
        worst: b, F1 0.6667 over all swings

        """))
  }

  @Test("Of many recordings those with the lowest F1 are listed")
  func many() async throws {
    let scratch = try Scratch.scored()
    for index in 10..<30 {
      try scratch.label("c\(index)", [(1, true)])
      try scratch.table("out/swings/c\(index).csv", [Scratch.hit("c\(index)", 1)])
    }
    let lines = try await score(scratch, "out", "--labels", "labels", "--resamples", "0").outputLines
    let head = try #require(lines.firstIndex { $0.hasPrefix("recording  hits found") })
    #expect(lines[(head + 1)...(head + 20)].map { $0.prefix(3) } == ["a  ", "b  "] + (10..<28).map { "c\($0)" })
    #expect(
      lines[(head + 21)...] == [
        "the 20 recordings of 22 with the lowest F1; --json has all", "worst: b, F1 0.6667 over all swings",
      ])
  }

  @Test("Intervals are drawn over recordings, of which there have to be two")
  func intervals() async throws {
    let scratch = try Scratch.scored()
    let two = try await score(scratch, "out", "--labels", "labels")
    // Of two recordings a quarter of the draws has either one alone.
    #expect(two.output.contains("\nall swings      4      1       1  0.8000 [0.6667, 1.0000]  "))
    #expect(two.output == (try await score(scratch, "out", "--labels", "labels")).output)
    let one = try await score(scratch, "out/swings/b.csv", "--labels", "labels/b.h5")
    #expect(one.outputLines[1] == "no 95 % intervals: they need two recordings or more")
    #expect(!one.output.contains(" ["))
  }

  @Test("Every error is listed with its place")
  func errors() async throws {
    let outcome = try await score(try Scratch.scored(), "out", "--labels", "labels", "--errors")
    #expect(
      outcome.output.hasSuffix(
        """

        recording     time  error         called  labelled  probability   nearest
        b          3.000 s  wrong label   miss    hit            0.4000  +0.000 s
        b          5.000 s  missed swing  -       miss                -  -2.000 s
        b          7.000 s  false swing   hit     -              0.9000  -2.000 s

        """))
    let fine = try await score(try Scratch.scored(), "out/swings/a.csv", "--labels", "labels/a.h5", "--errors")
    #expect(fine.output.hasSuffix("\nno errors\n"))
  }

  @Test("Programs get the same, with null for what is not defined")
  func json() async throws {
    let scratch = try Scratch.scored()
    let found = try await score(scratch, "out", "--labels", "labels", "--json").object()
    let metrics = try #require(found["metrics"] as? [String: [String: Any]])
    #expect(metrics["f1"]?["value"] as? Double == 0.8)
    #expect(metrics["f1"]?["low"] as? Double == 2.0 / 3)
    #expect(metrics["f1"]?["high"] as? Double == 1)
    #expect(metrics["accuracy"]?["value"] as? Double == 0.75)
    #expect(metrics["start.p95_ms"]?["unit"] as? String == "ms")
    #expect(found["worst"] as? String == "b")
    #expect(found["comparison"] is NSNull)
    let confusion = try #require(found["confusion"] as? [String: Int])
    #expect(confusion.values.reduce(0, +) == 6)
    #expect(confusion["false_hits"] == 1)
    let recordings = try #require(found["recordings"] as? [[String: Any]])
    #expect(recordings.map { $0["recording_id"] as? String } == ["a", "b"])
    let mistakes = try #require(recordings[1]["errors"] as? [[String: Any]])
    #expect(mistakes.map { $0["kind"] as? String } == ["wrong_label", "missed_swing", "false_swing"])
    #expect(mistakes.map { $0["time_s"] as? Double } == [3, 5, 7])
    #expect(mistakes[2]["labelled"] is NSNull)
    #expect((recordings[0]["metrics"] as? [String: Any])?["false_positive_rate"] as? Double == 0)

    try scratch.table("none/a.csv", [])
    let none = try await score(scratch, "none", "--labels", "labels/a.h5", "--json").object()
    let silent = try #require(none["metrics"] as? [String: [String: Any]])
    #expect(silent["precision"]?["value"] is NSNull)
    #expect(silent["recall"]?["value"] as? Double == 0)
    #expect(silent["recall"]?["low"] is NSNull)
    #expect(
      try await score(scratch, "none", "--labels", "labels/a.h5").output.contains(
        "\nhits            0      0       1  -  "))
  }

  @Test("Another run is set beside it, with the interval of the difference")
  func compare() async throws {
    let scratch = try Scratch.scored()
    try scratch.table("better/a.csv", [Scratch.hit("a", 1.002), Scratch.miss("a", 3.1)])
    try scratch.table(
      "better/b.csv", [Scratch.hit("b", 1), Scratch.miss("b", 3, probability: 0.4), Scratch.miss("b", 5)])
    let outcome = try await score(scratch, "better", "--labels", "labels", "--compare", "out")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\ncompared with out, both on the same draws of recordings\n"))
    #expect(outcome.output.contains(/\nf1 +1\.0000 +0\.8000 +\+0\.2000 +\[0\.0000, 0\.3333\]\n/))
    #expect(outcome.output.hasSuffix("\nb          1.0000    0.6667  1/0/1       1/1/1   1/1/0         0/1/1\n"))
    let json = try await score(scratch, "better", "--labels", "labels", "--compare", "out", "--json").object()
    let comparison = try #require(json["comparison"] as? [String: Any])
    let f1 = try #require((comparison["metrics"] as? [String: [String: Any]])?["f1"])
    #expect(f1["value"] as? Double == 0.8)
    #expect(abs((f1["difference"] as? Double ?? 0) - 0.2) < 1e-12)
  }

  // MARK: Bounds

  @Test("A bound that is not kept ends with 1 and says what was found and wanted")
  func bounds() async throws {
    let scratch = try Scratch.scored()
    let kept = try await score(
      scratch, "out", "--labels", "labels", "--fail-under", "f1=0.8", "--fail-over", "onset.p95_ms=1.91")
    #expect(kept.status == 0)
    let failed = try await score(
      scratch, "out", "--labels", "labels", "--json", "--fail-under", "f1=0.81", "--fail-under", "worst.f1=0.5",
      "--fail-over", "brier=0.001")
    #expect(failed.status == 1)
    #expect(failed.errorLines.count == 2)
    #expect(failed.errorLines.first == "error: --fail-under f1=0.81: f1 is 0.8; expected 0.81 or more")
    #expect(failed.errorLines.last?.hasPrefix("error: --fail-over brier=0.001: brier is 0.09") == true)
    #expect(try failed.object()["failed"] as? [String] == failed.errorLines.map { String($0.dropFirst(7)) })
  }

  @Test(
    "A metric that is not defined keeps no bound",
    arguments: [
      ("--fail-under", "precision", "0.5 or more"), ("--fail-over", "brier", "0.5 or less"),
      ("--fail-over", "onset.bias_ms", "a magnitude of 0.5 or less"),
    ])
  func undefinedBound(_ option: String, _ metric: String, _ wanted: String) async throws {
    let scratch = try Scratch.scored()
    try scratch.table("none/a.csv", [])
    let outcome = try await score(scratch, "none", "--labels", "labels/a.h5", option, "\(metric)=0.5")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        error: \(option) \(metric)=0.5: \(metric) is not defined, with nothing to measure it on; expected \(wanted)

        """)
  }

  @Test("A bias is bounded by its size, whichever way it goes")
  func biasBound() async throws {
    let scratch = try Scratch.scored()
    for late in [-0.02, 0.02] {
      try scratch.table("out/swings/a.csv", [Scratch.hit("a", 1 + late)])
      func bounded(_ limit: String) async throws -> Tool.Outcome {
        try await score(scratch, "out/swings/a.csv", "--labels", "labels/a.h5", "--fail-over", "onset.bias_ms=\(limit)")
      }
      let failed = try await bounded("2")
      #expect(failed.status == 1)
      let message =
        /error: --fail-over onset\.bias_ms=2: onset\.bias_ms is -?\d+\.\d+; expected a magnitude of 2\.0 or less/
      #expect(failed.errorLines.last?.wholeMatch(of: message) != nil, "\(failed.errors)")
      #expect(try await bounded("25").status == 0)
    }
  }

  @Test(
    "A bound on the better side of a metric is refused with the other option",
    arguments: [
      (
        "--fail-under", "brier=0.1",
        "bounds brier on its better side, since a smaller one is better; expected --fail-over"
      ),
      ("--fail-over", "f1=0.9", "bounds f1 on its better side, since a larger one is better; expected --fail-under"),
      (
        "--fail-under", "onset.bias_ms=2",
        "bounds onset.bias_ms on its better side, since the one nearest to 0 is best; expected --fail-over"
      ),
      ("--fail-over", "onset.bias_ms=-2", "bounds the magnitude of onset.bias_ms; expected 0 or more"),
    ])
  func wrongSide(_ option: String, _ bound: String, _ message: String) async throws {
    let outcome = try await Tool.run(["score", "out", "--labels", "labels", option, bound])
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("error: \(option) \(bound) \(message)"), "\(outcome.errors)")
  }

  @Test("The help names every metric")
  func metricsInHelp() async throws {
    let scratch = try Scratch.scored()
    let help = try await Tool.run(["score", "--help-all"]).output
    let start = try #require(help.range(of: "METRICS"))
    let end = try #require(help.range(of: "EXIT CODES"))
    let words = Set(help[start.upperBound..<end.lowerBound].split { " ,\n".contains($0) }.map(String.init))
    let metrics = try #require(
      try await score(scratch, "out", "--labels", "labels", "--json").object()["metrics"] as? [String: Any])
    for name in metrics.keys where !words.contains(name) {
      // Families are named once: "onset.bias_ms, .sd_ms" and "hits.precision, ...".
      let parts = name.split(separator: ".").map(String.init)
      let family = parts.dropLast().joined(separator: ".")
      let last = try #require(parts.last)
      #expect(words.contains { $0 == family || $0.hasPrefix(family + ".") }, "\(name)")
      #expect(words.contains(last) || words.contains { $0.hasSuffix("." + last) }, "\(name)")
    }
  }

  // MARK: Options

  @Test("Tolerances and the reach of ignored moments are options")
  func tolerances() async throws {
    let scratch = try Scratch.scored()
    func line(_ arguments: String...) async throws -> String? {
      let outcome = try await Tool.run(
        ["score", "out", "--labels", "labels", "--resamples", "0"] + arguments, in: scratch.path)
      return outcome.outputLines.first { $0.hasPrefix("all swings") }
    }
    #expect(try await line("--hit-tolerance-ms", "1") == "all swings      3      2       2  0.6000     0.6000  0.6000")
    #expect(
      try await line("--miss-tolerance-ms", "99") == "all swings      3      2       2  0.6000     0.6000  0.6000")
    #expect(try await line("--ignore-within-ms", "99") == "all swings      4      2       1  0.6667     0.8000  0.7273")
  }

  @Test("Labels and tables may be given one by one")
  func inputs() async throws {
    let scratch = try Scratch.scored()
    let whole = try await score(scratch, "out", "--labels", "labels").output
    for arguments in [
      ["out/swings/b.csv", "out/swings/a.csv", "--labels", "labels/b.h5", "labels/a.h5"],
      ["out/swings", "out/swings/a.csv", "--labels", "labels/b.h5", "--labels", "labels"],
    ] {
      #expect(try await Tool.run(["score"] + arguments, in: scratch.path).output == whole)
    }
  }

  @Test("Swings are what is scored by default, and tolerances of other kinds are refused")
  func kind() async throws {
    let scratch = try Scratch.scored()
    let usual = try await score(scratch, "out", "--labels", "labels")
    for kind in ["swings", "swing"] {
      #expect(try await score(scratch, "out", "--labels", "labels", "--kind", kind).output == usual.output)
    }
    let refused = try await score(scratch, "out", "--labels", "labels", "--tolerance-ms", "100")
    #expect(refused.status == 64 && refused.output.isEmpty)
    #expect(
      refused.errors.hasPrefix(
        "error: --tolerance-ms is not for swings; expected --hit-tolerance-ms or --miss-tolerance-ms\n"))
  }
}
