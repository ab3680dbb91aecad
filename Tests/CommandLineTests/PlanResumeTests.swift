import Foundation
import Testing

/// Planning the next run.
struct PlanResumeTests {
  @Test("A plan tells what would run, and why, for people and programs")
  func reasons() async throws {
    let scene = try await BatchScene(["a", "b"])
    try scene.cut("b", bytes: 100)
    _ = try await scene.run()
    let plan = try await scene.plan("--set", "hit.threshold_g=2")
    #expect(plan.outputLines[1].contains(/a +\d+ kB  yes   hit\.threshold_g 1\.5 -> 2 +in\/a\.h5/))
    #expect(plan.outputLines[2].contains("yes   failed last time: cannot open: the file is truncated"))
    #expect(plan.outputLines[3].hasPrefix("2 of 2 recordings to run, "))

    let lines = try await scene.plan("--set", "hit.threshold_g=2", "--json").objects()
    #expect(lines.map { $0["recording_id"] as? String } == ["a", "b"])
    #expect(lines[0]["runs"] as? Bool == true)
    #expect(lines[0]["reasons"] as? [String] == ["hit.threshold_g 1.5 -> 2"])
    #expect(lines[0]["tables"] as? [String] == ["impacts"])
    #expect(lines[0]["path"] as? String == scene.scratch("in/a.h5"))
    #expect(lines[0]["size_bytes"] as? Int == (try scene.scratch.bytes("in/a.h5")).count)
  }

  @Test("A file written anew with the same content is up to date, and said to be; another version of the tool is not")
  func touchedAndVersion() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    let later = Date(timeIntervalSinceNow: 100)
    try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: scene.scratch("in/a.h5"))
    let version = try #require(try await Tool.run(["--version"]).outputLines.first)
    let record = try scene.scratch.text("out/_meta/status/b.json")
    let older = record.replacing(#""tool_version":"\#(version)""#, with: #""tool_version":"0.1.0""#)
    try #require(older != record)
    try scene.scratch.write(older, to: "out/_meta/status/b.json")
    let plan = try await scene.plan()
    #expect(plan.status == 0)
    #expect(plan.outputLines[1].contains("no    up to date; rewritten with the same content"))
    #expect(plan.outputLines[2].contains("yes   tool 0.1.0 -> \(version) "))
    #expect(try await scene.run("--json").reasons() == ["b": ["tool 0.1.0 -> \(version)"]])
    #expect(try await scene.plan().outputLines.last == "0 of 2 recordings to run, 0 B; 2 up to date")
  }

  @Test("A run of a plan, from a file or standard input, gives what a run over the folder gives")
  func frozen() async throws {
    let scene = try await BatchScene(["a", "b"])
    let outcome = try await Tool.shell(
      """
      "$SWINGPIPE" run --dry-run p.json in --json > plan.jsonl &&
      "$SWINGPIPE" run p.json --plan plan.jsonl -o one -q &&
      "$SWINGPIPE" run p.json --plan - -o two -q < plan.jsonl &&
      cat plan.jsonl | "$SWINGPIPE" run p.json --plan - -o three -q
      """, in: scene.scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await scene.run().status == 0)
    let expected = try scene.tables()
    for output in ["one", "two", "three"] { #expect(try scene.tables(output) == expected) }
    #expect(try scene.scratch.text("one/_meta/plan.jsonl") == scene.scratch.text("plan.jsonl"))
  }

  @Test("A plan that cannot be read is named with its line")
  func unreadable() async throws {
    let scene = try await BatchScene(["a"])
    let line = try await scene.tool(["run", "--dry-run", "p.json", "in", "--json"]).output
    try scene.scratch.write(line + "\n{\"path\": 3}\n", to: "plan.jsonl")
    let outcome = try await scene.tool(["run", "p.json", "--plan", "plan.jsonl", "-o", "out"])
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasPrefix("error: --plan: plan.jsonl:3: is not a recording of a plan; expected an object with "))
    #expect(!FileManager.default.fileExists(atPath: scene.scratch("out")))
    let missing = try await scene.tool(["run", "p.json", "--plan", "none.jsonl", "-o", "out"])
    #expect(missing.status == 64)
    #expect(missing.errors == "error: --plan: none.jsonl: cannot open: no such file or directory\n")
  }

  @Test("A file that calls itself something else by now fails alone")
  func otherID() async throws {
    let scene = try await BatchScene(["a", "b"])
    try scene.scratch.write(
      try await scene.tool(["run", "--dry-run", "p.json", "in", "--json"]).output, to: "plan.jsonl")
    try await scene.add("z", file: "a")
    let outcome = try await scene.tool(["run", "p.json", "--plan", "plan.jsonl", "-o", "out", "-q"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(#"/in/a.h5: its recording id is "z", but "a" in the plan; expected the file"#))
    #expect(scene.scratch.files(below: "out/impacts") == ["b.parquet"])
  }
}
