import Foundation
import SPHDF5
import SPRecordings
import SPSwings
import Testing

struct LabelTests {
  /// A recording from 0 s to 1800 s with a hit at 1 s and a miss at 3 s, each with a start 0.2 s before.
  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.label("a", [(1, true), (3, false)], in: "in")
    return scratch
  }

  private func label(_ scratch: Scratch, _ arguments: String...) async throws -> Tool.Outcome {
    try await Tool.run(["label"] + arguments, in: scratch.path)
  }

  private func annotations(_ scratch: Scratch) throws -> Annotations? {
    try Recording(opening: scratch("in/a.h5")).annotations()
  }

  // MARK: Listing

  @Test("Labels are listed in the order of time, on the recording's clock and from its start")
  func list() async throws {
    let scratch = try scratch()
    try #require(try await label(scratch, "add", "in/a.h5", "--ignore", "2").status == 0)
    try #require(try await label(scratch, "add", "in/a.h5", "--contact", "+4.25").status == 0)
    let outcome = try await label(scratch, "list", "in")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        in/a.h5: a: 2 hits, 1 miss, 1 moment to ignore
          index  kind     start  contact   +start  +contact
              0  hit     0.8000   1.0000  +0.8000   +1.0000
              1  ignore       -   2.0000        -   +2.0000
              2  miss    2.8000   3.0000  +2.8000   +3.0000
              3  hit          -   4.2500        -   +4.2500

        """)
  }

  @Test("JSON has exact times, and null for a start that is not known")
  func json() async throws {
    let scratch = try scratch()
    _ = try await label(scratch, "add", "in/a.h5", "--contact", "4.25")
    _ = try await label(scratch, "add", "in/a.h5", "--distractor", "5")
    let outcome = try await label(scratch, "list", "in/a.h5", "--json")
    let found = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    #expect(found[0]["recording_id"] as? String == "a" && found[0]["has_swing_labels"] as? Bool == true)
    let labels = try #require(found[0]["labels"] as? [[String: Any]])
    #expect(labels.map { $0["index"] as? Int } == [0, 1, 2, 3])
    #expect(labels.map { $0["kind"] as? String } == ["swing", "swing", "swing", "distractor"])
    #expect(labels.map { $0["label"] as? String } == ["hit", "miss", "hit", nil])
    #expect(labels.map { $0["start_time_s"] as? Double } == [0.8, 2.8, nil, nil])
    #expect(labels.map { $0["contact_offset_s"] as? Double } == [1, 3, 4.25, 5])
    #expect(labels[2]["start_time_s"] is NSNull)
  }

  @Test("A recording without labels is told from one that has no swings; one that is none fails alone")
  func unlabelled() async throws {
    let scratch = try Scratch()
    try scratch.label("none", [], in: "in")
    try scratch.write("x", to: "in/bad.h5")
    let outcome = try await label(scratch, "list", "in")
    #expect(outcome.status == 1)
    #expect(outcome.output == "in/none.h5: none: no labels\n")
    #expect(outcome.errors.hasPrefix("error: in/bad.h5: cannot open"))
    _ = try await label(scratch, "remove", "in/none.h5", "--all")
    #expect(
      try await label(scratch, "list", "in/none.h5").output
        == "in/none.h5: none: no labels; its swings are not labelled\n")
  }

  // MARK: Adding and removing

  @Test("Two are added and one is removed, each told and kept in the history")
  func edit() async throws {
    let scratch = try scratch()
    let first = try await label(scratch, "add", "in/a.h5", "--contact", "2", "--start", "+1.75", "--label", "miss")
    #expect(first.output == "in/a.h5: added 1 miss\n  miss at 2.0000 s (+2.0000), started at 1.7500 s\n")
    let second = try await label(scratch, "add", "in/a.h5", "--contact", "1.5")
    #expect(second.output == "in/a.h5: added 1 hit\n  hit at 1.5000 s (+1.5000), start not known\n")
    let removed = try await label(scratch, "remove", "in/a.h5", "--at", "+1.04")
    #expect(removed.output == "in/a.h5: removed 1 hit\n  hit at 1.0000 s (+1.0000), started at 0.8000 s\n")
    for outcome in [first, second, removed] { #expect(outcome.status == 0 && outcome.errors.isEmpty) }
    #expect(
      try annotations(scratch)
        == Annotations(swings: [
          .init(startTime: nil, contactTime: 1.5, isHit: true), .init(startTime: 1.75, contactTime: 2, isHit: false),
          .init(startTime: 2.8, contactTime: 3, isHit: false),
        ]))
    let history = try File(opening: scratch("in/a.h5")).attributes.string("history")
    #expect(
      history.split(separator: "\n").map { $0.replacing(/\d+\.\d+\.\d+/, with: "V") } == [
        "label by swingpipe V: added 1 miss", "label by swingpipe V: added 1 hit",
        "label by swingpipe V: removed 1 hit",
      ])
    #expect(scratch.files() == ["in/a.h5"])
  }

  @Test("A label within 100 ms of another of its kind is added with a warning")
  func near() async throws {
    let scratch = try scratch()
    let added = try await label(scratch, "add", "in/a.h5", "--contact", "+3.06")
    #expect(added.status == 0 && added.output.hasPrefix("in/a.h5: added 1 hit\n"))
    #expect(
      added.errors.hasPrefix("warning: in/a.h5: it has a label 60 ms from the new one: miss at 3.0000 s (+3.0000)"))
    #expect(try await label(scratch, "add", "in/a.h5", "--contact", "+3.2").errors.isEmpty)
    #expect(try await label(scratch, "add", "in/a.h5", "--ignore", "+3.0").errors.isEmpty)
  }

  @Test("Labels are removed by their places in the list, and all at once")
  func removal() async throws {
    let scratch = try scratch()
    _ = try await label(scratch, "add", "in/a.h5", "--ignore", "2")
    let none = try await label(scratch, "remove", "in/a.h5", "--all", "--kind", "dive")
    #expect(none.status == 64 && none.errors == "error: in/a.h5: has no label of the kind dive; nothing was removed\n")
    let some = try await label(scratch, "remove", "in/a.h5", "--index", "0", "--index", "2")
    #expect(some.output.hasPrefix("in/a.h5: removed 1 hit, 1 miss\n"))
    #expect(try annotations(scratch) == Annotations(swings: [], ignored: [2]))
    _ = try await label(scratch, "add", "in/a.h5", "--contact", "2.02")
    #expect(
      try await label(scratch, "remove", "in/a.h5", "--at", "2", "--kind", "hit").output.contains("removed 1 hit\n"))
    _ = try await label(scratch, "add", "in/a.h5", "--contact", "4")
    #expect(try await label(scratch, "remove", "in/a.h5", "--all", "--kind", "ignore").status == 0)
    #expect(try annotations(scratch)?.labels.map(\.time) == [4])
    #expect(try await label(scratch, "remove", "in/a.h5", "--all").status == 0)
    #expect(try annotations(scratch) == nil)
    // With a kind it is that kind alone which nothing is stated of any more.
    _ = try await label(scratch, "add", "in/a.h5", "--kind", "dive", "--at", "2")
    #expect(try await label(scratch, "remove", "in/a.h5", "--at", "2").status == 0)
    #expect(try annotations(scratch)?.labelledSets.map(\.name) == ["dive"])
    #expect(try await label(scratch, "remove", "in/a.h5", "--all", "--kind", "dive").status == 0)
    #expect(try annotations(scratch)?.labelledSets ?? [] == [])
    _ = try await label(scratch, "remove", "in/a.h5", "--all")
    let again = try await label(scratch, "remove", "in/a.h5", "--all")
    #expect(again.status == 64 && again.errors == "error: in/a.h5: has no labels; nothing was removed\n")
  }

  @Test("What cannot be found, or is there already, is told with what is there")
  func refused() async throws {
    let scratch = try scratch()
    _ = try await label(scratch, "add", "in/a.h5", "--ignore", "1.02")
    let before = try scratch.bytes("in/a.h5")
    let cases: [([String], String)] = [
      (
        ["remove", "--at", "2"],
        "has no label within 0.05 s of 2.0 s; the nearest is index 1, ignore at 1.0200 s (+1.0200)"
      ),
      (
        ["remove", "--at", "+1.01"],
        "has 2 labels within 0.05 s of 1.01 s: index 0, hit at 1.0000 s (+1.0000), started at 0.8000 s; index 1, ignore "
          + "at 1.0200 s (+1.0200); expected --index, or a smaller --within"
      ),
      (["remove", "--index", "3"], "has no label 3; expected --index from 0 to 2"),
      (
        ["add", "--contact", "3.001"],
        "hit at 3.0010 s, start not known: within 1 ms there is index 2 already: miss at 3.0000 s (+3.0000), started at "
          + "2.8000 s; nothing was added"
      ),
      (
        ["add", "--contact", "+1900"],
        "the hit at 1900.0000 s lies outside of it; expected 0.0 to 1800.0 s, or +0 to +1800.000"
      ),
      (
        ["add", "--contact", "5", "--start", "6"],
        "--start is 6.0 s and --contact 5.0 s; expected the start before it"
      ),
    ]
    for (arguments, fault) in cases {
      let outcome = try await Tool.run(
        ["label", arguments[0], "in/a.h5"] + arguments.dropFirst(), in: scratch.path)
      #expect(outcome.status == 64)
      #expect(outcome.errors == "error: in/a.h5: \(fault)\n")
      #expect(outcome.output.isEmpty)
    }
    #expect(try scratch.bytes("in/a.h5") == before)
    #expect(try await label(scratch, "remove", "in/a.h5", "--at", "1", "--within", "0.01").status == 0)
  }

  @Test("Options that do not go together, and misspelt ones, are told")
  func usage() async throws {
    let cases: [([String], String)] = [
      (["add", "a.h5"], "expected one of --contact, --ignore, --distractor, --at, --end and --from, found none"),
      (["add", "a.h5", "--contact", "1", "--ignore", "2"], "found --contact and --ignore"),
      (["add", "a.h5", "--ignore", "1", "--label", "hit"], "--label is about a swing; expected it with --contact"),
      (
        ["add", "a.h5", "--contact", "1", "--clock", "unix"],
        "--clock is about a file of labels; expected it with --from"
      ),
      (["add", "a.h5", "--contact", "1", "--replace"], "--replace is about a file of labels; expected it with --from"),
      (
        ["add", "a.h5", "--from", "x", "--hit-words", "a", "--miss-words", "b,A"],
        "\"A\" is to mean hit and miss; expected one of them"
      ),
      (["add", "a.h5", "--contact", "soon"], "\"soon\" is not a time; expected seconds on the recording's clock"),
      (["add", "a.h5", "--contract", "1"], "unknown option \"--contract\"; did you mean \"--contact\"?"),
      (["remove", "a.h5"], "expected one of --at, --index and --all, found none"),
      (["remove", "a.h5", "--all", "--within", "1"], "--within is about a moment; expected it with --at"),
      (
        ["remove", "a.h5", "--index", "1", "--kind", "hit"],
        "--kind does not go with --index, which already selects labels; expected one of the two"
      ),
      (["delete", "a.h5"], "unknown command \"delete\"; expected one of \"list\", \"add\", \"remove\""),
      (["lst"], "unknown command \"lst\"; did you mean \"list\"?"),
    ]
    let scratch = try Scratch()
    for (arguments, fault) in cases {
      let outcome = try await Tool.run(["label"] + arguments, in: scratch.path)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(fault), "\(outcome.errors)")
    }
    let gone = try await label(scratch, "add", "a.h5", "--contact", "1")
    #expect(gone.status == 64 && gone.errors.hasPrefix("error: a.h5"))
  }

  // MARK: Files

  @Test("Labels of a file are added to those that there are, or take their place")
  func file() async throws {
    let scratch = try scratch()
    try scratch.write("4.0\t4.25\tforehand\n5.0\t5.0\tair\n\\\t-1\t-1\n6.0\t6.5\tforehand\n", to: "tracks/labels.txt")
    let words = ["--hit-words", "forehand,backhand", "--miss-words", "air"]
    let unknown = try await label(scratch, "add", "in/a.h5", "--from", "tracks/labels.txt")
    #expect(unknown.status == 65)
    #expect(
      unknown.errors
        == "error: tracks/labels.txt:1: \"forehand\" is not a label, and neither is \"air\"; expected hit, miss, "
        + "ignore, distractor, 1 or 0, or a meaning for such words, as in --hit-words forehand\n")
    let added = try await Tool.run(
      ["label", "add", "in/a.h5", "--from", "tracks/labels.txt"] + words, in: scratch.path)
    #expect(added.status == 0 && added.output == "in/a.h5: added 2 hits, 1 miss from labels.txt\n")
    #expect(try annotations(scratch)?.swings.map(\.contactTime) == [1, 3, 4.25, 5, 6.5])
    let again = try await Tool.run(
      ["label", "add", "in/a.h5", "--from", "tracks/labels.txt"] + words, in: scratch.path)
    #expect(again.status == 64 && again.errors.contains("nothing was added"))
    let replaced = try await Tool.run(
      ["label", "add", "in/a.h5", "--from", "tracks/labels.txt", "--replace", "--offset-s", "-0.25"] + words,
      in: scratch.path)
    #expect(replaced.output == "in/a.h5: replaced 3 hits, 2 misses by 2 hits, 1 miss from labels.txt\n")
    #expect(try annotations(scratch)?.swings.map(\.contactTime) == [4, 4.75, 6.25])
  }

  @Test("Faults of a file are told with its line, and what is passed over is named")
  func fileFaults() async throws {
    let scratch = try scratch()
    try scratch.write("time_s,note\n10,x\n56260,y\n", to: "l.csv")
    let outside = try await label(scratch, "add", "in/a.h5", "--from", "l.csv")
    #expect(outside.status == 65)
    #expect(outside.errorLines.first == "l.csv: column \"note\" ignored")
    #expect(outside.errors.contains("error: l.csv:3: lies at 56260.0 s of the recording's clock, outside of"))
    #expect(outside.errors.hasSuffix("; see --clock and --offset-s\n"))
    try scratch.write("a\t1250\t1500\t250\thit\nb\t1250\t1500\t250\thit\n", to: "e.txt")
    let tiers = try await label(scratch, "add", "in/a.h5", "--from", "e.txt")
    #expect(tiers.status == 65 && tiers.errors.hasSuffix("of \"a\", \"b\"; see --tier\n"))
    #expect(try await label(scratch, "add", "in/a.h5", "--from", "e.txt", "--tier", "b").status == 0)
    let gone = try await label(scratch, "add", "in/a.h5", "--from", "gone.csv")
    #expect(gone.status == 64 && gone.errors == "error: gone.csv: cannot open: no such file or directory\n")
    try scratch.write("time_s\n", to: "none.csv")
    #expect(try await label(scratch, "add", "in/a.h5", "--from", "none.csv", "--replace").status == 0)
    #expect(try annotations(scratch) == Annotations(swings: []))
  }

  // MARK: What is made of them

  @Test("Labels made that way are scored; a start that is not known is not judged")
  func score() async throws {
    let scratch = try scratch()
    _ = try await label(scratch, "remove", "in/a.h5", "--all")
    try scratch.table("found.csv", [Scratch.hit("a", 1.002), Scratch.hit("a", 7), Scratch.miss("a", 3)])
    try scratch.write("start_time_s,contact_time_s,label\n,1,hit\n2.75,3,miss\n", to: "l.csv")
    try #require(try await label(scratch, "add", "in/a.h5", "--from", "l.csv").status == 0)
    let outcome = try await Tool.run(
      ["score", "found.csv", "--labels", "in/a.h5", "--resamples", "0", "--json"], in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try await Tool.run(
      ["score", "found.csv", "--labels", "in/a.h5", "--resamples", "0"], in: scratch.path)
    #expect(text.output.contains("\nhits            1      1       0  0.5000     1.0000  0.6667\n"))
    #expect(text.output.contains("\nonset - contact   1  2.00"))
    #expect(text.output.contains("\nstart of misses   1  50.00"))
    #expect(!outcome.output.contains("NaN") && !text.output.contains("nan"))
    let bound = try await Tool.run(
      ["score", "found.csv", "--labels", "in/a.h5", "--resamples", "0", "--fail-over", "hits.start.p95_ms=1"],
      in: scratch.path)
    #expect(bound.status == 1 && bound.errors.contains("hits.start.p95_ms"))
  }

  @Test("A contact without a start is drawn, and counted by info")
  func shown() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    _ = try await label(scratch, "remove", "a.h5", "--all")
    _ = try await label(scratch, "add", "a.h5", "--contact", "+4.5")
    let plot = try await Tool.run(["plot", "a.h5", "--from", "+4", "--to", "+5", "-o", "-"], in: scratch.path)
    #expect(plot.status == 0, "\(plot.errors)")
    #expect(SVGPicture(plot.output).description.contains("labelled: hit at "))
    #expect(
      try await Tool.run(["check", "--details", "a.h5"], in: scratch.path).output
        .contains("labels: 1 hit, 0 misses, 0 moments to ignore, 0 distractors"))
  }

  // MARK: What must not be written

  @Test("A read-only recording is refused and stays")
  func readOnly() async throws {
    let scratch = try scratch()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: scratch("in/a.h5"))
    let before = try scratch.bytes("in/a.h5")
    let outcome = try await label(scratch, "add", "in/a.h5", "--contact", "5")
    #expect(outcome.status == 64)
    #expect(outcome.errors == "error: in/a.h5: cannot change the file: permission denied\n")
    #expect(try scratch.bytes("in/a.h5") == before)
  }

  @Test("In a folder that must not be written", .enabled(if: geteuid() != 0, "nothing is forbidden to root"))
  func readOnlyFolder() async throws {
    let scratch = try scratch()
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scratch("in"))
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch("in")) }
    let outcome = try await label(scratch, "add", "in/a.h5", "--contact", "5")
    #expect(outcome.status == 64)
    #expect(outcome.errors == "error: in/a.h5: cannot create a copy beside the file: permission denied\n")
  }

  @Test(
    "On a disk that is read-only or full", .enabled(if: SmallDisk.isPossible, "no file system of a size can be mounted")
  )
  func disks() async throws {
    let scratch = try Scratch()
    let disk = try SmallDisk(at: scratch("disk"), kilobytes: 64)
    try scratch.label("a", [(1, true)], in: "disk")
    let size = try scratch.bytes("disk/a.h5").count
    try scratch.write(String(repeating: "x", count: 60_000 - size), to: "disk/filler")
    let before = try scratch.bytes("disk/a.h5")
    let full = try await label(scratch, "add", "disk/a.h5", "--contact", "5")
    #expect(full.status == 75 && full.errors.contains("no space left on device"), "\(full.errors)")
    try disk.forbidWriting()
    let locked = try await label(scratch, "add", "disk/a.h5", "--contact", "5")
    #expect(locked.status == 64 && locked.errors.contains("read-only file system"), "\(locked.errors)")
    #expect(try scratch.bytes("disk/a.h5") == before)
    #expect(scratch.files(below: "disk") == ["a.h5", "filler"])
  }
}
