import Foundation
import SPRecordings
import Testing

/// Score: tables and labelled recordings.
struct ScoreInputTests {
  private func score(_ scratch: Scratch, _ arguments: String...) async throws -> Tool.Outcome {
    try await Tool.run(["score"] + arguments, in: scratch.path)
  }

  @Test("What a run leaves is scored, its tables one by one or joined")
  func runOutput() async throws {
    let scratch = try Scratch()
    let recordings = [try await Fixtures.recording(), try await Fixtures.otherRecording()]
    let run = try await Tool.run(
      ["run", Project.pipeline("baseball"), "--practice", "-o", "out"] + recordings, in: scratch.path)
    #expect(run.status == 0)
    let whole = try await Tool.run(
      ["score", "out", "--labels"] + recordings + ["--fail-under", "f1=1", "--fail-under", "accuracy=1"],
      in: scratch.path)
    #expect(whole.status == 0)
    #expect(whole.errors.isEmpty)
    try FileManager.default.removeItem(atPath: scratch("out/swings"))
    for table in ["out", "out/merged", "out/merged/swings.parquet"] {
      let joined = try await Tool.run(["score", table, "--labels"] + recordings, in: scratch.path)
      #expect(joined.output == whole.output, "\(table)")
    }
  }

  @Test("A table without rows counts as one; a recording without a table is an error")
  func missingTable() async throws {
    let scratch = try Scratch.scored()
    try scratch.table("out/swings/b.csv", [])
    let empty = try await score(scratch, "out", "--labels", "labels", "--resamples", "0")
    #expect(empty.status == 0)
    #expect(empty.output.contains("\nall swings      2      0       3  1.0000     0.4000  0.5714\n"))
    let missing = try await score(scratch, "out/swings/a.csv", "--labels", "labels")
    #expect(missing.status == 64)
    #expect(missing.output.isEmpty)
    #expect(
      missing.errors == """
        error: no table of recording "b" (labels/b.h5); expected rows with its id, or a table of its own without rows, \
        b.parquet

        """)
    let other = try await score(scratch, "out", "--labels", "labels", "--compare", "out/swings/a.csv")
    #expect(other.status == 64)
    #expect(other.errors.hasPrefix("error: no table of recording \"b\" (labels/b.h5) in --compare; expected"))
  }

  @Test("Rows of recordings without labels do not count, and columns that are absent are not scored")
  func warnings() async throws {
    let scratch = try Scratch.scored()
    try scratch.table("out/swings/c.csv", [Scratch.hit("c", 1)])
    try scratch.write("recording_id,anchor_time_s,label,start_time_s\na,1.01,hit,0.8\n", to: "out/swings/a.csv")
    let outcome = try await score(scratch, "out", "--labels", "labels/a.h5")
    #expect(outcome.status == 0)
    #expect(
      outcome.errorLines == [
        "warning: no column \"impact_time_s\" in out/swings/a.csv; what needs it is not scored",
        "warning: no column \"impact_onset_time_s\" in out/swings/a.csv; what needs it is not scored",
        "warning: no column \"hit_probability\" in out/swings/a.csv; what needs it is not scored",
        "warning: 2 recordings in the tables without labels, which do not count: \"b\", \"c\"",
      ])
    #expect(outcome.output.contains("\nauroc                  -  "))
    #expect(outcome.output.contains("\nhits            1      0       0 "))
  }

  @Test("Every fault of the inputs is told at once")
  func faults() async throws {
    let scratch = try Scratch.scored()
    try scratch.table("twice.csv", [Scratch.hit("a", 1)])
    try scratch.write("recording_id,anchor_time,label\na,1,hit\n", to: "misspelt.csv")
    try scratch.write("recording_id,anchor_time_s,label\na,1,hit\n\na,x,hit\n", to: "odd.csv")
    try scratch.write("", to: "empty/read.me")
    let tables = try await score(
      scratch, "out", "twice.csv", "misspelt.csv", "odd.csv", "empty", "gone", "--labels", "labels")
    // Of odd.csv.
    #expect(tables.status == 65)
    #expect(tables.output.isEmpty)
    #expect(
      tables.errors == """
        error: recording "a" has rows in out/swings/a.csv and in twice.csv; expected one table
        error: misspelt.csv: has no column "anchor_time_s"; did you mean "anchor_time"?
        error: odd.csv:4: column "anchor_time_s": found "x"; expected a number, or nothing for a missing one
        error: empty: holds no table of swings; expected an output folder of swingpipe run, or a folder of its tables
        error: gone: cannot read the table: no such file or directory

        """)

    try scratch.copy(scratch("labels/a.h5"), to: "labels/c.h5")
    let bare = try RecordingWriter(path: scratch("labels/d.h5"), attributes: RecordingAttributes(recordingID: "d"))
    try bare.write(Annotations(ignored: [1]))
    try bare.finish()
    let labels = try await score(scratch, "out", "--labels", "labels")
    #expect(labels.status == 64)
    #expect(
      labels.errors == """
        error: the recording id "a" is used by labels/a.h5 and labels/c.h5; expected one file per id
        error: labels/d.h5: has no group "annotations/swings"; expected labels (an empty group says that there are no swings)

        """)
  }

  @Test("A recording that cannot be read is a fault of the data")
  func damaged() async throws {
    let scratch = try Scratch.scored()
    try scratch.bytes("labels/b.h5").dropLast(100).write(to: URL(fileURLWithPath: scratch("labels/b.h5")))
    let outcome = try await score(scratch, "out", "--labels", "labels")
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("error: labels/b.h5: cannot open: the file is truncated"))
  }

  @Test("A recording that has no swings counts its false alarms")
  func noSwings() async throws {
    let scratch = try Scratch()
    try scratch.label("a", [])
    try scratch.table("a.csv", [Scratch.hit("a", 1), Scratch.miss("a", 3)])
    let outcome = try await score(scratch, "a.csv", "--labels", "labels")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\nall swings      0      2       0  0.0000     -       0.0000\n"))
    #expect(outcome.output.contains("\nfalse_swings_per_hour  4.0 "))
  }

  @Test("None is the worst of recordings that are equally good")
  func equallyGood() async throws {
    let scratch = try Scratch()
    for id in ["a", "b"] {
      try scratch.label(id, [(1, true)])
      try scratch.table("out/swings/\(id).csv", [Scratch.hit(id, 1)])
    }
    let both = try await score(scratch, "out", "--labels", "labels", "--resamples", "0").output
    #expect(both.hasSuffix("\nF1 over all swings is 1.0000 in each recording\n") && !both.contains("worst:"))
    try FileManager.default.removeItem(atPath: scratch("labels/b.h5"))
    try FileManager.default.removeItem(atPath: scratch("out/swings/b.csv"))
    let one = try await score(scratch, "out", "--labels", "labels", "--resamples", "0").output
    #expect(!one.contains("worst:") && !one.contains("in each recording"))
  }
}
