import Foundation
import Testing

struct StatusTests {
  @Test("Recordings are counted by what became of them, with their causes, for people and programs")
  func states() async throws {
    // "a" is done, "b" and "e" fail, "c" changes later, "d" is not run.
    let scene = try await BatchScene(["a", "b", "c", "d"])
    try await scene.add("e", isOther: true)
    try scene.cut("b", bytes: 100)
    try scene.cut("e", bytes: 200)
    _ = try await scene.run("--only", "a", "--only", "b", "--only", "c", "--only", "e")
    try await scene.add("c", isOther: true)

    let text = try await scene.tool(["status", "out"])
    #expect(text.status == 1)
    #expect(text.errors.isEmpty)
    let version = try #require(try await Tool.run(["--version"]).outputLines.first)
    #expect(text.outputLines.count == 5)
    #expect(
      text.outputLines[4].hasPrefix("joined tables are missing or out of date, and swingpipe merge makes them: out/"))
    #expect(
      text.outputLines[0]
        == "two tables, tool \(version): 5 recordings: 1 done, 2 failed, 1 stale, 1 missing")
    // Their sizes differ, the cause does not.
    #expect(text.outputLines[1].hasPrefix("failed: 2 recordings: stage \"in\": cannot open: the file is truncated"))
    #expect(text.outputLines[1].hasSuffix("(b, e)"))
    #expect(text.outputLines[2].wholeMatch(of: /stale: 1 recording: input changed: \d+ -> \d+ bytes \(c\)/) != nil)
    #expect(text.outputLines[3] == "missing: 1 recording: not run yet (d)")

    let json = try await scene.tool(["status", "out", "--json"])
    #expect(json.status == 1)
    let object = try json.object()
    #expect(["done", "failed", "stale", "missing"].map { object[$0] as? Int } == [1, 2, 1, 1])
    let recordings = try #require(object["recordings"] as? [[String: Any]])
    #expect(
      recordings.map { $0["state"] as? String } == ["done", "failed", "stale", "missing", "failed"])
    #expect((recordings[1]["errors"] as? [[String: Any]])?.first?["stage"] as? String == "in")
  }

  @Test("Tables that were cut or deleted are not done, and a run makes them again")
  func damagedTables() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    let before = try scene.tables()
    let cut = try scene.scratch.bytes("out/impacts/a.parquet").dropLast(9)
    try cut.write(to: URL(fileURLWithPath: scene.scratch("out/impacts/a.parquet")))
    try FileManager.default.removeItem(atPath: scene.scratch("out/recordings/b.parquet"))
    let status = try await scene.tool(["status", "out"])
    #expect(status.status == 1)
    #expect(
      status.outputLines.dropFirst() == [
        "stale: 1 recording: table impacts is not as it was written (a)",
        "stale: 1 recording: table recordings is gone (b)",
        "joined tables are missing or out of date, and swingpipe merge makes them: "
          + "out/merged/impacts.parquet, out/merged/recordings.parquet",
      ])
    #expect(try await scene.run().status == 0)
    #expect(try scene.tables() == before)
    #expect(try await scene.tool(["status", "out"]).status == 0)
  }

  @Test("What earlier runs left of recordings that are not in the plan any more is named")
  func leftovers() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    try FileManager.default.removeItem(atPath: scene.scratch("in/b.h5"))
    _ = try await scene.run()
    let status = try await scene.tool(["status", "out"])
    #expect(status.status == 0)
    #expect(
      status.outputLines.last == "in the folder, but not in the last run's plan: b; their tables stay until deleted")
    #expect(try await scene.tool(["status", "out", "--json"]).object()["leftovers"] as? [String] == ["b"])
  }

  @Test("A folder that no run wrote is a fault of the command line", arguments: ["status", "merge"])
  func noOutput(_ command: String) async throws {
    let scratch = try Scratch()
    try scratch.write("", to: "notes/read.me")
    for (folder, fault) in [("notes", "holds no records of a run"), ("gone", "there is no such folder")] {
      let outcome = try await Tool.run([command, folder], in: scratch.path)
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors == "error: \(folder): \(fault); expected the output folder of swingpipe run\n")
    }
    #expect(scratch.files() == ["notes/read.me"])
  }
}
