import Foundation
import Testing

/// Pipelines by name.
struct BuiltInPipelineTests {
  @Test("Every pipeline of the folder is built in, but for the smallest, which only shows what one needs")
  func list() async throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Project.path("Pipelines"))
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") && $0 != "minimal.json" }
    let listed = try await Tool.run(["pipelines", "--json"])
    let entries = try #require(
      try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: String]])
    #expect(entries.compactMap { $0["name"].map { $0 + ".json" } }.sorted() == files.sorted())
    #expect(entries.allSatisfy { $0["description"]?.isEmpty == false })
    let lines = try await Tool.run(["pipelines"]).outputLines
    #expect(lines.count == entries.count + 1)
    #expect(
      lines.contains { $0.hasPrefix("tennis ") && $0.hasSuffix("Tennis strokes: hits and misses with their features") })
  }

  @Test("What is shown of each is a sound pipeline file, with the stages and the comments of the one in the folder")
  func show() async throws {
    let scratch = try Scratch()
    for name in try await Tool.run(["pipelines"]).outputLines.dropFirst().map({ String($0.prefix { $0 != " " }) }) {
      let shown = try await Tool.run(["pipelines", "show", name])
      let original = try String(contentsOfFile: Project.path("Pipelines/\(name).json"), encoding: .utf8)
      for line in shown.output.split(separator: "\n") where line.contains("//") { #expect(original.contains(line)) }
      try shown.output.write(toFile: scratch.path + "/\(name).json", atomically: true, encoding: .utf8)
      let plan = name == "planned_workout" ? Project.path("Pipelines/Plans/my_workout.json") : nil
      let override = plan.map { ["--set", "steps.plan=" + $0] } ?? []
      for file in [scratch.path + "/\(name).json", name] {
        let outcome = try await Tool.run(["pipelines", "validate", file] + override, in: scratch.path)
        let stages = original.matches(of: /"type": "/).count
        #expect(outcome.status == 0)
        #expect(
          outcome.output == "\(file): \(stages) stages, no fault\n" || outcome.errors.contains("\(stages) stages"))
      }
    }
    let outcome = try await Tool.run(["pipelines", "show", "tenis"])
    #expect(
      outcome.status == 64
        && outcome.errors == """
          error: no built-in pipeline is called "tenis"; did you mean "tennis"?
          Usage: swingpipe pipelines show <name>

          """
    )
  }

  @Test("A name runs as the file does; what is no file and no name says what was meant")
  func run() async throws {
    let scratch = try Scratch()
    let recording = Project.path("Data/golf-000001.h5")
    for (source, output) in [("golf", "named"), (Project.path("Pipelines/golf.json"), "file")] {
      #expect(try await Tool.run(["run", source, recording, "-o", output, "-q"], in: scratch.path).status == 0)
    }
    func table(_ output: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/\(output)/merged/swings.parquet"))
    }
    #expect(try table("named") == table("file"))
    for (source, advice) in [
      ("gulf", "no such file, and no built-in pipeline has this name; did you mean \"golf\"?"),
      ("quidditch", "no such file, and no built-in pipeline has this name; swingpipe pipelines lists them"),
      ("elsewhere/golf.json", "no such file; the built-in pipeline is \"golf\""),
      ("mine.json", "cannot read the file: no such file"),
    ] {
      let outcome = try await Tool.run(["run", source, recording, "-o", "none"], in: scratch.path)
      #expect(outcome.status == 78)
      #expect(outcome.errors == "\(source): error: \(advice)\n")
    }
    // A file of that name comes first, a folder does not.
    try FileManager.default.createDirectory(atPath: scratch.path + "/tennis", withIntermediateDirectories: true)
    #expect(try await Tool.run(["pipelines", "validate", "tennis"], in: scratch.path).status == 0)
    try "{}".write(toFile: scratch.path + "/cricket", atomically: true, encoding: .utf8)
    #expect(try await Tool.run(["pipelines", "validate", "cricket"], in: scratch.path).status == 78)
  }
}
