import Foundation
import Testing

/// Learning a reference of swings.
struct TrainReferenceTests {
  /// Recordings of tennis in `long`, two minutes, and in `short`, a minute without a hit.
  private func recordings() async throws -> Scratch {
    let scratch = try Scratch()
    for (folder, options) in [
      ("long", ["--seed", "11", "--duration-s", "120"]),
      ("short", ["--seed", "51", "--duration-s", "60", "--miss-share", "1"]),
    ] {
      let outcome = try await Tool.run(
        ["simulate", "swings", "--sport", "tennis", "--output", scratch(folder), "--swings-per-minute", "16"] + options)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    return scratch
  }

  private func train(_ arguments: [String], in scratch: Scratch) async throws -> Tool.Outcome {
    try await Tool.run(["pipelines", "train", Project.pipeline("tennis")] + arguments, in: scratch.path)
  }

  @Test("What is learned by wearer and sport is used where a recording is too short to tell, and the table says so")
  func learnsAndUses() async throws {
    let scratch = try await recordings()
    let learned = try await train(["long", "--reference", "mine.json", "-j", "1"], in: scratch)
    #expect(learned.status == 0 && learned.output.isEmpty)
    let lines = learned.errorLines
    #expect(lines.first?.wholeMatch(of: /\[1\/1\] tennis-000011: \d+ swings/) != nil)
    #expect(lines.dropFirst().first?.hasPrefix("simulated-11, tennis: ") == true)
    #expect(lines.dropFirst(2).first?.hasPrefix("all subjects, tennis: ") == true)
    #expect(lines.last == "reference: mine.json")
    let json = try #require(try JSONSerialization.jsonObject(with: scratch.bytes("mine.json")) as? [String: Any])
    #expect(json["format"] as? String == "swingpipe-swing-reference" && json["version"] as? Int == 1)
    #expect(json["pipeline"] as? String == "tennis" && (json["entries"] as? [Any])?.count == 2)

    let path = scratch("mine.json")
    for (overrides, origin) in [([], "repeated_strokes"), (["--set", "air.reference=\(path)"], "learned_reference")] {
      let run = try await Tool.run(
        ["run", Project.pipeline("tennis"), "short", "-o", "out-\(origin)", "--quiet"] + overrides, in: scratch.path)
      #expect(run.status == 0, "\(run.errors)")
      let table = try scratch.tableText("out-\(origin)/swings/tennis-000051.parquet")
      let rows = table.split(separator: "\n").dropFirst()
      #expect(!rows.isEmpty && rows.allSatisfy { $0.contains(",\(origin),") && $0.contains("no_like_hits") })
    }
  }

  @Test("A model of strokes is learned from folders, each left out in turn, and decides in a run")
  func swingModel() async throws {
    let scratch = try await recordings()
    let learned = try await train(["long", "short", "--swing-model", "mine.json", "-j", "1"], in: scratch)
    #expect(learned.status == 0, "\(learned.errors)")
    let lines = learned.errorLines
    #expect(lines.first?.wholeMatch(of: /\[1\/2\] tennis-\d+: \d+ strokes?, \d+ other movements?/) != nil)
    #expect(lines.dropFirst(2).prefix(2).map { $0.prefix { $0 != "," } } == ["long", "short"])
    #expect(lines.last == "swing model: mine.json")
    let json = try #require(try JSONSerialization.jsonObject(with: scratch.bytes("mine.json")) as? [String: Any])
    #expect(json["name"] as? String == "mine" && (json["sources"] as? [Any])?.count == 2)
    let path = scratch("mine.json")
    var tables: [String] = []
    for (number, overrides) in [[], ["air.swing_model=\(path)"], ["air.min_swing_probability=1"]].enumerated() {
      let run = try await Tool.run(
        ["run", Project.pipeline("tennis"), "short", "-o", "out-\(number)", "--quiet"]
          + overrides.flatMap { ["--set", $0] }, in: scratch.path)
      #expect(run.status == 0, "\(run.errors)")
      tables.append(try scratch.tableText("out-\(number)/merged/swings.parquet"))
    }
    let rows = tables.map { $0.split(separator: "\n").count - 1 }
    #expect(rows[0] > 0 && rows[1] > 0 && rows[2] == 0 && tables[0] != tables[1])
  }

  @Test("Too few swings are no reference, and nothing but a reference is replaced")
  func refuses() async throws {
    let scratch = try await recordings()
    let few = try await train(["short", "--reference", "mine.json", "-q"], in: scratch)
    #expect(few.status == 1)
    #expect(
      few.errors == "error: expected at least 14 swings with an impact in one sport to learn from, found 0 in all\n")
    #expect(!scratch.files().contains("mine.json"))
    try scratch.write("notes", to: "notes.txt")
    let notes = try await train(["long", "--reference", "notes.txt", "-q"], in: scratch)
    #expect(
      notes.status == 64 && notes.errors.contains("--reference: notes.txt: holds something other than a reference"))
  }

  @Test(
    "A model and a reference are made one at a time",
    arguments: [
      ([], "Missing --output, --reference or --swing-model; expected one of them, with the file to write"),
      (["-o", "a.json", "--reference", "b.json"], "--output and --reference are both given; expected one"),
      (["--reference", "b.json", "--name", "x"], "--name is for a model; expected --output or --swing-model"),
      (
        ["--swing-model", "b.json", "--out-of-fold", "x"],
        "--out-of-fold works only with --output; expected the command without it"
      ),
    ])
  func usage(arguments: [String], message: String) async throws {
    let scratch = try Scratch()
    let outcome = try await train(["in"] + arguments, in: scratch)
    #expect(outcome.status == 64 && outcome.errors.contains(message))
  }
}
