import Foundation
import Testing

/// Explanations and pictures of a run.
struct EarlierRunTests {
  /// A run of two recordings with 8 swings each.
  private static func scene() async throws -> Scratch {
    let scratch = try Scratch()
    for name in ["golf-000001", "golf-000002"] {
      try scratch.copy(Project.path("Data/\(name).h5"), to: "in/\(name).h5")
    }
    let run = try await Tool.run(
      ["run", "golf", "in", "-o", "out", "-q", "--set", "start.min_rate_share=0.2"], in: scratch.path)
    try #require(run.status == 0)
    return scratch
  }

  @Test("A swing of a run is found by its row, and explained by the run's own pipeline")
  func row() async throws {
    let scratch = try await Self.scene()
    let outcome = try await Tool.run(["explain", "out", "--swing", "10"], in: scratch.path)
    let own = try await Tool.run(
      ["explain", "in/golf-000002.h5", "--swing", "2", "--pipeline", "golf", "--set", "start.min_rate_share=0.2"],
      in: scratch.path)
    #expect(outcome.status == 0 && outcome.output == own.output && !own.output.isEmpty)
    #expect(outcome.errors.contains("row 10 of out: swing_index 2 of golf-000002 ("))
    let named = try await Tool.run(["explain", "in/golf-000002.h5", "--swing", "2", "--run", "out"], in: scratch.path)
    #expect(named.output == own.output && named.errors.isEmpty)
    let beyond = try await Tool.run(["explain", "out", "--swing", "16"], in: scratch.path)
    #expect(beyond.status == 64 && beyond.errors.contains("the run has 16 swings; expected 0 to 15"))
    let first = try await Tool.run(["explain", "out", "--swing", "0"], in: scratch.path)
    #expect(first.status == 0 && first.errors.contains("row 0 of out: swing_index 0 of golf-000001 ("))
    let several = try await Tool.run(["explain", "out", "--at", "+3"], in: scratch.path)
    #expect(several.status == 64 && several.errors.contains("the run has 2 recordings; expected --swing"))
    #expect(try await Tool.run(["plot", "out", "--swing", "10", "-o", "a.svg"], in: scratch.path).status == 0)
    let drawn = try await Tool.run(
      [
        "plot", "in/golf-000002.h5", "--swing", "2", "--pipeline", "golf", "--set", "start.min_rate_share=0.2", "-o",
        "b.svg",
      ], in: scratch.path)
    #expect(drawn.status == 0)
    #expect(try scratch.text("a.svg") == scratch.text("b.svg"))
  }

  @Test("The advice for a run without swings leads to an explanation")
  func withoutSwings() async throws {
    let scratch = try Scratch()
    for name in ["golf-000001", "golf-000002"] {
      try scratch.copy(Project.path("Data/\(name).h5"), to: "in/\(name).h5")
    }
    try #require(try await Tool.run(["run", "impacts", "in", "-o", "out", "-q"], in: scratch.path).status == 0)
    let swing = try await Tool.run(["explain", "out", "--swing", "0"], in: scratch.path)
    #expect(swing.status == 64)
    #expect(swing.errors.contains("expected one recording with --run out, and a moment (explain --at)"))
    let several = try await Tool.run(["explain", "out", "--at", "+3"], in: scratch.path)
    #expect(several.status == 64)
    #expect(several.errors.contains("the run has 2 recordings; expected one recording with --run out\n"))
    let advised = try await Tool.run(["explain", "in/golf-000001.h5", "--at", "+3", "--run", "out"], in: scratch.path)
    #expect(advised.status == 0 && advised.output.contains("by impacts"))
  }

  @Test("An explicit pipeline wins, with a warning if it is not that of the run")
  func explicit() async throws {
    let scratch = try await Self.scene()
    let other = try await Tool.run(["explain", "out", "--swing", "0", "--pipeline", "tennis"], in: scratch.path)
    #expect(other.status == 0 && other.output.contains("by tennis"))
    #expect(other.errors.contains("warning: the run in out used the pipeline golf, not tennis"))
    let options = try await Tool.run(["explain", "out", "--swing", "0", "--pipeline", "golf"], in: scratch.path)
    #expect(options.errors.contains("used the pipeline golf with other options"))
  }

  @Test("A recording that has moved or changed since the run is named")
  func moved() async throws {
    let scratch = try await Self.scene()
    try FileManager.default.moveItem(atPath: scratch("in/golf-000001.h5"), toPath: scratch("moved.h5"))
    let gone = try await Tool.run(["explain", "out", "--swing", "0"], in: scratch.path)
    #expect(gone.status == 65 && gone.errors.contains("golf-000001 is no longer at "))
    let moved = try await Tool.run(["explain", "moved.h5", "--swing", "0", "--run", "out"], in: scratch.path)
    #expect(moved.status == 0 && moved.errors.contains("warning: moved.h5: was at "))
    try Fixtures.state(scratch("in/golf-000002.h5"), "software", "another")
    let changed = try await Tool.run(["explain", "out", "--swing", "10"], in: scratch.path)
    #expect(changed.status == 0 && changed.errors.contains("has changed since the run in out"))
  }
}
