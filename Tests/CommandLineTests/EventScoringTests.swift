import Foundation
import Testing

/// Labels and scores of other events.
struct EventScoringTests {
  private func tool(_ scratch: Scratch, _ arguments: String) async throws -> Tool.Outcome {
    try await Tool.run(arguments.split(separator: " ").map(String.init), in: scratch.path)
  }

  /// Simulated dives carry their truth, to which the thresholds of the pipeline are exact.
  @Test("Dives of a run are scored against labels of dives, which are recognised; one that is taken away is false")
  func dives() async throws {
    let scratch = try Scratch()
    try #require(try await tool(scratch, "simulate dives --count 2 --output in").status == 0)
    try #require(try await tool(scratch, "run submersion in --output out --quiet").status == 0)
    let whole = try await tool(scratch, "score out --labels in")
    #expect(whole.status == 0 && whole.errors == "scored: dive, the only kind that is labelled\n")
    #expect(whole.output.hasPrefix("2 recordings, "))
    #expect(whole.output.contains("dives: 4 labels, 4 found, 0 missed, 0 false"))
    let refused = try await tool(scratch, "score out --labels in --miss-tolerance-ms 100")
    #expect(refused.status == 64)
    #expect(
      refused.errors == """
        scored: dive, the only kind that is labelled
        error: --miss-tolerance-ms is not for dive; expected --tolerance-ms or --min-overlap
          See 'swingpipe score --help' for more information.

        """)
    let swings = try await tool(scratch, "score out --labels in --kind swings")
    #expect(swings.status == 64 && swings.errors.contains("has no group \"annotations/swings\""))

    try #require(try await tool(scratch, "label remove in/dive_square-000001.h5 --index 0").status == 0)
    let bounded = try await tool(scratch, "score out --labels in --kind dive --json --fail-under precision=0.8")
    #expect(bounded.status == 1 && bounded.errors.contains("precision is 0.75; expected 0.8 or more"))
    let report = try #require(try JSONSerialization.jsonObject(with: Data(bounded.output.utf8)) as? [String: Any])
    let counts = try #require(report["counts"] as? [String: Any])
    #expect(counts["true_positives"] as? Int == 3 && counts["false_positives"] as? Int == 1)
    #expect(report["worst"] as? String == "dive_square-000001")
  }

  @Test("A kind that no table has rows of, or that is not labelled, is an error that says what there is")
  func unknown() async throws {
    let scratch = try Scratch()
    try #require(try await tool(scratch, "simulate dives --output in").status == 0)
    try #require(try await tool(scratch, "run submersion in --output out --quiet").status == 0)
    let typo = try await tool(scratch, "score out --labels in --kind dives")
    #expect(
      typo.status == 64 && typo.errors.contains("no table has rows of the kind \"dives\"; did you mean \"dive\"?"))
    let absent = try await tool(scratch, "score out --labels in --kind serve")
    #expect(
      absent.errors
        == "error: no table has rows of the kind \"serve\"; expected one of dive, state, surface_interval\n")
    let other = try await tool(scratch, "score out --labels in --kind surface_interval")
    #expect(other.status == 64)
    #expect(other.errors.contains("has no group \"annotations/surface_interval\" of labels; expected labels"))
    let metric = try await tool(scratch, "score out --labels in --kind dive --fail-under hits.f1=1")
    #expect(metric.status == 64 && metric.errors.contains("unknown metric \"hits.f1\""))
  }

  @Test("Labels of any kind are added, listed, exported and imported again")
  func labels() async throws {
    let scratch = try Scratch()
    try #require(try await tool(scratch, "simulate dives --output in").status == 0)
    let file = "in/dive_square-000001.h5"
    #expect(try await tool(scratch, "label add \(file) --kind step --at +3").output.contains("step at "))
    let interval = try await tool(scratch, "label add \(file) --kind plank --start +1 --end +5")
    #expect(interval.output.contains("added 1 plank"))
    #expect(try await tool(scratch, "label add \(file) --kind Plank --at +1").status == 64)
    #expect(try await tool(scratch, "label add \(file) --kind plank --end +9").status == 64)
    let listed = try await tool(scratch, "label list \(file)")
    #expect(listed.output.contains("1 step") && listed.output.contains("1 plank") && listed.output.contains("2 dives"))

    try #require(try await tool(scratch, "export \(file) --output exported").status == 0)
    let imported = try await tool(scratch, "import exported --output back")
    try #require(imported.status == 0, "\(imported.errors)")
    let again = try await tool(scratch, "label list back/exported.h5")
    func rows(_ text: String) -> [Substring] { Array(text.split(separator: "\n").dropFirst()) }
    #expect(rows(again.output) == rows(listed.output))
  }

  @Test("A file's texts name further kinds, which have to be listed")
  func files() async throws {
    let scratch = try Scratch()
    try #require(try await tool(scratch, "simulate dives --output in").status == 0)
    let file = "in/dive_square-000001.h5"
    try Data("start_s,end_s,label\n0.5,1.5,jump\n2,3,sprint\n".utf8).write(to: URL(fileURLWithPath: scratch("k.csv")))
    let unknown = try await tool(scratch, "label add \(file) --clock start --from k.csv --kind jump")
    #expect(unknown.status == 65 && unknown.errors.contains("k.csv:3: \"sprint\" is not a label"))
    let known = try await tool(scratch, "label add \(file) --clock start --from k.csv --kind jump --kind sprint")
    #expect(known.status == 0 && known.output.contains("added 1 jump, 1 sprint from k.csv"))
  }
}
