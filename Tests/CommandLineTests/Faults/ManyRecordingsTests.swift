import Foundation
import Testing

/// A great many recordings.
struct ManyRecordingsTests {
  @Test("They are planned one by one, and the shards share them out without a rest or a repeat")
  func plan() async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 1)
    let total = 10_000
    let recording = try scratch.record(id: nil, to: "tiny.h5")
    try FileManager.default.createDirectory(atPath: scratch("many"), withIntermediateDirectories: true)
    // The same file under many names: a recording without an id has that of its name.
    for index in 0..<total { #expect(link(recording, scratch("many/n\(10_000 + index).h5")) == 0) }
    // What a folder holds twice by its real path is one file; hard links are files of their own.
    let plan = try await Tool.run(["run", "--dry-run", "two.json", "many", "--json"], in: scratch.path)
    #expect(plan.status == 0)
    #expect(plan.outputLines.count == total)
    try scratch.write(plan.output, to: "plan.jsonl")
    var seen: [Substring] = []
    for shard in 1...2 {
      let part = try await Tool.run(
        ["run", "--dry-run", "two.json", "--plan", "plan.jsonl", "--shard", "\(shard)/2", "--json"], in: scratch.path)
      #expect(part.status == 0)
      #expect(part.outputLines.count == total / 2)
      seen += part.output.split(separator: "\n")
    }
    #expect(seen.sorted() == plan.output.split(separator: "\n").sorted())

    let run = try await Tool.run(
      ["run", "two.json", "--plan", "plan.jsonl", "--shard", "7/500", "-o", "out", "--json"], in: scratch.path)
    #expect(run.status == 0)
    #expect(try run.object()["done"] as? Int == 20)
    #expect(scratch.files(below: "out/impacts").count == 20)
  }
}
