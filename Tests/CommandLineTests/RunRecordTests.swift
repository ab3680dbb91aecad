import Foundation
import Testing

struct RunRecordTests {
  @Test("Reports and statuses say what ran, from what, with which settings, and how long it took")
  func records() async throws {
    let scene = try await BatchScene(["a"])
    #expect(try await scene.run("--jobs", "1").status == 0)
    let version = try #require(try await Tool.run(["--version"]).outputLines.first)
    let run = try scene.object("_meta/run.json")
    let status = try scene.object("_meta/status/a.json")
    for record in [run, status] {
      #expect(record["tool_version"] as? String == version)
      #expect((record["host"] as? String)?.isEmpty == false)
      #expect((record["started"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/) != nil)
      #expect(try #require(record["peak_memory_bytes"] as? Int) > 1_000_000)
      // Nothing is left to defaults.
      let stages = try #require((record["pipeline"] as? [String: Any])?["stages"] as? [[String: Any]])
      #expect(stages.first { $0["id"] as? String == "hit" }?["threshold_g"] as? Double == 1.5)
    }
    #expect(run["name"] as? String == "two tables")
    #expect(run["jobs"] as? Int == 1)
    #expect(status["status"] as? String == "done")
    #expect(status["reasons"] as? [String] == ["new"])
    let input = try #require(status["input"] as? [String: Any])
    #expect(input["path"] as? String == scene.scratch("in/a.h5"))
    #expect((input["xxh128"] as? String)?.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    let size = (input["stamp"] as? [String: Any])?["size_bytes"] as? Int
    #expect(try size == scene.scratch.bytes("in/a.h5").count)
    let stages = try #require(status["stages"] as? [[String: Any]])
    #expect(stages.map { $0["id"] as? String } == ["in", "overview", "overview_out", "hp", "hit", "table", "out"])
    #expect(stages.allSatisfy { ($0["seconds"] as? Double).map { $0 >= 0 } == true })
    #expect((stages[4]["notes"] as? [String: Any])?["impacts"] as? Int != nil)
    let tables = try #require(status["tables"] as? [[String: Any]])
    #expect(tables.map { $0["path"] as? String } == ["recordings/a.parquet", "impacts/a.parquet"])
  }

  @Test("The log of a run has its beginning, each failure with stage, cause and place, and its end")
  func log() async throws {
    let scene = try await BatchScene(["a", "b"])
    try scene.cut("b", bytes: 100)
    #expect(try await scene.run().status == 1)
    let name = try #require(scene.scratch.files(below: "out/_meta/logs").first)
    let lines = try scene.scratch.text("out/_meta/logs/\(name)").split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let events = lines.compactMap { $0["event"] as? String }
    #expect(events.first == "run_began" && events.last == "run_ended")
    #expect(events.dropFirst().dropLast().sorted() == ["recording_done", "recording_failed"])
    #expect(lines.first?["recordings"] as? Int == 2)
    #expect(lines.last?["done"] as? Int == 1 && lines.last?["failed"] as? Int == 1)
    let failure = try #require(lines.first { $0["event"] as? String == "recording_failed" })
    #expect(failure["recording_id"] as? String == "b")
    #expect(failure["stage"] as? String == "in")
    #expect((failure["cause"] as? String)?.hasPrefix("cannot open: the file is truncated") == true)
    #expect(failure["place"] as? String == "p.json:2:3")
    // Each run has a log of its own.
    _ = try await scene.run()
    #expect(scene.scratch.files(below: "out/_meta/logs").count == 2)
  }
}
