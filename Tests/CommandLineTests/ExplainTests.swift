import Foundation
import Testing

struct ExplainTests {
  private let recording = Project.path("Data/baseball-000001.h5")
  private let pipeline = Project.pipeline("baseball")

  private func explain(_ arguments: String...) async throws -> Tool.Outcome {
    try await Tool.run(["explain", recording, "--pipeline", pipeline] + arguments)
  }

  /// Moments of the recording's swings by their labels, from the table that a run writes.
  private func swings(_ label: String) async throws -> [(index: Int, anchor: Double)] {
    let scratch = try Scratch()
    let outcome = try await Tool.run(["run", pipeline, recording, "-o", scratch("out"), "-q"])
    #expect(outcome.status == 0)
    let lines = try scratch.tableText("out/swings/baseball-000001.parquet")
      .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let header = try #require(lines.first)
    let (index, anchor, labels) = (
      try #require(header.firstIndex(of: "swing_index")), try #require(header.firstIndex(of: "anchor_time_s")),
      try #require(header.firstIndex(of: "label"))
    )
    return lines.dropFirst().filter { $0[labels] == label }
      .compactMap { line in Int(line[index]).flatMap { i in Double(line[anchor]).map { (i, $0) } } }
  }

  @Test(
    "A hit: its probability, its checks, the features by weight, and what else is near", arguments: ["hit", "miss"])
  func swing(label: String) async throws {
    let swing = try #require(try await swings(label).first)
    let byIndex = try await explain("--swing", "\(swing.index)")
    #expect(byIndex.status == 0 && byIndex.errors.isEmpty)
    #expect(byIndex.outputLines.first?.contains("swing \(swing.index), \(label), probability of a contact ") == true)
    for text in [
      "duration", "accumulated rotation", "size of the burst (log_peak_g", " for any swing",
      "a swing: probability of a stroke 0.", "; decision margin 0.",
    ] {
      #expect(byIndex.output.contains(text), "\(text)")
    }
    let byTime = try await explain("--at", "\(swing.anchor)")
    #expect(byTime.output == byIndex.output)
    // The start is what the fault of a moment outside of the recording names.
    let outside = try #require(try await explain("--at", "1").errors.firstMatch(of: #/expected ([0-9.]+) to /#))
    let start = try #require(Double(outside.1))
    #expect(try await explain("--at", "+\(swing.anchor - start)").output == byIndex.output)
  }

