import Foundation
import Testing

/// Shards and joining them.
struct MergeTests {
  @Test("Three shards give the bytes of one run, each recording once, whatever names them")
  func shards() async throws {
    let scene = try await BatchScene(["a", "b", "c", "d"])
    try await scene.add("e", isOther: true)
    #expect(try await scene.run("--jobs", "1", output: "whole").status == 0)

    #expect(try await scene.run("--shard", "1/3").status == 0)
    let early = try await scene.tool(["merge", "out", "--require-complete"])
    #expect(early.status == 1)
    #expect(early.errors.contains(/missing: \d recordings: not run yet \(/))
    #expect(early.errorLines.last?.contains("nothing was joined") == true)
    #expect(scene.scratch.files(below: "out/merged").isEmpty)
    let partial = try await scene.tool(["merge", "out", "-q"])
    #expect(partial.status == 1)
    let done = scene.scratch.files(below: "out/recordings").map { String($0.dropLast(".parquet".count)) }
    let joined = try scene.scratch.tableText("out/merged/recordings.parquet").split(separator: "\n").dropFirst()
    #expect(joined.map { String($0.prefix { $0 != "," }) } == done)

    let line = "\"$SWINGPIPE\" run p.json in -o out -q --shards 3 --shard-index-from-env"
    let rest = try await Tool.shell(
      "SLURM_ARRAY_TASK_ID=2 \(line) && JOB_COMPLETION_INDEX=2 \(line)", in: scene.scratch.path)
    #expect(rest.status == 0, "\(rest.errors)")
    let merge = try await scene.tool(["merge", "out", "--require-complete"])
    #expect(merge.status == 0)
    #expect(
      merge.errorLines == ["out/merged/impacts.parquet: 5 recordings", "out/merged/recordings.parquet: 5 recordings"])
    #expect(try scene.tables() == scene.tables("whole"))

