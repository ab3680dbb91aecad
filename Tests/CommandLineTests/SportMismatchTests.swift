import Foundation
import Testing

/// Recordings of another sport than the pipeline's.
struct SportMismatchTests {
  /// A recording that states baseball, which the tennis pipeline is not for.
  private static func scene() async throws -> Scratch {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "in/a.h5")
    try await scratch.copy(Fixtures.otherRecording(), to: "in/b.h5")
    return scratch
  }

  @Test("A run says once for all recordings which sport they state, and the command for them")
  func run() async throws {
    let scratch = try await Self.scene()
    for options in [[], ["--overwrite"]] {
      let outcome = try await Tool.run(["run", "tennis", "in", "--output", "out"] + options, in: scratch.path)
      let lines = outcome.errorLines.filter { $0.contains("sport") }
      #expect(outcome.status == 0)
      #expect(
        lines == [
          "warning: 2 recordings state the sport baseball, but the pipeline \"tennis\" is for tennis; expected baseball: "
            + "swingpipe run baseball in --output out"
        ])
    }
    let pasted = try await Tool.run(["run", "baseball", "in", "--output", "out"], in: scratch.path)
    #expect(pasted.status == 0 && !pasted.errors.contains("sport"))
  }

  @Test("The table of recordings has a flag, and the report a section of its own")
  func records() async throws {
    let scratch = try await Self.scene()
    #expect(try await Tool.run(["run", "tennis", "in", "-o", "out", "-q"], in: scratch.path).status == 0)
    let table = try scratch.tableText("out/merged/recordings.parquet")
    #expect(table.matches(of: /other_sport/).count == 2)
    let report = try await Tool.run(["report", "out", "-q", "-o", "-"], in: scratch.path).output
    #expect(
      report.contains("2 recordings state a sport that the pipeline &quot;tennis&quot; is not for")
        || report.contains("2 recordings state a sport that the pipeline \"tennis\" is not for"))
    #expect(try await Tool.run(["run", "baseball", "in", "-o", "own", "-q"], in: scratch.path).status == 0)
    #expect(!(try scratch.tableText("own/merged/recordings.parquet")).contains("other_sport"))
    #expect(
      !(try await Tool.run(["report", "own", "-q", "-o", "-"], in: scratch.path).output).contains("Another sport"))
  }

  @Test("check --for, pipelines validate and run --dry-run --check say that they do not suit")
  func checks() async throws {
    let scratch = try await Self.scene()
    let clause = "states the sport baseball, but the pipeline \"tennis\" is for tennis; expected the pipeline baseball"
    let check = try await Tool.run(
      ["check", "in/a.h5", "--for", "tennis", "--json"], in: scratch.path)
    let recording = try #require(
      (JSONSerialization.jsonObject(with: Data(check.output.utf8)) as? [[String: Any]])?.first)
    let suitability = try #require(recording["suitability"] as? [String: Any])
    #expect(check.status == 1 && recording["status"] as? String == "unsuited")
    #expect(suitability["extent"] as? String == "other_sport")
    #expect(suitability["reasons"] as? [String] == [clause])
    let validate = try await Tool.run(["pipelines", "validate", "tennis", "in"], in: scratch.path)
    #expect(validate.status == 1 && validate.output == "tennis: 0 of 2 recordings suit it\n")
    #expect(validate.errors.contains(clause))
    let plan = try await Tool.run(["run", "--dry-run", "tennis", "in", "--check"], in: scratch.path)
    #expect(plan.status == 1 && plan.output.contains("other sport") && plan.errors.contains(clause))
    for pipeline in ["baseball", "impacts", Project.path("Pipelines/minimal.json")] {
      #expect(try await Tool.run(["pipelines", "validate", pipeline, "in"], in: scratch.path).status == 0)
    }
  }

  @Test(
    "A recording without a known sport gives no warning, nor does another spelling",
    arguments: ["", "other", "my own game", "Tennis"])
  func unknown(sport: String) async throws {
    let scratch = try await Self.scene()
    try Fixtures.state(scratch("in/a.h5"), "sport", sport)
    let outcome = try await Tool.run(["run", "tennis", "in/a.h5", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 0 && !outcome.errors.contains("sport"))
  }

  @Test("A sport without a pipeline is named without advice to use another one")
  func withoutPipeline() async throws {
    let scratch = try await Self.scene()
    try Fixtures.state(scratch("in/a.h5"), "sport", "squash")
    let outcome = try await Tool.run(["run", "tennis", "in/a.h5", "-o", "out"], in: scratch.path)
    #expect(outcome.errors.contains("is for tennis; no built-in pipeline is for squash\n"))
  }
}
