import Foundation
import Testing

/// The profile of a run.
struct ProfileTests {
  private static let ids = ["in", "overview", "overview_out", "hp", "hit", "table", "out"]
  private static let datasets = [
    "/accelerometer/acceleration", "/accelerometer/time", "/device_motion/gravity", "/device_motion/time",
    "/device_motion/user_acceleration",
  ]

  @Test("--profile prints lines of stages, datasets, the whole and what lies outside of stages, and keeps them as JSON")
  func table() async throws {
    let scene = try await BatchScene(["a", "b"])
    let outcome = try await scene.tool(["run", "p.json", "in", "-o", "out", "--profile"])
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    let lines = outcome.errorLines.drop { !$0.hasPrefix("stage ") }
    #expect(lines.dropFirst().prefix(7).map { String($0.prefix { $0 != " " }) } == Self.ids)
    let datasets = lines.drop { !$0.hasPrefix("dataset ") }.prefix { !$0.hasPrefix("total: ") }
    #expect(datasets.first?.split(separator: " ") == ["dataset", "rows", "decoded", "times"])
    #expect(datasets.dropFirst().map { String($0.prefix { $0 != " " }) } == Self.datasets)
    #expect(datasets.dropFirst().allSatisfy { $0.contains(/\ [0-9]+\.[0-9]{2}$/) })
    #expect(lines.contains { $0.hasPrefix("total: 2 recordings, ") && $0.contains(" recorded, in ") })
    #expect(lines.first?.contains(" decoded  ") == true && lines.first?.contains(" rows  ") == true)
    #expect(
      lines.contains {
        $0.hasPrefix("outside of the stages: listing ") && $0.contains(", waiting for the inputs' hash ")
          && $0.contains(", joining ")
      })
    let profile = try scene.object("_meta/profile.json")
    #expect(profile["recordings"] as? Int == 2 && profile["interrupted"] as? Int == 0)
    #expect(profile["pipeline"] as? String == "two tables" && profile["until"] is NSNull)
    #expect(try profile["started"] as? String == scene.object("_meta/run.json")["started"] as? String)
    let stages = try #require(profile["stages"] as? [[String: Any]])
    #expect(stages.map { $0["id"] as? String } == Self.ids)
    // The stamps and samples of both recordings are read somewhere: for the stages as much as from the datasets.
    let read = try #require(profile["datasets"] as? [[String: Any]])
    #expect(read.map { $0["path"] as? String } == Self.datasets)
    #expect(read.allSatisfy { ($0["rows"] as? Int ?? 0) > 0 })
    for (ofStage, ofDataset) in [("samples_read", "rows_decoded"), ("bytes_decoded", "bytes_decoded")] {
      let forStages = stages.compactMap { $0[ofStage] as? Int }.reduce(0, +)
      let ofDatasets = read.compactMap { $0[ofDataset] as? Int }.reduce(0, +)
      #expect(forStages > 0 && forStages == ofDatasets)
    }
    #expect((profile["outside_of_stages"] as? [String: Any])?["hashing_s"] as? Double != nil)