    let parts = try (1...3).map { try scene.object("_meta/shards/\($0)-of-3.json") }
    #expect(parts.map { $0["shard"] as? String } == ["1/3", "2/3", "3/3"])
    let ids = parts.map { ($0["recordings"] as? [[String: Any]] ?? []).compactMap { $0["recording_id"] as? String } }
    #expect(ids.allSatisfy { !$0.isEmpty })
    #expect(ids.joined().sorted() == ["a", "b", "c", "d", "e"])
  }

  @Test("A shard says how its tables are joined later, unless the pipeline writes none: then there is nothing to join")
  func later() async throws {
    let scene = try await BatchScene(["a"])
    let shard = try await scene.tool(["run", "p.json", "in", "-o", "two words", "--shard", "1/1"])
    #expect(shard.errorLines.contains("shard 1/1; when all are done, join the tables: swingpipe merge 'two words'"))
    try scene.scratch.write(#"{ "version": 1, "stages": [{ "id": "in", "type": "readers.hdf5" }] }"#, to: "none.json")
    let none = try await scene.tool(["run", "none.json", "in", "-o", "out", "--shard", "1/1"])
    #expect(none.status == 0 && !none.errors.contains("merge"))
    let merge = try await scene.tool(["merge", "out"])
    #expect(merge.status == 0 && merge.errors == "the pipeline writes no table; there is nothing to join\n")
  }

  @Test("Without the descriptions of columns tables are joined, too, and the merge says what they lack")
  func undescribed() async throws {
    let scene = try await BatchScene(["a"])
    _ = try await scene.run()
    for path in ["out/merged", "out/_meta/schema.json"] {
      try FileManager.default.removeItem(atPath: scene.scratch(path))
    }
    let merge = try await scene.tool(["merge", "out", "-q"])
    #expect(merge.status == 0 && merge.errorLines.count == 1)
    #expect(merge.errors.hasPrefix("warning: out/_meta/schema.json: cannot be read, so the joined tables lack"))
    #expect(scene.scratch.files(below: "out/merged") == ["impacts.parquet", "recordings.parquet"])
  }

  @Test("What is no longer in the plan is not joined, and what failed is left out and named")
  func leftOut() async throws {
    let scene = try await BatchScene(["a", "b", "c"])
    _ = try await scene.run()
    try FileManager.default.removeItem(atPath: scene.scratch("in/b.h5"))
    try scene.cut("c", bytes: 100)
    #expect(try await scene.run().status == 1)
    // A failed recording keeps the tables of its last good run, which are not joined.
    #expect(scene.scratch.files(below: "out/recordings") == ["a.parquet", "b.parquet", "c.parquet"])
    let outcome = try await scene.tool(["merge", "out"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines[0].hasPrefix("error: failed: 1 recording: stage \"in\": cannot open: the file is truncated"))
    #expect(outcome.errorLines[0].hasSuffix("(c)"))
    #expect(
      try scene.scratch.tableText("out/merged/recordings.parquet")
        == scene.scratch.tableText("out/recordings/a.parquet"))
  }

  @Test("Once jobs are written for other options, nothing that was made with the earlier ones counts as complete")
  func orderedAnew() async throws {
    let scene = try await BatchScene(["a"])
    _ = try await scene.run()
    #expect(try await scene.tool(["merge", "out", "--require-complete", "-q"]).status == 0)
    let order = ["slurm", "p.json", "in", "-o", "out", "--shards", "1", "--set", "hit.threshold_g=3"]
    #expect(try await scene.tool(order).status == 0)
    let outcome = try await scene.tool(["merge", "out", "--require-complete"])
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.first == "error: stale: 1 recording: hit.threshold_g 1.5 -> 3 (a)")
  }

  @Test("Without a record of the pipeline nothing is joined, and nothing called complete")
  func noPipeline() async throws {
    let scene = try await BatchScene(["a"])
    _ = try await scene.run()
    try FileManager.default.removeItem(atPath: scene.scratch("out/_meta/pipeline.json"))
    let outcome = try await scene.tool(["merge", "out", "--require-complete"])
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("error: out: has no record of a pipeline"))
  }

  @Test("One recording by force leaves the others, and the joined tables, as they are")
  func forced() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    let before = try scene.tables()
    let outcome = try await scene.tool(["run", "p.json", "in", "-o", "out", "--overwrite", "--only", "a"])
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("not joined"))
    #expect(try scene.object("_meta/status/a.json")["reasons"] as? [String] == ["overwrite"])
    #expect(try scene.object("_meta/status/b.json")["reasons"] as? [String] == ["new"])
    #expect(try scene.tables() == before)
  }

  @Test("A joined table that is what its record says is not written again; one that was changed is made anew")
  func unchanged() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    let path = "out/merged/swings.parquet"
    func run() async throws -> Date {
      let outcome = try await Tool.run(
        ["run", Project.pipeline("minimal"), "a.h5", "-o", "out", "-q"], in: scratch.path)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let facts = try FileManager.default.attributesOfItem(atPath: scratch(path))
      return try #require(facts[.modificationDate] as? Date)
    }
    let first = try await run()
    let joined = try scratch.bytes(path)
    #expect(try await run() == first)
    try (joined.dropLast() + [0]).write(to: URL(fileURLWithPath: scratch(path)))
    _ = try await run()
    #expect(try scratch.bytes(path) == joined)
    try FileManager.default.removeItem(atPath: scratch(path))
    _ = try await run()
    #expect(try scratch.bytes(path) == joined)
  }

  @Test("A list without recordings is no plan")
  func emptyPlan() async throws {
    let scene = try await BatchScene(["a"])
    try scene.scratch.write("\n", to: "plan.jsonl")
    let outcome = try await scene.tool(["run", "p.json", "--plan", "plan.jsonl", "-o", "out"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: --plan: plan.jsonl lists no recording"))
  }

  /// Options that select no shard, and how the message begins.
  static let slips: [(options: [String], message: String)] = [
    (["--shard", "4/3"], "--shard: the shard is 4/3, but there are 3 shards; expected 1/3 to 3/3"),
    (["--shard", "0/3"], "--shard: the shard is 0/3, but shards are counted from 1"),
    (["--shard", "x"], #"--shard: the shard is "x"; expected i/n"#),
    (["--shard", "1/3", "--shards", "3"], "--shard gives both index and number; expected no --shards"),
    (["--shards", "3"], "--shards needs --shard-index-from-env; or use --shard i/n"),
    (["--shard-index-from-env"], "--shard-index-from-env needs --shards"),
    (["--shards", "3", "--shard-index-from-env"], "--shard-index-from-env: no variable names the shard"),
  ]

  @Test("Options that select no shard are faults of the command line", arguments: slips)
  func misuse(_ item: (options: [String], message: String)) async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(
      ["run", Project.pipeline("minimal"), try await Fixtures.recording(), "-o", "out"] + item.options,
      in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: " + item.message), "\(outcome.errors)")
    #expect(scratch.files().isEmpty)
  }
}