  @Test("JSON has the candidates with their checks, and the decision with its contributions")
  func json() async throws {
    let swing = try #require(try await swings("hit").first)
    let document = try await explain("--swing", "\(swing.index)", "--json").object()
    let chosen = try #require(document["chosen"] as? Int)
    let candidates = try #require(document["candidates"] as? [[String: Any]])
    #expect(candidates[chosen]["outcome"] as? String == "hit")
    #expect(candidates[chosen]["swing_index"] as? Int == swing.index)
    #expect((candidates[chosen]["checks"] as? [[String: Any]])?.allSatisfy { $0["passed"] as? Bool == true } == true)
    let decision = try #require(document["decision"] as? [String: Any])
    #expect(decision["label"] as? String == "hit")
    let contributions = try #require(decision["contributions"] as? [[String: Any]])
    let terms = contributions.compactMap { $0["contribution"] as? Double }
    let (intercept, probability) = (
      try #require(decision["intercept"] as? Double), try #require(decision["hit_probability"] as? Double)
    )
    #expect(terms.count == 4)
    #expect(abs(1 / (1 + exp(-terms.reduce(intercept, +))) - probability) < 1e-9)
    #expect(decision["min_probability"] as? Double == 0.5)
    // The margin is the smallest of the checks and of the impact's height over its threshold.
    let impact = candidates[chosen]
    let (peak, threshold) = (
      try #require(impact["high_passed_peak_g"] as? Double), try #require(impact["threshold_g"] as? Double)
    )
    let margins = (impact["checks"] as? [[String: Any]] ?? [])
      .filter { !["start threshold", "probability of a contact"].contains($0["name"] as? String) }
      .compactMap { $0["margin"] as? Double }
    #expect(margins.count >= 3)
    let names = (impact["checks"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    #expect(names.first == "height of the impact")
    #expect(names.contains(try #require(decision["nearest_check"] as? String)))
    let smallest = (margins + [1 - threshold / abs(peak)]).min()
    #expect(abs(try #require(decision["decision_margin"] as? Double) - (smallest ?? 0)) < 1e-12)
    #expect(candidates.allSatisfy { $0["explanation"] is NSNull || $0["explanation"] is String })
  }

  @Test("A picture is drawn as SVG or PNG; another kind is refused before anything runs")
  func plot() async throws {
    let scratch = try Scratch()
    let svg = try await explain("--swing", "0", "--plot", scratch("swing.svg"))
    #expect(svg.status == 0)
    let text = try String(contentsOfFile: scratch("swing.svg"), encoding: .utf8)
    #expect(text.contains("<svg") && text.contains("baseball-000001, baseball: swing 0"))
    #expect(try await explain("--swing", "0", "--plot", scratch("swing.png")).status == 0)
    let png = try Data(contentsOf: URL(fileURLWithPath: scratch("swing.png")))
    #expect(png.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    let other = try await explain("--swing", "0", "--plot", scratch("swing.jpg"))
    #expect(other.status == 64 && other.errors.contains("--plot: ") && other.errors.contains(".svg"))
  }

  @Test("An impact that is not called a contact is shown with the swing, with the probability that it would have taken")
  func uncalled() async throws {
    let swing = try #require(try await swings("hit").first)
    let outcome = try await explain(
      "--swing", "\(swing.index)", "--set", "label.min_probability=1", "--set", "hit.threshold_g=60")
    #expect(outcome.outputLines.first?.contains("miss, probability of a contact") == true)
    #expect(outcome.outputLines.first?.hasSuffix(" (a hit needs 1 or more)") == true)
    #expect(outcome.outputLines.contains { $0.hasPrefix("  weak impact ") && $0.hasSuffix("; not called a contact") })
    // The probability rounds to 1, the bound that it does not meet.
    let check = try #require(outcome.outputLines.first { $0.hasPrefix("  NO  probability of a contact ") })
    #expect(check.contains(" 0.99") && check.hasSuffix("at least 1"))
    for text in ["no impact", "outside of any swing"] { #expect(!outcome.output.contains(text)) }
  }

  @Test("A moment at which there is nothing is told by how large the signals are there")
  func nothing() async throws {
    let first = try #require(try await swings("hit").map(\.anchor).min())
    let outcome = try await explain(
      "--at", "\(first)", "--reach-s", "0.05", "--set", "hit.threshold_g=900",
      "--set", "hit.weak_threshold_g=900", "--set", "air.min_peak_rate_rad_s=99")
    #expect(outcome.status == 0)
    #expect(outcome.outputLines.first?.hasSuffix("by baseball: nothing") == true)
    #expect(
      outcome.output.contains("the high-passed acceleration reaches ")
        && outcome.output.contains("an impact takes 900"))
    #expect(outcome.output.contains("the rotation along gravity reaches "))
    let sideways = try await explain(
      "--at", "\(first)", "--reach-s", "0.05", "--set", "hit.threshold_g=900", "--set", "hit.axis=x",
      "--set", "hit.weak_threshold_g=900", "--set", "air.min_peak_rate_rad_s=99")
    #expect(sideways.output.contains("the high-passed x acceleration reaches "))
  }

  @Test("What is asked for must be there, and one thing only")
  func faults() async throws {
    for (arguments, status, message) in [
      (["--swing", "999"], 64, "baseball-000001.h5: no swing 999; 8 were found, expected 0 to "),
      (["--at", "-5"], 64, "baseball-000001.h5: -5 s lies outside of it; expected "),
      (["--swing", "-1"], 64, "--swing is -1; expected 0 or more"),
      (["--at", "1"], 64, "baseball-000001.h5: 1 s lies outside of it; expected "),
      (["--at", "1"], 64, "did you mean +1, counted from its start?"),
      ([], 64, "expected one of --at and --swing"),
      (["--at", "1", "--swing", "1"], 64, "expected one of --at and --swing"),
      (["--swing", "0", "--reach-s", "0"], 64, "--reach-s is 0.0; expected more than 0 s"),
      (["--swing", "0", "--set", "hit.treshold_g=2"], 78, "did you mean \"threshold_g\"?"),
    ] as [([String], Int, String)] {
      let outcome = try await Tool.run(["explain", recording, "-p", pipeline] + arguments)
      #expect(outcome.status == status, "\(arguments)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    let missing = try await Tool.run(["explain", "nowhere.h5", "-p", pipeline, "--swing", "0"])
    #expect(missing.status == 64 && missing.errors.contains("nowhere.h5"))
  }

  @Test(
    "Stages of other domains tell what they made of a moment, and why",
    arguments: [
      ("submersion", "dive_breath_hold-000001.h5", ["dive ", "start ", "largest depth "]),
      ("push_ups", "push_ups-000011.h5", ["repetition", "depth"]),
      ("posture", "push_ups-000011.h5", ["posture ", "mean pitch "]),
      ("workout", "workout-000001-watch.h5", ["phone: ", " s earlier: ", "that of the phone is"]),
    ])
  func domains(_ pipeline: String, _ recording: String, _ words: [String]) async throws {
    let input = Project.path("Pipelines/Recordings/\(recording)")
    let told = try await Tool.run(["explain", input, "--pipeline", Project.pipeline(pipeline), "--at", "+12"])
    #expect(told.status == 0 && told.errors.isEmpty)
    #expect(told.outputLines.count > 1)
    for word in words { #expect(told.output.contains(word), "\(word) in \(told.output)") }
    let swing = try await Tool.run(["explain", input, "--pipeline", Project.pipeline(pipeline), "--swing", "0"])
    #expect(swing.status == 64)
    #expect(swing.errors.contains("expected --at"))
    let late = try await Tool.run(["explain", input, "--pipeline", Project.pipeline(pipeline), "--at", "+99999"])
    #expect(late.status != 0 && late.errors.contains("lies outside of it"))
  }
}
