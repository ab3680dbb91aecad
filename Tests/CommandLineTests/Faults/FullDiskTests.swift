import Foundation
import Testing

@Suite(
  "An output folder that takes no more",
  .enabled(if: SmallDisk.isPossible, "mounting a file system of a test's own needs Linux and root"))
struct FullDiskTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.prepare(recordings: 12)
  }

  private func run(_ more: String..., output: String = "out") async throws -> Tool.Outcome {
    try await Tool.run(["run", "two.json", "in", "-o", output, "--jobs", "2"] + more, in: scratch.path)
  }

  @Test("A disk that is full at the start ends the run before it begins, worth a retry")
  func fullAtStart() async throws {
    let disk = try SmallDisk(at: scratch("out"), kilobytes: 16)
    try scratch.write(String(repeating: "x", count: 16_384), to: "out/fill")
    let outcome = try await run()
    #expect(outcome.status == 75)
    #expect(outcome.errors == "error: --output: out/_meta/pipeline.json: cannot write: no space left on device\n")
    #expect(scratch.files(below: "out") == ["fill"])
    #expect(try await Tool.run(["status", "out"], in: scratch.path).status == 64)
    withExtendedLifetime(disk) {}
  }

  @Test("A disk that fills up midway leaves what is done whole, and the run goes on when there is space")
  func fullMidway() async throws {
    #expect(try await run(output: "calm").status == 0)
    let expected = try scratch.results(of: "calm")
    let disk = try SmallDisk(at: scratch("out"), kilobytes: 172)

    let outcome = try await run()
    #expect(outcome.status == 75)
    let fault = /error: in\/r\d\d.h5: out\/[a-z_\/]+\/r\d\d.(parquet|json): cannot write: no space left on device/
    // Nothing further is begun: at most what was under way fails.
    #expect(1...2 ~= outcome.errorLines.count { $0.wholeMatch(of: fault) != nil }, "\(outcome.errors)")
    let counts = outcome.errors.firstMatch(of: /(\d+) of 12 recordings failed; \d+ were not begun/)
    #expect(counts.flatMap { Int($0.1) }.map { 1...2 ~= $0 } == true, "\(outcome.errors)")
    #expect(outcome.errorLines.contains("no further recording was begun, as the output folder takes no more"))
    #expect(!scratch.files(below: "out").contains { $0.hasSuffix(".tmp") })
    try await scratch.expectWhole("out", as: expected)
    let done = try await scratch.states(of: "out").values.count { $0 == "done" }
    #expect(done >= 1 && done < 12)

    try disk.grow(kilobytes: 4096)
    let second = try await run("--json")
    #expect(second.status == 0)
    #expect(try second.object()["up_to_date"] as? Int == done)
    #expect(try scratch.results(of: "out") == expected)
  }

  @Test(
    "Commands that write recordings end with 75 on a full disk, blame no input, and leave nothing half-written",
    arguments: [20, 60, 140, 300])
  func recordings(kilobytes: Int) async throws {
    let session = Project.path("Data/tennis-000001.h5")
    for line in [
      ["import", session, Project.path("Data/golf-000001.h5"), "-o", "out"], ["degrade", session, "-o", "out"],
      ["simulate", "swings", "-o", "out"], ["simulate", "dives", "-o", "out", "--count", "9"],
    ] {
      let disk = try SmallDisk(at: scratch("out"), kilobytes: kilobytes)
      let outcome = try await Tool.run(line, in: scratch.path)
      #expect(outcome.status == 75, "\(line): \(outcome.errors)")
      #expect(outcome.errors.contains("out/") && !outcome.errors.contains("crashed"), "\(outcome.errors)")
      #expect(!scratch.files(below: "out").contains { $0.hasSuffix(".tmp") })
      withExtendedLifetime(disk) {}
    }
  }

  @Test("A read-only folder is refused with the reason, and can still be looked at")
  func readOnly() async throws {
    let disk = try SmallDisk(at: scratch("out"), kilobytes: 4096)
    #expect(try await run().status == 0)
    try disk.forbidWriting()
    let before = try scratch.results(of: "out")
    for more in ["--quiet", "--overwrite"] {
      let outcome = try await run(more)
      #expect(outcome.status == 64)
      #expect(outcome.errors == "error: --output: out: cannot write into: read-only file system\n")
    }
    // What is joined already needs no writing.
    #expect(try await Tool.run(["merge", "out"], in: scratch.path).status == 0)
    #expect(try await Tool.run(["status", "out", "--verify"], in: scratch.path).status == 0)
    let plan = try await Tool.run(["run", "--dry-run", "two.json", "in", "-o", "out"], in: scratch.path)
    #expect(plan.status == 0)
    #expect(plan.outputLines.last?.hasPrefix("0 of 12 recordings to run") == true)
    #expect(try await run("--dry-run").status == 0)
    #expect(try scratch.results(of: "out") == before)
  }

  @Test("Inputs on a read-only file system are read as others are")
  func readOnlyInputs() async throws {
    let disk = try SmallDisk(at: scratch("fixed"), kilobytes: 1024)
    try scratch.copy(scratch("in/r01.h5"), to: "fixed/r01.h5")
    try disk.forbidWriting()
    let outcome = try await Tool.run(["run", "two.json", "fixed", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 0)
  }
}

@Suite("A folder without the right to write", .enabled(if: geteuid() != 0, "nothing is forbidden to root"))
struct ForbiddenFolderTests {
  @Test("It is refused with the reason")
  func refused() async throws {
    let scratch = try Scratch()
    try scratch.prepare(recordings: 1)
    try FileManager.default.createDirectory(
      atPath: scratch("out"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o555])
    let outcome = try await Tool.run(["run", "two.json", "in", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors == "error: --output: out: cannot write into: permission denied\n")
  }
}
