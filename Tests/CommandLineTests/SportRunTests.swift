import Foundation
import Testing

/// A run without a pipeline.
struct SportRunTests {
  private static func scene(_ names: String...) throws -> Scratch {
    let scratch = try Scratch()
    for name in names { try scratch.copy(Project.path("Data/\(name).h5"), to: "in/\(name).h5") }
    return scratch
  }

  @Test("Recordings of one sport run as with its pipeline, into the folder itself")
  func oneSport() async throws {
    let scratch = try Self.scene("golf-000001", "golf-000002")
    let outcome = try await Tool.run(["run", "in", "--output", "out"], in: scratch.path)
    #expect(outcome.status == 0 && outcome.errorLines.first?.hasPrefix("pipeline: built-in golf, by the sport") == true)
    #expect(try await Tool.run(["run", "golf", "in", "-o", "named", "-q"], in: scratch.path).status == 0)
    for table in ["swings", "recordings", "rejected"] {
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: scratch("out/merged/\(table).parquet")))
          == Data(contentsOf: URL(fileURLWithPath: scratch("named/merged/\(table).parquet"))))
    }
    // Either command goes on from what the other has done.
    let again = try await Tool.run(["run", "golf", "in", "--output", "out"], in: scratch.path)
    #expect(again.errors.contains("nothing to do: 2 recordings up to date"))
  }

  @Test("Recordings of several sports run with the pipeline of each, into a folder each, with one summary")
  func severalSports() async throws {
    let scratch = try Self.scene("golf-000001", "tennis-000001")
    let outcome = try await Tool.run(["run", "in", "--output", "out", "--summary"], in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("golf-000001    golf      40.0 s        9     5       3"))
    #expect(outcome.output.contains("tennis-000001  tennis    40.0 s       11     5       3"))
    #expect(outcome.errors.contains("10 hits, 6 misses in 2 recordings -> out, a folder per pipeline"))
    #expect(!FileManager.default.fileExists(atPath: scratch("out/_meta")))
    for command in [
      ["status", "out"], ["merge", "out"], ["head", "out"], ["report", "out", "-q"], ["diff", "out", "out"],
      ["score", "out", "--labels", "in"],
    ] {
      #expect(try await Tool.run(command, in: scratch.path).status == 0, "\(command)")
    }
    // A later run on some of them goes on in the same folders.
    let later = try await Tool.run(["run", "in/golf-000001.h5", "--output", "out"], in: scratch.path)
    #expect(later.errors.contains("nothing to do: 1 recording up to date") && later.errors.contains("-> out/golf;"))
  }

  @Test("Shards divide the recordings of each pipeline; joined, they are the tables of one run")
  func shards() async throws {
    let scratch = try Self.scene("golf-000001", "golf-000002", "tennis-000001")
    for shard in ["1/2", "2/2"] {
      #expect(try await Tool.run(["run", "in", "-o", "parts", "--shard", shard, "-q"], in: scratch.path).status == 0)
    }
    #expect(try await Tool.run(["merge", "parts", "-q"], in: scratch.path).status == 0)
    #expect(try await Tool.run(["run", "in", "-o", "whole", "-q"], in: scratch.path).status == 0)
    for sport in ["golf", "tennis"] {
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: scratch("parts/\(sport)/merged/swings.parquet")))
          == Data(contentsOf: URL(fileURLWithPath: scratch("whole/\(sport)/merged/swings.parquet"))))
    }
  }

  @Test("Recordings without a pipeline are named, in the status and the report, too; the others run")
  func unassigned() async throws {
    let scratch = try Self.scene("golf-000001", "tennis-000001", "tennis-000002")
    try Fixtures.state(scratch("in/tennis-000001.h5"), "sport", "squash")
    try scratch.write("no recording", to: "in/broken.h5")
    let outcome = try await Tool.run(["run", "in", "--output", "out", "--json"], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "error: in/tennis-000001.h5: states the sport squash, for which there is no built-in pipeline; not run; expected a "
          + "pipeline: swingpipe run PIPELINE in/tennis-000001.h5 --output FOLDER\n"))
    #expect(outcome.errors.contains("error: in/broken.h5: cannot open"))
    #expect(outcome.errors.contains("1 of 4 recordings not run: no pipeline was chosen"))
    let document = try outcome.object()
    let runs = try #require(document["runs"] as? [[String: Any]])
    #expect(runs.map { $0["pipeline"] as? String } == ["golf", "tennis"])
    #expect(runs.map { $0["output"] as? String } == ["out/golf", "out/tennis"])
    let others = try #require(document["not_run"] as? [[String: Any]])
    #expect(others.map { $0["path"] as? String } == ["in/tennis-000001.h5"])
    // A file that cannot be read is recorded as failed in the first run, so that a later run tries it again.
    let status = try await Tool.run(["status", "out/golf"], in: scratch.path)
    #expect(status.output.contains("broken"))
    let reason = "states the sport squash, for which there is no built-in pipeline"
    let all = try await Tool.run(["status", "out"], in: scratch.path)
    #expect(
      all.status == 1 && all.output.contains("not run: 1 recording without a pipeline: \(reason) (tennis-000001)"),
      "\(all.output)")
    let report = try await Tool.run(["report", "out", "-o", "-", "-q"], in: scratch.path)
    #expect(report.status == 0 && report.output.contains("tennis-000001</bdi></strong> \(reason)</li>"))
    // A run of it into the same folder has it.
    let own = ["run", "impacts", "in/tennis-000001.h5", "-o", "out/squash", "-q"]
    #expect(try await Tool.run(own, in: scratch.path).status == 0)
    let after = try await Tool.run(["status", "out"], in: scratch.path).output
    #expect(after.contains("impacts, tool") && !after.contains("not run:"), "\(after)")
    try FileManager.default.removeItem(atPath: scratch("out/squash"))
    // A later run that has a pipeline for it forgets it.
    try Fixtures.state(scratch("in/tennis-000001.h5"), "sport", "golf")
    _ = try await Tool.run(["run", "in", "--output", "out", "-q"], in: scratch.path)
    #expect(!(try await Tool.run(["status", "out"], in: scratch.path)).output.contains("squash"))
    try Fixtures.state(scratch("in/tennis-000001.h5"), "sport", "squash")
    let alone = try await Tool.run(["run", "in/tennis-000001.h5", "--output", "out/tennis"], in: scratch.path)
    #expect(alone.status == 65 && alone.errors.contains("states the sport squash"), "\(alone.errors)")
    let none = try await Tool.run(["run", "in/tennis-000001.h5", "--output", "none"], in: scratch.path)
    #expect(none.status == 65 && !FileManager.default.fileExists(atPath: scratch("none")))
  }

  @Test("Programs get the number of recordings of all pipelines at the beginning")
  func total() async throws {
    let scratch = try Self.scene("golf-000001", "tennis-000001", "tennis-000002")
    let outcome = try await Tool.run(["run", "in", "-o", "out", "--log-format", "json"], in: scratch.path)
    let events = try outcome.errorLines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }.filter { $0["event"] as? String == "batch_began" }
    #expect(events.map { $0["recordings"] as? Int } == [1, 2])
    #expect(events.map { $0["later_recordings"] as? Int } == [2, 0])
  }

  @Test("A recording without a pipeline of a run of one sport is in its status")
  func unassignedOfOne() async throws {
    let scratch = try Self.scene("golf-000001", "tennis-000001")
    try Fixtures.state(scratch("in/tennis-000001.h5"), "sport", "squash")
    #expect(try await Tool.run(["run", "in", "--output", "out", "-q"], in: scratch.path).status == 1)
    let status = try await Tool.run(["status", "out"], in: scratch.path)
    #expect(
      status.status == 1
        && status.output.contains(
          "1 recording: 1 done, 0 failed, 0 stale, 0 missing\nnot run: 1 recording without a pipeline: ")
    )
    // Joining needs no pipeline for it. A run elsewhere does not count.
    #expect(try await Tool.run(["merge", "out", "-q"], in: scratch.path).status == 0)
    #expect(try await Tool.run(["run", "impacts", "in", "-o", "other", "-q"], in: scratch.path).status == 0)
    // A run of some recordings keeps the record, and a run with a pipeline replaces it.
    _ = try await Tool.run(["run", "in", "--output", "out", "-q", "--only", "golf-000001"], in: scratch.path)
    #expect(try await Tool.run(["status", "out"], in: scratch.path).output == status.output)
    #expect(try await Tool.run(["run", "golf", "in", "--output", "out", "-q"], in: scratch.path).status == 0)
    #expect(try await Tool.run(["status", "out"], in: scratch.path).status == 0)
  }

  @Test("A dry run, --only and --rows take the recordings of all pipelines")
  func options() async throws {
    let scratch = try Self.scene("golf-000001", "tennis-000001")
    let dry = try await Tool.run(["run", "in", "-o", "out", "--dry-run"], in: scratch.path)
    #expect(dry.output.contains("golf: 1 recording -> out/golf\n") && dry.output.contains("tennis: 1 recording"))
    let rows = try await Tool.run(["run", "in", "--rows", "swings", "-q"], in: scratch.path)
    #expect(rows.status == 0 && rows.outputLines.count == 16)
    let only = try await Tool.run(["run", "in", "-o", "out", "--only", "golf-000001", "-q"], in: scratch.path)
    #expect(only.status == 0 && FileManager.default.fileExists(atPath: scratch("out/golf/_meta")))
    #expect(!FileManager.default.fileExists(atPath: scratch("out/tennis")))
    #expect(try await Tool.run(["run", "in", "-o", "out", "--only", "golf-1"], in: scratch.path).status == 64)
  }

  @Test("The devices of one ride run together, and streams tell dives and heads")
  func streams() async throws {
    let scratch = try Scratch()
    for name in ["workout-000001-watch", "workout-000001-phone", "dive_breath_hold-000001", "push_ups-000011"] {
      try scratch.copy(Project.path("Pipelines/Recordings/\(name).h5"), to: "in/\(name).h5")
    }
    #expect(try await Tool.run(["run", "in", "-o", "out", "-q"], in: scratch.path).status == 0)
    let report = try await Tool.run(["report", "out"], in: scratch.path)
    let pages = ["dives", "poses", "workouts"].map { "out/report-\($0).html" }
    #expect(report.status == 0 && pages.allSatisfy { report.errors.contains($0) }, "\(report.errors)")
    #expect(scratch.files(below: "out").filter { $0.hasSuffix(".html") } == pages.map { String($0.dropFirst(4)) })
    let one = try await Tool.run(["report", "out", "-o", "page.html"], in: scratch.path)
    #expect(one.status == 64 && one.errors.contains("of one kind; without --output, each kind has its own page"))
    for name in ["cycling", "head_pose", "submersion"] {
      #expect(FileManager.default.fileExists(atPath: scratch("out/\(name)/_meta/run.json")), "\(name)")
    }
  }

  @Test("What cannot be run is refused with what to do")
  func refused() async throws {
    let scratch = try Self.scene("golf-000001", "tennis-000001")
    #expect(try await Tool.run(["run", "in/golf-000001.h5", "-o", "out", "-q"], in: scratch.path).status == 0)
    for (arguments, message) in [
      (
        ["in", "-o", "out"],
        "out has a run of the pipeline golf, but these recordings need golf, tennis; expected another"
      ),
      (["in", "golf", "-o", "x"], "golf is a pipeline; expected it before the recordings"),
      (["nowhere", "-o", "x"], "no recording is given, and nowhere is not a recording, a folder or a pipeline"),
      (["golf", "-o", "x"], "no recording is given; expected inputs"),
      (["--plan", "list", "-o", "x"], "--plan is given without a pipeline"),
    ] {
      let outcome = try await Tool.run(["run"] + arguments, in: scratch.path)
      #expect(outcome.status == 64 && outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
    }
  }
}
