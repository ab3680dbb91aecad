import Foundation
import Testing

/// Links among inputs and outputs.
struct LinkTests {
  @Test("Loops end, a file is run once however it is reached, and a link that leads nowhere fails alone")
  func inputs() async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 2)
    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: scratch(name), withDestinationPath: target)
    }
    try scratch.write("", to: "in/deep/deeper/note.txt")
    try link("in/loop", to: ".")
    try link("in/deep/up", to: "../..")
    try link("in/deep/deeper/round", to: "../../deep")
    try link("in/self.h5", to: "self.h5")
    try link("in/gone.h5", to: "nothing.h5")
    try link("in/again.h5", to: "r01.h5")
    let outcome = try await Tool.run(["run", "two.json", "in", "in/again.h5", "-o", "out", "--json"], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count { $0.hasPrefix("error: in/gone.h5: ") } == 1)
    #expect(outcome.errorLines.count { $0.hasPrefix("error: in/self.h5: ") } == 1)
    let recordings = try #require(try outcome.object()["recordings"] as? [[String: Any]])
    #expect(recordings.map { $0["recording_id"] as? String } == ["gone", "r01", "r02", "self"])
    #expect(scratch.files(below: "out/impacts") == ["r01.parquet", "r02.parquet"])
  }

  @Test("An output folder may be a link; one that leads nowhere or round is refused")
  func outputs() async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 2)
    func run(_ output: String) async throws -> Tool.Outcome {
      try await Tool.run(["run", "two.json", "in", "-o", output], in: scratch.path)
    }
    let manager = FileManager.default
    try manager.createDirectory(atPath: scratch("real"), withIntermediateDirectories: true)
    for (link, target) in [("out", "real"), ("nowhere", "nothing"), ("round", "round")] {
      try manager.createSymbolicLink(atPath: scratch(link), withDestinationPath: target)
    }
    #expect(try await run("out").status == 0)
    #expect(scratch.files(below: "real/impacts") == ["r01.parquet", "r02.parquet"])
    #expect(try await Tool.run(["status", "real"], in: scratch.path).status == 0)
    for output in ["nowhere", "round"] {
      let outcome = try await run(output)
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("error: --output: \(output): cannot make the folder"))
    }
  }

  @Test(
    "A link in place of a folder of the output is refused: a run would write elsewhere",
    arguments: ["impacts", "merged", "_meta", "_meta/status", "_meta/logs"])
  func folders(_ name: String) async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 1)
    try scratch.write("mine", to: "elsewhere/r01.parquet")
    try scratch.write("", to: "out/_meta/../kept")
    if name == "_meta" { try FileManager.default.removeItem(atPath: scratch("out/_meta")) }
    try FileManager.default.createSymbolicLink(
      atPath: scratch("out/" + name), withDestinationPath: scratch("elsewhere"))
    let outcome = try await Tool.run(["run", "two.json", "in", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix("error: --output: out/\(name): cannot write into the folder: it is a symbolic link"),
      "\(outcome.errors)")
    #expect(scratch.files(below: "elsewhere") == ["r01.parquet"])
    #expect(try scratch.text("elsewhere/r01.parquet") == "mine")
  }
}
