import Foundation
import Testing

/// A run's rows on standard output.
struct RunRowsTests {
  /// Runs a line of the shell in which temporary files go to `tmp` in the scene's folder.
  private func shell(_ line: String, in scene: BatchScene) async throws -> Tool.Outcome {
    try await Tool.shell("mkdir -p tmp; export TMPDIR=\"$PWD/tmp\"\n" + line, in: scene.scratch.path)
  }

  @Test("Rows come in the order of the list, of recordings that were up to date, too")
  func order() async throws {
    let scene = try await BatchScene(["c", "b", "a"])
    _ = try await scene.run("--only", "b")
    let rows = try await scene.run("--rows", "impacts")
    #expect(rows.status == 0)
    #expect(rows.errors.isEmpty)
    #expect(
      rows.output == (try await scene.tool(["head", "out/merged/impacts.parquet", "--all", "--json-lines"]).output))
    let ids = try rows.objects().map { $0["recording_id"] as? String }
    #expect(Set(ids) == ["a", "b", "c"])
    #expect(ids == ids.sorted { ($0 ?? "") < ($1 ?? "") })
    #expect(try await scene.run("--rows", "impacts").output == rows.output)
  }

  @Test("Without an output folder they are the same, only what leads to them is run, and nothing is kept")
  func temporary() async throws {
    let scene = try await BatchScene(["a", "b"])
    let kept = try await scene.run("--rows", "recordings")
    let rows = try await shell("\"$SWINGPIPE\" run p.json in --rows recordings -q; ls -A tmp >&2", in: scene)
    #expect(rows.status == 0)
    #expect(rows.output == kept.output)
    #expect(rows.errors.isEmpty)
  }

  @Test("Where standard output is closed that is an error, and no file gets the rows")
  func closedOutput() async throws {
    let scene = try await BatchScene(["a"])
    let rows = try await scene.run("--rows", "impacts").output
    let closed = try await shell("\"$SWINGPIPE\" run p.json in --rows impacts -o closed -q >&-", in: scene)
    #expect(closed.status == 1)
    #expect(closed.errors == "error: cannot write to standard output: Bad file descriptor\n")
    for file in scene.scratch.files(below: "closed") {
      #expect(try scene.scratch.bytes("closed/\(file)").firstRange(of: Data(rows.utf8.prefix(80))) == nil, "\(file)")
    }
  }

  @Test("Recordings that fail are left out and told")
  func failure() async throws {
    let scene = try await BatchScene(["a", "b"])
    try scene.cut("a", bytes: 100)
    let rows = try await shell(
      "\"$SWINGPIPE\" run p.json in --rows recordings; code=$?; ls -A tmp >&2; exit $code", in: scene)
    #expect(rows.status == 1)
    #expect(try rows.objects().map { $0["recording_id"] as? String } == ["b"])
    #expect(rows.errorLines.last == "1 of 2 recordings failed; the others are done")
  }

  @Test("A table that the pipeline does not write is told before anything runs")
  func unknownTable() async throws {
    let scene = try await BatchScene(["a"])
    let near = try await scene.tool(["run", "p.json", "in", "--rows", "impact"])
    #expect(near.status == 64)
    #expect(near.errors == "error: --rows: the pipeline writes no table \"impact\"; did you mean \"impacts\"?\n")
    let far = try await scene.tool(["run", "p.json", "in", "--rows", "x", "-o", "out"])
    #expect(far.errors == "error: --rows: the pipeline writes no table \"x\"; expected one of recordings, impacts\n")
    let early = try await scene.tool(["run", "p.json", "in", "--rows", "impacts", "--until", "overview_out"])
    #expect(early.status == 64)
    #expect(
      early.errors
        == "error: --rows: up to stage \"overview_out\" the pipeline writes no table \"impacts\"; expected one of recordings\n"
    )
    #expect(scene.scratch.files(below: "out").isEmpty)
  }

  @Test("A reader that goes away ends it quietly, and the temporary folder is removed")
  func pipe() async throws {
    let scene = try await BatchScene(["a"])
    // The reader is gone before the first row.
    let rows = try await shell(
      "{ \"$SWINGPIPE\" run p.json in --rows recordings -q; echo $? >code; } | :; cat code; ls -A tmp >&2", in: scene)
    #expect(rows.output == "141\n")
    #expect(rows.errors.isEmpty)
  }

  @Test("After Ctrl-C there are no rows and no temporary folder")
  func interrupt() async throws {
    let scene = try await BatchScene([])
    try scene.scratch.copy(try await Fixtures.longRecording(), to: "in/long.h5")
    let rows = try await shell(
      """
      "$SWINGPIPE" run p.json in --rows impacts & run=$!
      until ls tmp/*/_meta/schema.json >/dev/null 2>&1; do sleep 0.01; done
      kill -TERM $run
      wait $run; code=$?; ls -A tmp >&2; exit $code
      """, in: scene)
    #expect(rows.status == 130)
    #expect(rows.output.isEmpty)
    #expect(rows.errorLines.last == "interrupted: 0 done, 1 not done; no rows are printed")
  }

  @Test(
    "What was done before a crash is printed once", .enabled(if: CrashingLibrary.path != nil, CrashingLibrary.lack))
  func crash() async throws {
    let scene = try await BatchScene(["crash"])
    // The larger is worked on first, and is done when the other one crashes.
    let long = try await scene.tool(["simulate", "swings", "-o", "in", "--duration-s", "15", "--seed", "9"])
    try #require(long.status == 0, "\(long.errors)")
    let library = try #require(CrashingLibrary.path)
    let rows = try await shell(
      """
      LD_PRELOAD='\(library)' "$SWINGPIPE" run p.json in --rows recordings -j1; code=$?; ls -A tmp >&2; exit $code
      """, in: scene)
    #expect(rows.status == 1)
    #expect(try rows.objects().map { $0["recording_id"] as? String } == ["baseball-000009"])
    #expect(rows.errors.contains("in/crash.h5: the program crashed while working on "))
    #expect(rows.errorLines.last == "1 of 2 recordings failed; the others are done")
  }

  @Test("Samples around swings are not rows: --rows and head say so, and name what shows rows")
  func samples() async throws {
    let scratch = try Scratch()
    let stages = [
      "readers.hdf5", "filters.high_pass", "detectors.impact", "detectors.swing_start", "detectors.air_swing",
      "classifiers.hit_miss", "writers.windows",
    ].map { "{ \"type\": \"\($0)\" }" }
    try scratch.write("{ \"version\": 1, \"stages\": [\(stages.joined(separator: ", "))] }", to: "p.json")
    let run = ["run", "p.json", Project.path("Data/tennis-000001.h5")]
    let rows = try await Tool.run(run + ["--rows", "windows"], in: scratch.path)
    #expect(rows.status == 64 && rows.errors.contains("\"windows\" holds samples around swings, not rows"))
    #expect(try await Tool.run(run + ["-o", "out", "-q"], in: scratch.path).status == 0)
    let head = try await Tool.run(["head", "out/merged/windows.h5"], in: scratch.path)
    #expect(head.status == 65 && head.errors.contains("has windows of samples, not the rows of a table"))
    let folder = try await Tool.run(["head", "out"], in: scratch.path)
    #expect(folder.status == 64 && folder.errors == "error: out: the pipeline of its run writes no table with rows\n")
  }
}
