import Foundation
import Testing

/// Validating and planning.
struct PlanTests {
  @Test("Every pipeline of the project is sound")
  func pipelines() async throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Project.path("Pipelines"))
      .filter { $0.hasSuffix(".json") && !$0.contains("schema") }
    #expect(names.count >= 6)
    for name in names {
      let path = Project.path("Pipelines/\(name)")
      let outcome = try await Tool.run(["pipelines", "validate", path])
      #expect(outcome.status == 0, "\(name)")
      #expect(outcome.output.wholeMatch(of: /.*: \d+ stages, no fault\n/) != nil, "\(name)")
      #expect(outcome.errors.isEmpty, "\(name)")
    }
  }

  @Test("Validating tells which recordings suit the pipeline, without output files")
  func validateInputs() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "in/a.h5")
    try scratch.write("", to: "in/b.h5")
    let pipeline = Project.pipeline("baseball")
    let both = try await Tool.run(["pipelines", "validate", pipeline, "in"], in: scratch.path)
    #expect(both.status == 1)
    #expect(both.output == "\(pipeline): 1 of 2 recordings suit it\n")
    #expect(both.errors.contains(#"recording "in/b.h5": cannot open: the file is empty"#))
    let good = try await Tool.run(["pipelines", "validate", pipeline, "in/a.h5"], in: scratch.path)
    #expect(good.status == 0)
    #expect(good.output == "\(pipeline): 1 of 1 recordings suit it\n")
    #expect(good.errors.isEmpty)
    #expect(scratch.files() == ["in/a.h5", "in/b.h5"])
  }

  @Test("A filter above a recording's Nyquist frequency is found before any data is read")
  func nyquist() async throws {
    let recording = try await Fixtures.recording()
    let outcome = try await Tool.run([
      "pipelines", "validate", Project.pipeline("baseball"), recording, "--set", "hp.pass_hz=500",
    ])
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("--set hp.pass_hz=500: error: stage \"hp\" (filters.high_pass): recording "))
    #expect(outcome.errors.contains("pass_hz"))
  }

  @Test("A checked plan shows id, length, rates and path, and what does not run")
  func table() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "in/a.h5")
    try scratch.write("", to: "in/b.h5")
    let outcome = try await Tool.run(
      ["run", "--dry-run", "--check", Project.pipeline("baseball"), "in"], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        recording        can be found  length  rates            path
                         nothing                                in/b.h5
        baseball-000003  all             10 s  801.9, 200.5 Hz  in/a.h5

        """)
    #expect(outcome.errorLines.count == 1)
  }

  @Test("A check of a run that stops early is of the stages that run")
  func until() async throws {
    let scratch = try Scratch()
    let rows = (0..<8000).map { "\(Double($0) / 800),0,0,-1\n" }.joined()
    try scratch.write("time_s,acceleration_x_g,acceleration_y_g,acceleration_z_g\n" + rows, to: "in/accelerometer.csv")
    try #require(try await Tool.run(["import", "in", "-o", "rec", "-q"], in: scratch.path).status == 0)
    let check = ["run", "tennis", "rec", "--dry-run", "--check"]
    #expect(try await Tool.run(check, in: scratch.path).status == 1)
    #expect(try await Tool.run(check + ["--until", "hit"], in: scratch.path).status == 0)
  }

  @Test("A checked plan as JSON holds the resolved pipeline, which is a pipeline, and what is known of each recording")
  func json() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    let outcome = try await Tool.run(
      [
        "run", "--dry-run", "--check", Project.pipeline("minimal"), "a.h5", "--json", "--set", "impact.threshold_g=2.5",
      ],
      in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let plan = try outcome.object()
    let recordings = try #require(plan["recordings"] as? [[String: Any]])
    let recording = try #require(recordings.first)
    #expect(recordings.count == 1)
    #expect(recording["path"] as? String == "a.h5")
    #expect(recording["recording_id"] as? String == "baseball-000003")
    #expect(recording["runs"] as? Bool == true)
    #expect((recording["diagnostics"] as? [Any])?.isEmpty == true)
    let pipeline = try #require(plan["pipeline"] as? [String: Any])
    let stages = try #require(pipeline["stages"] as? [[String: Any]])
    #expect(stages.count == 7)
    #expect(stages[2]["threshold_g"] as? Double == 2.5)
    #expect(stages[2]["refractory_s"] != nil)
    let resolved = String(decoding: try JSONSerialization.data(withJSONObject: pipeline), as: UTF8.self)
    try scratch.write(resolved, to: "resolved.json")
    #expect(try await Tool.run(["pipelines", "validate", "resolved.json"], in: scratch.path).status == 0)
  }
}
