import Foundation
import Testing

struct InterruptTests {
  @Test("Ctrl-C while a recording is simulated leaves nothing of it")
  func simulate() async throws {
    let scratch = try Scratch()
    // Long enough not to be done before the signal comes; without events it starts to be written at once.
    let outcome = try await Tool.run(
      [
        "simulate", "swings", "-o", "out", "--duration-s", "20000", "--swings-per-minute", "0",
        "--distractors-per-minute", "0",
      ], in: scratch.path, interrupting: { _ in scratch.files(below: "out").contains { $0.hasSuffix(".tmp") } })
    #expect(outcome.status == 130)
    // Not the hours that the rest would take; the limit is wide, since the machine may be busy.
    #expect(outcome.seconds < 5)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.last == "interrupted: 0 of 1 made")
    #expect(scratch.files().isEmpty)
  }

  @Test("Ctrl-C while recordings are degraded tells how many are")
  func degrade() async throws {
    let scratch = try Scratch()
    let recording = try await Fixtures.recording()
    for index in 1...300 { try scratch.copy(recording, to: "in/\(1000 + index).h5") }
    let outcome = try await Tool.run(
      ["degrade", "in", "-o", "out", "--clip-g", "8"], in: scratch.path,
      interrupting: { $0.contains("out/1002.h5\n") })
    #expect(outcome.status == 130)
    let last = try #require(outcome.errorLines.last?.wholeMatch(of: /interrupted: (\d+) of 300 recordings copied/))
    let copied = scratch.files(below: "out")
    #expect(copied.count == Int(last.1) && copied.allSatisfy { $0.hasSuffix(".h5") })
    #expect((2..<300).contains(copied.count))
  }

  @Test("Ctrl-C in a batch keeps what is whole, leaves nothing half-written, and joins nothing")
  func run() async throws {
    let scratch = try Scratch()
    let recording = try await Fixtures.recording()
    let total = 100
    for index in 1...total {
      let path = try scratch.copy(recording, to: "in/\(1000 + index).h5")
      try Fixtures.rename(path, id: "\(1000 + index)")
    }
    let outcome = try await Tool.run(
      ["run", Project.pipeline("baseball"), "in", "-o", "out", "--jobs", "1", "--profile"], in: scratch.path,
      interrupting: { _ in scratch.files(below: "out/_meta/status").count >= 2 })
    #expect(outcome.status == 130)
    // Not the hours that the rest would take; the limit is wide, since the machine may be busy.
    #expect(outcome.seconds < 5)
    #expect(outcome.output.isEmpty)
    let last = try #require(outcome.errorLines.last)
    let pattern = /interrupted: (\d+) done, (\d+) not done; tables were not joined, and .+/
    let counts = try #require(last.wholeMatch(of: pattern))
    let done = try #require(Int(counts.1))
    #expect(done >= 2)
    #expect(done + (try #require(Int(counts.2))) == total)
    #expect(outcome.errorLines.contains { $0.hasPrefix("\(done) of \(total) recordings done, ") })
    // The signal hardly ever comes between two recordings.
    let profile = try #require(
      JSONSerialization.jsonObject(with: scratch.bytes("out/_meta/profile.json")) as? [String: Any])
    let cut = try #require(profile["interrupted"] as? Int)
    #expect((profile["real_time_factor"] == nil) == (cut > 0))
    let ran = "\(done) recordings" + (cut > 0 ? " and \(cut) that was interrupted" : "")
    #expect(outcome.errorLines.contains { $0.hasPrefix("total: \(ran), ") }, "\(outcome.errors)")

    let files = scratch.files(below: "out")
    #expect(!files.contains { $0.split(separator: "/").last?.hasPrefix(".") ?? false })
    #expect(!files.contains { $0.hasPrefix("merged/") })
    #expect(files.count { $0.hasPrefix("recordings/") } == done)
    let firstTable = try #require(files.first { $0.hasPrefix("swings/") })
    let firstID = firstTable.dropFirst("swings/".count).dropLast(".parquet".count)
    let first = try scratch.tableText("out/\(firstTable)")
    for table in files where table.hasPrefix("swings/") {
      let id = table.dropFirst("swings/".count).dropLast(".parquet".count)
      #expect(try scratch.tableText("out/\(table)") == first.replacing("\n\(firstID),", with: "\n\(id),"))
    }
    // What was done is not done again.
    let plan = try await Tool.run(
      ["run", "--dry-run", Project.pipeline("baseball"), "in", "-o", "out"], in: scratch.path)
    #expect(plan.outputLines.last?.hasSuffix("; \(done) up to date") == true)
  }
}
