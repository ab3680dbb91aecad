import Foundation
import Testing

/// Running again.
struct BatchRunTests {
  @Test("The first run does everything, the second nothing, and another option the tables that depend on it")
  func resumes() async throws {
    let scene = try await BatchScene(["a", "b"])
    let first = try await scene.run("--json")
    #expect(first.status == 0)
    #expect(try first.reasons() == ["a": ["new"], "b": ["new"]])
    let before = try scene.tables()
    #expect(before.count == 6)

    let second = try await scene.run("--summary")
    #expect(second.status == 0)
    #expect(second.outputLines.count { $0.hasSuffix("  up to date") } == 2)
    let report = try scene.object("_meta/run.json")
    #expect(report["up_to_date"] as? Int == 2 && report["done"] as? Int == 2)
    #expect(try scene.tables() == before)

    let third = try await scene.run("--set", "hit.threshold_g=900", "--json")
    let changed = ["hit.threshold_g 1.5 -> 900"]
    #expect(try third.reasons() == ["a": changed, "b": changed])
    let recordings = try #require(try third.object()["recordings"] as? [[String: Any]])
    let written = recordings.map { ($0["tables"] as? [[String: String]])?.compactMap { $0["table"] } }
    #expect(written == [["impacts"], ["impacts"]])
    let after = try scene.tables()
    let names = ["impacts/a.parquet", "impacts/b.parquet", "merged/impacts.parquet"]
    #expect(before.keys.filter { before[$0] != after[$0] }.sorted() == names)

    let forced = try await scene.run("--set", "hit.threshold_g=900", "--overwrite", "--json")
    #expect(try forced.reasons() == ["a": ["overwrite"], "b": ["overwrite"]])
    #expect(try scene.tables() == after)
  }

  @Test("A file with other content runs again, alone")
  func changes() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    let before = try scene.tables()
    try await scene.add("b", isOther: true)
    let second = try await scene.run("--json")
    #expect(second.status == 0)
    let reasons = try second.reasons()
    #expect(reasons.keys.sorted() == ["b"])
    #expect(reasons["b"]?.first?.wholeMatch(of: /input changed: \d+ -> \d+ bytes/) != nil)
    let after = try scene.tables()
    #expect(
      after["impacts/a.parquet"] == before["impacts/a.parquet"]
        && after["impacts/b.parquet"] != before["impacts/b.parquet"])
  }

  @Test("Contents are compared where that is asked for")
  func verify() async throws {
    let scene = try await BatchScene(["a"])
    // What follows the end of an HDF5 file is nothing to its readers.
    let path = scene.scratch("in/a.h5")
    let whole = try scene.scratch.bytes("in/a.h5")
    func write(_ end: String) throws {
      try (whole + Data(end.utf8)).write(to: URL(fileURLWithPath: path))
      let date = Date(timeIntervalSince1970: 1_700_000_000)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    try write("one")
    #expect(try await scene.run().status == 0)
    try write("two")
    #expect(try await scene.run("--json").reasons().isEmpty)
    #expect(try await scene.run("--verify", "--json").reasons() == ["a": ["input changed"]])
    #expect(try await scene.run("--verify", "--json").reasons().isEmpty)
  }

  @Test("A dry run tells what would run, and writes nothing")
  func dryRun() async throws {
    let scene = try await BatchScene(["a"])
    let before = scene.scratch.files()
    let outcome = try await scene.run("--dry-run")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(/a +\d+ kB  yes   new  in\/a\.h5\n1 of 1 recording to run/))
    #expect(scene.scratch.files() == before)
    #expect(!FileManager.default.fileExists(atPath: scene.scratch("out")))
    #expect(try await scene.run("--dry-run", "--json").objects().first?["reasons"] as? [String] == ["new"])
  }

  private static let flock = "/usr/bin/flock"

  @Test(
    "A failure that may pass is worth a retry, which then does what failed",
    .enabled(if: FileManager.default.isExecutableFile(atPath: flock), "the system has no command that locks a file"))
  func temporary() async throws {
    let scene = try await BatchScene(["a"])
    // The library locks a file that is written to.
    let outcome = try await Tool.shell(
      "\(Self.flock) --exclusive in/a.h5 \"$SWINGPIPE\" run p.json in -o out -q", in: scene.scratch.path)
    #expect(outcome.status == 75, "\(outcome.errors)")
    #expect(try await scene.run("--retry-failed", "--json").reasons().keys.sorted() == ["a"])
  }

  @Test("With --fail-fast no recording is begun once one has failed, and the next run does the rest")
  func failFast() async throws {
    let scene = try await BatchScene(["a"])
    // The largest goes first.
    try await scene.add("b", isOther: true)
    try scene.cut("b", bytes: 100)
    let outcome = try await scene.run("--fail-fast", "--jobs", "1")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.last == "1 of 2 recordings failed; 1 was not begun")
    #expect(try scene.tables().isEmpty)
    #expect(try await scene.run().status == 1)
    #expect(try scene.tables().keys.contains("impacts/a.parquet"))
  }
}
