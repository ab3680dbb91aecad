import Foundation
import Testing

/// Running a part.
struct BatchSelectionTests {
  @Test("--only works on the recordings that it names, and leaves the others as they are")
  func only() async throws {
    let scene = try await BatchScene(["first", "second"])
    let slip = try await scene.run("--only", "frist")
    #expect(slip.status == 64)
    #expect(slip.errors == "error: --only: no recording has the id \"frist\"; did you mean \"first\"?\n")
    #expect(!FileManager.default.fileExists(atPath: scene.scratch("out")))
    #expect(try await scene.run("--only", "first").status == 0)
    #expect(scene.scratch.files(below: "out/impacts") == ["first.parquet"])
    // The plan knows the others.
    #expect(try await scene.run("--json").reasons() == ["second": ["new"]])
  }

  @Test("--retry-failed works on those alone that failed, and what they left is joined with the rest")
  func retryFailed() async throws {
    let scene = try await BatchScene(["a", "b"])
    try scene.cut("b", bytes: 100)
    #expect(try await scene.run().status == 1)
    try await scene.add("b")
    try await scene.add("c")
    let outcome = try await scene.run("--retry-failed", "--json")
    #expect(outcome.status == 0)
    let reasons = try outcome.reasons()
    #expect(reasons.keys.sorted() == ["b"])
    #expect(reasons["b"]?.first?.hasPrefix("failed last time: cannot open: the file is truncated") == true)
    #expect(scene.scratch.files(below: "out/recordings") == ["a.parquet", "b.parquet"])
    let joined = try scene.scratch.tableText("out/merged/recordings.parquet").split(separator: "\n").dropFirst()
    #expect(joined.map { $0.prefix(2) } == ["a,", "b,"])
  }

  @Test("--until before the first table leaves records alone; after it, that table alone is written")
  func until() async throws {
    let scene = try await BatchScene(["a"])
    let slip = try await scene.run("--until", "hitt")
    #expect(slip.status == 64)
    #expect(slip.errors == "error: --until: the pipeline has no stage \"hitt\"; did you mean \"hit\"?\n")

    let part = try await scene.run("--until", "overview_out")
    #expect(part.status == 0)
    #expect(try scene.tables().keys.sorted() == ["merged/recordings.parquet", "recordings/a.parquet"])
    #expect(try await scene.run("--json").reasons() == ["a": ["table impacts is not made yet"]])

    let before = try scene.tables()
    let record = try scene.scratch.bytes("out/_meta/status/a.json")
    let test = try await scene.run("--until", "in", "--json")
    #expect(test.status == 0)
    let recordings = try #require(try test.object()["recordings"] as? [[String: Any]])
    #expect((recordings.first?["stages"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == ["in"])
    #expect(try scene.tables() == before)
    #expect(try scene.scratch.bytes("out/_meta/status/a.json") == record)
    let told = try await scene.tool(["run", "p.json", "in", "-o", "other", "--until", "in"])
    #expect(told.errors.contains("nothing was written: no table comes before that stage"))
    #expect(!told.errors.contains("next: "))
    let head = try #require(told.errorLines.last { $0.hasPrefix("recording ") })
    #expect(head.split(separator: " ") == ["recording", "length", "status"])
  }
}
