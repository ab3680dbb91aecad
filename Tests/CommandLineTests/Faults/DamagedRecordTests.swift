import Foundation
import Testing

/// Records of a run that were damaged.
struct DamagedRecordTests {
  private let scratch: Scratch

  init() async throws {
    scratch = try Scratch()
    try scratch.prepare(recordings: 3)
  }

  private func run(_ more: String...) async throws -> Tool.Outcome {
    try await Tool.run(["run", "two.json", "in", "-o", "out"] + more, in: scratch.path)
  }

  private func status() async throws -> Tool.Outcome { try await Tool.run(["status", "out"], in: scratch.path) }

  private func cut(_ name: String) throws {
    let text = try scratch.text(name)
    try scratch.write(String(text.dropLast(20)), to: name)
  }

  @Test("A status that cannot be read counts as none: its recording is not done, and is run again")
  func statuses() async throws {
    #expect(try await run().status == 0)
    let expected = try scratch.results(of: "out")
    try cut("out/_meta/status/r01.json")
    try scratch.write("", to: "out/_meta/status/r02.json")
    try scratch.write("\u{0}{\u{FFFD}[", to: "out/_meta/status/r03.json")
    #expect(try await scratch.states(of: "out") == ["r01": "stale", "r02": "stale", "r03": "stale"])
    let told = try await status().output
    #expect(
      told.contains("its status cannot be read: out/_meta/status/r01.json: is not the status of a recording"), "\(told)"
    )
    #expect(try await run().status == 0)
    #expect(try await status().status == 0)
    #expect(try scratch.results(of: "out") == expected)
  }

  @Test(
    "A plan or a pipeline that cannot be read is told, and the next run writes it anew",
    arguments: [
      "plan.jsonl", "pipeline.json",
    ])
  func shared(_ name: String) async throws {
    #expect(try await run().status == 0)
    let expected = try scratch.results(of: "out")
    try cut("out/_meta/\(name)")
    let broken = try await status()
    #expect(broken.status == 65)
    #expect(broken.errors.hasPrefix("error: out/_meta/\(name):"))
    #expect(broken.output.isEmpty)
    let second = try await run("--json")
    #expect(second.status == 0)
    // The recordings themselves are not affected.
    #expect(try second.object()["up_to_date"] as? Int == 3)
    #expect(try scratch.results(of: "out") == expected)
  }

  @Test("Without a record of the pipeline, what was made counts as it was made")
  func noPipeline() async throws {
    #expect(try await run().status == 0)
    try FileManager.default.removeItem(atPath: scratch("out/_meta/pipeline.json"))
    try FileManager.default.removeItem(atPath: scratch("out/_meta/status/r01.json"))
    try FileManager.default.removeItem(atPath: scratch("out/impacts/r02.parquet"))
    #expect(try await scratch.states(of: "out") == ["r01": "missing", "r02": "stale", "r03": "done"])
  }

  @Test(
    "What stands where a folder has to be ends the run before it begins, with the reason",
    arguments: ["out", "out/_meta", "out/impacts", "out/merged", "out/_meta/status"])
  func fileForFolder(_ name: String) async throws {
    try scratch.write("mine", to: name)
    let outcome = try await run()
    #expect(outcome.status == 64)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("error: --output: \(name): cannot make the folder, since a file of that name"))
    #expect(scratch.files().filter { $0.hasPrefix("out") } == [name])
    #expect(try scratch.text(name) == "mine")
  }

  @Test(
    "A folder in place of a record ends the run before it begins, with the reason",
    arguments: [
      "plan.jsonl", "pipeline.json", "schema.json",
    ])
  func folderForRecord(_ name: String) async throws {
    try scratch.write("mine", to: "out/_meta/\(name)/kept")
    let outcome = try await run()
    #expect(outcome.status == 64)
    #expect(outcome.errors == "error: --output: out/_meta/\(name): cannot write the file: is a directory\n")
    #expect(try scratch.text("out/_meta/\(name)/kept") == "mine")
  }

  @Test(
    "A folder in place of a table or a status fails that recording alone",
    arguments: [
      "impacts/r02.parquet", "_meta/status/r02.json",
    ])
  func folderForTable(_ name: String) async throws {
    try scratch.write("mine", to: "out/\(name)/kept")
    let outcome = try await run()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: in/r02.h5: out/\(name): cannot write the file: is a directory"))
    let states = try await scratch.states(of: "out")
    #expect(states["r01"] == "done" && states["r02"] != "done" && states["r03"] == "done")
    if name.hasPrefix("impacts") {
      #expect(try await status().output.contains("1 recording: out/impacts/r02.parquet: cannot write the file"))
    }
    try FileManager.default.removeItem(atPath: scratch("out/\(name)"))
    #expect(try await run().status == 0)
    #expect(try await status().status == 0)
  }
}
