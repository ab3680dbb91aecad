import Foundation
import Testing

/// Inputs that do not stay as they are.
struct ChangingInputTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.prepare(recordings: 3)
  }

  @Test("What vanished or was written anew since the plan was made is seen, and concerns no other recording")
  func sincePlanning() async throws {
    let plan = try await Tool.run(["run", "--dry-run", "two.json", "in", "--json"], in: scratch.path)
    try scratch.write(plan.output, to: "plan.jsonl")
    let vanished = try scratch.bytes("in/r01.h5")
    try FileManager.default.removeItem(atPath: scratch("in/r01.h5"))
    try scratch.record(id: "r02", shockG: 9, to: "in/r02.h5")
    try scratch.record(id: "another", to: "in/r03.h5")
    func run() async throws -> Tool.Outcome {
      try await Tool.run(["run", "two.json", "--plan", "plan.jsonl", "-o", "out"], in: scratch.path)
    }
    let first = try await run()
    #expect(first.status == 1)
    #expect(first.errors.contains("error: \(scratch("in/r01.h5")): cannot read: no such file or directory\n"))
    #expect(first.errors.contains("warning: \(scratch("in/r02.h5")): the file was rewritten after the list was made\n"))
    #expect(first.errors.contains("in/r03.h5: its recording id is \"another\", but \"r03\" in the plan"))
    #expect(scratch.files(below: "out/impacts") == ["r02.parquet"])
    #expect(try await scratch.states(of: "out") == ["r01": "failed", "r02": "done", "r03": "failed"])

    try vanished.write(to: URL(fileURLWithPath: scratch("in/r01.h5")))
    try scratch.record(id: "r03", to: "in/r03.h5")
    #expect(try await run().status == 0)
    #expect(scratch.files(below: "out/impacts") == ["r01.parquet", "r02.parquet", "r03.parquet"])
  }

  @Test("A recording that is written to while it is read fails alone, worth a retry, and the next run mends it")
  func whileReading() async throws {
    // The largest goes first; the work on it takes long enough to be disturbed.
    try await scratch.copy(Fixtures.recording(), to: "in/long.h5")
    let arguments = ["run", "two.json", "in", "-o", "out", "--jobs", "1", "--overwrite"]
    for attempt in 1...10 {
      try? FileManager.default.removeItem(atPath: scratch("out"))
      let tool = try RunningTool(arguments, in: scratch.path)
      while tool.isRunning, !hasBegun() { usleep(500) }
      usleep(useconds_t(attempt) * 1000)
      let handle = try #require(FileHandle(forWritingAtPath: scratch("in/long.h5")))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data([0]))
      try handle.close()
      // Now and then the write comes before the file is opened, and nothing has happened while it was read.
      guard tool.wait() == 75 else { continue }
      let states = try await scratch.states(of: "out")
      #expect(states == ["baseball-000003": "failed", "r01": "done", "r02": "done", "r03": "done"])
      let status = try await Tool.run(["status", "out"], in: scratch.path)
      #expect(status.output.contains("changed while it was read"))
      let second = try await Tool.run(["run", "two.json", "in", "-o", "out", "--json"], in: scratch.path)
      #expect(second.status == 0)
      #expect(try second.object()["up_to_date"] as? Int == 3)
      return
    }
    Issue.record("a recording that was written to was done each time")
  }

  /// Whether the run's log says that work has begun.
  private func hasBegun() -> Bool {
    scratch.files(below: "out/_meta/logs").contains { name in
      (try? scratch.text("out/_meta/logs/\(name)"))?.contains("run_began") ?? false
    }
  }

  @Test("Files that were cut short fail alone with the cause, and a second run tries them alone")
  func truncated() async throws {
    try scratch.prepare(recordings: 10)
    for name in ["r04", "r07"] {
      let bytes = try scratch.bytes("in/\(name).h5")
      try bytes.prefix(bytes.count * 2 / 3).write(to: URL(fileURLWithPath: scratch("in/\(name).h5")))
    }
    for isFirst in [true, false] {
      let outcome = try await Tool.run(["run", "two.json", "in", "-o", "out", "--json"], in: scratch.path)
      #expect(outcome.status == 1)
      #expect(outcome.errorLines.count { $0.contains("cannot open: the file is truncated") } == 2)
      let report = try outcome.object()
      #expect(report["done"] as? Int == 8 && report["failed"] as? Int == 2)
      #expect(report["up_to_date"] as? Int == (isFirst ? 0 : 8))
    }
    let status = try await Tool.run(["status", "out"], in: scratch.path)
    // Sizes differ, the cause does not.
    let cause = /failed: 2 recordings: stage "in": .* the file is truncated: it has \d+ bytes .* \(r04, r07\)/
    #expect(status.outputLines.contains { $0.wholeMatch(of: cause) != nil }, "\(status.output)")
    #expect(try scratch.tableText("out/merged/recordings.parquet").split(separator: "\n").count == 9)
  }
}