    // What the record of a recording and the report say of its stages, they say without the option as well.
    let again = try await scene.run("--overwrite")
    #expect(again.status == 0 && again.errors.isEmpty)
    let run = try #require(try scene.object("_meta/run.json")["recordings"] as? [[String: Any]])
    for record in run + [try scene.object("_meta/status/a.json")] {
      let stages = try #require(record["stages"] as? [[String: Any]])
      #expect(stages.map { $0["id"] as? String } == Self.ids)
      for stage in stages {
        #expect(stage["samples_read"] as? Int != nil && stage["bytes_decoded"] as? Int != nil)
        #expect(stage["real_time_factor"] as? Double != nil && stage["peak_memory_bytes"] as? Int != nil)
      }
    }
  }

  @Test("As JSON the profile is an object a stage, a dataset and one for all; a shard keeps it beside its record")
  func json() async throws {
    let scene = try await BatchScene(["a", "b"])
    let outcome = try await scene.tool(
      ["run", "p.json", "in", "-o", "out", "--profile", "--shard", "1/2", "--log-format", "json", "--json"])
    #expect(outcome.status == 0)
    #expect(try outcome.object()["shard"] as? String == "1/2")
    let objects = try outcome.errorLines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
    let stages = objects.filter { $0["event"] as? String == "profile_stage" }
    #expect(stages.map { $0["stage"] as? String } == Self.ids)
    #expect(stages.allSatisfy { $0["seconds"] as? Double != nil && $0["samples_read"] as? Int != nil })
    let datasets = objects.filter { $0["event"] as? String == "profile_dataset" }
    #expect(datasets.map { $0["path"] as? String } == Self.datasets)
    #expect(datasets.allSatisfy { $0["rows"] as? Int != nil && $0["rows_decoded"] as? Int != nil })
    let whole = objects.filter { $0["event"] as? String == "profile" }
    #expect(whole.map { $0["recordings"] as? Int } == [1] && whole.map { $0["failed"] as? Int } == [0])
    #expect(whole.map { $0["interrupted"] as? Int } == [0])
    let kept = try scene.object("_meta/shards/1-of-2.profile.json")
    #expect(kept["shard"] as? String == "1/2" && kept["recordings"] as? Int == 1)
  }

  @Test("Recordings that failed are counted")
  func failures() async throws {
    let scene = try await BatchScene(["a", "b"])
    try scene.cut("b", bytes: 100)
    let outcome = try await scene.tool(["run", "p.json", "in", "-o", "out", "--profile"])
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.contains { $0.hasPrefix("total: 1 recording and 1 that failed, ") })
    let profile = try scene.object("_meta/profile.json")
    #expect(profile["recordings"] as? Int == 1 && profile["failed"] as? Int == 1)

    let again = try await scene.tool(["run", "p.json", "in", "-o", "out", "--profile", "--log-format", "json"])
    let objects = try again.errorLines.compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let whole = objects.filter { $0["event"] as? String == "profile" }
    #expect(whole.map { $0["recordings"] as? Int } == [0] && whole.map { $0["failed"] as? Int } == [1])
    #expect(try scene.object("_meta/profile.json")["failed"] as? Int == 1)
  }

  @Test("Quietly the profile is only kept, and a run with nothing to do says so and leaves it")
  func quiet() async throws {
    let scene = try await BatchScene(["a"])
    let quiet = try await scene.run("--profile")
    #expect(quiet.status == 0 && quiet.errors.isEmpty)
    #expect(try scene.object("_meta/profile.json")["recordings"] as? Int == 1)
    let kept = try scene.scratch.text("out/_meta/profile.json")
    let idle = try await scene.tool(["run", "p.json", "in", "-o", "out", "--profile"])
    #expect(
      idle.errorLines.contains("profile: nothing was worked on; out/_meta/profile.json is of an earlier run"),
      "\(idle.errors)")
    #expect(try scene.scratch.text("out/_meta/profile.json") == kept)
    try FileManager.default.removeItem(atPath: scene.scratch("out/_meta/profile.json"))
    let without = try await scene.tool(["run", "p.json", "in", "-o", "out", "--profile"])
    #expect(without.errorLines.contains("profile: nothing was worked on"))
    #expect(!scene.scratch.files(below: "out/_meta").contains("profile.json"))
  }

  @Test("A run that leaves no record leaves no profile either, and prints it all the same; one up to a table says so")
  func until() async throws {
    let scene = try await BatchScene(["a"])
    let early = try await scene.tool(["run", "p.json", "in", "-o", "out", "--profile", "--until", "overview"])
    #expect(early.status == 0 && early.errorLines.contains { $0.hasPrefix("total: 1 recording, ") })
    #expect(!scene.scratch.files(below: "out/_meta").contains { $0.hasSuffix(".json") })
    #expect(try await scene.run("--profile", "--until", "overview_out").status == 0)
    #expect(try scene.object("_meta/profile.json")["until"] as? String == "overview_out")
  }

  @Test("The profile is kept though nobody reads to the end what is printed of it")
  func unread() async throws {
    let scene = try await BatchScene(["a"])
    let line = "\"$SWINGPIPE\" run p.json in -o out --profile 2>&1 | head -n 1"
    #expect(try await Tool.shell(line, in: scene.scratch.path).outputLines.count == 1)
    #expect(try scene.object("_meta/profile.json")["recordings"] as? Int == 1)
  }
}
