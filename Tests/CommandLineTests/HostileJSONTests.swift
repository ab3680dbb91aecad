import Foundation
import Testing

/// JSON with hostile names.
struct HostileJSONTests {
  /// Delete, C1 and C0 controls, marks of direction, a line separator, quotes and a backslash.
  private static let name = "a\u{7F}\u{9B}\u{1}\u{202E}\u{200E}\u{61C}\u{2066}\u{2028}\"\\<b>"

  private static func scene() async throws -> BatchScene {
    let scene = try await BatchScene([])
    try await scene.add("\(name)1", file: name)
    try scene.scratch.copy(scene.scratch("p.json"), to: "p\(name).json")
    return scene
  }

  private static func expectJSON(_ outcome: Tool.Outcome, isLines: Bool, _ line: [String]) {
    #expect(!outcome.output.isEmpty, "\(line): \(outcome.errors)")
    for text in isLines ? outcome.outputLines : [outcome.output] {
      #expect(throws: Never.self, "\(line): \(text)") {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      }
    }
    for scalar in outcome.output.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl, "\(line)")
    }
  }

  @Test("Every --json output parses")
  func outputs() async throws {
    let scene = try await Self.scene()
    let (file, pipeline) = ("in/\(Self.name).h5", "p\(Self.name).json")
    let out = "out\(Self.name)"
    let labelled = "in/\(Self.name)-labelled.h5"
    try scene.scratch.copy(Project.path("Data/tennis-000001.h5"), to: labelled)
    let lines: [(line: [String], isLines: Bool)] = [
      (["run", "tennis", labelled, "-o", out, "--json"], false), (["check", "--details", "in", "--json"], false),
      (["check", file, "--json"], false), (["check", file, "--for", pipeline, "--json"], false),
      (["label", "list", file, "--json"], false), (["run", "--dry-run", pipeline, "in", "--json"], true),
      (["run", "--dry-run", pipeline, "in", "--check", "--json"], false),
      (["pipelines", "validate", pipeline, "in", "--json"], false),
      (["run", pipeline, file, "-o", out + "2", "--dry-run", "--json"], true),
      (["run", pipeline, file, "-o", out + "2", "--json"], false),
      (["run", pipeline, file, "--rows", "recordings"], true), (["status", out, "--json"], false),
      (["head", out, "--json-lines"], true), (["head", out, "--schema", "--json"], false),
      (["score", out, "--labels", labelled, "--json"], false), (["diff", out, out, "--json"], false),
      (["explain", labelled, "--at", "+5", "--json"], false),
      (["sweep", "tennis", labelled, "--set", "hit.threshold_g=2", "--json"], false),
      (["describe", "columns", "--pipeline", pipeline, "--json"], false), (["describe", "stages", "--json"], false),
      (["describe", "stages", "readers.hdf5", "--json"], false), (["pipelines", "--json"], false),
      (["describe", "presets", "--json"], false), (["describe", "schema"], false),
      (["pipelines", "test", pipeline, "--json"], false),
      (["import", file, "-o", "made\(Self.name)", "--subject", Self.name, "--json"], false),
      (["workout-plan", "activities", "--json"], false), (["workout-plan", "validate", pipeline, "--json"], false),
    ]
    for (line, isLines) in lines { Self.expectJSON(try await scene.tool(line), isLines: isLines, line) }
    let messages = try await scene.tool(["check", "--details", "gone\(Self.name).h5", "--log-format", "json"])
    for line in messages.errorLines where line.hasPrefix("{") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test("A work list with such names runs in shards")
  func workList() async throws {
    let scene = try await Self.scene()
    try await scene.add("\(Self.name)2", file: "b", isOther: true)
    let list = try await scene.tool(["run", "--dry-run", "p.json", "in", "--json"])
    try scene.scratch.write(list.output, to: "list.jsonl")
    for shard in ["1/2", "2/2"] {
      let outcome = try await scene.tool(["run", "p.json", "--plan", "list.jsonl", "-o", "out", "--shard", shard])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try await scene.tool(["merge", "out"]).status == 0)
    #expect(try scene.tables().count == 6)
  }
}
