import Foundation
import Testing

/// Tests of pipelines.
struct PipelineTestTests {
  /// A pipeline with tests, the first of which begins on line 3.
  private static func pipeline(_ tests: [String]) -> String {
    """
    { "version": 1, "stages": [{ "type": "readers.hdf5" }, { "type": "filters.high_pass" }, \
    { "type": "detectors.impact" }, { "id": "rows", "type": "features.impact" }, { "type": "writers.table" }],
    "tests": [
    \(tests.joined(separator: ",\n"))
    ] }
    """
  }

  @Test("The ready pipelines find what they are to find in the bundled recordings")
  func ready() async throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Project.path("Pipelines"))
      .filter { $0.hasSuffix(".json") }.sorted()
    let outcome = try await Tool.run(["pipelines", "test"] + names, in: Project.path("Pipelines"))
    #expect(outcome.status == 0, "\(outcome.output)")
    let ok = /ok      ([a-z_]+): (?:\.\.\/Data|Recordings)\/[a-z_]+-\d+(?:-watch)?\.h5 \(\d+\.\d\d s\)/
    let tested = outcome.outputLines.dropLast().compactMap { $0.wholeMatch(of: ok).map { String($0.1) } }
    #expect(outcome.outputLines.last?.wholeMatch(of: /(\d+) tests: \1 passed \(\d+\.\d\d s\)/) != nil)
    #expect(tested.count == outcome.outputLines.count - 1)
    // The files that hold no tests are named.
    #expect(
      outcome.errorLines == [
        "pipeline.schema.json: skipped, since schemas carry no tests", "golf_mocap.json: carries no tests",
      ])
    #expect(Set(tested.map { "\($0).json" }).union(["golf_mocap.json", "pipeline.schema.json"]) == Set(names))
  }

  @Test("What is not as expected is said with its place, in the order of the file, and nothing is written")
  func failures() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    let tests = [
      #"{ "recording": "../a.h5", "expect": { "impacts_at_least": 1 } }"#,
      #"{ "name": "too much", "recording": "../a.h5", "expect": { "impacts_at_least": 1000, "impacts": 0 } }"#,
      #"{ "recording": "gone.h5", "expect": { "impacts": 1 } }"#,
    ]
    try scratch.write(Self.pipeline(tests), to: "pipes/p.json")
    let before = scratch.files()
    let outcome = try await Tool.run(["pipelines", "test", "pipes/p.json", "--jobs", "3"], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    func text(_ outcome: Tool.Outcome) -> String {
      outcome.output.replacing(/\d+\.\d\d s/, with: "0.00 s").replacing(/found \d+/, with: "found 1")
    }
    let gone = URL(fileURLWithPath: scratch("pipes/gone.h5")).standardizedFileURL.path
    #expect(
      text(outcome) == """
        ok      p: ../a.h5 (0.00 s)
        FAILED  p: too much, ../a.h5 (0.00 s)
          pipes/p.json:4:79: error: impacts: expected at least 1000, found 1
          pipes/p.json:4:96: error: impacts: expected 0, found 1
        FAILED  p: gone.h5 (0.00 s)
          pipes/p.json:5:16: error: recording "gone.h5": there is no file \(gone)
        3 tests: 2 failed, 1 passed (0.00 s)

        """)
    let quiet = try await Tool.run(["pipelines", "test", "pipes/p.json", "-q"], in: scratch.path)
    #expect(quiet.status == 1)
    #expect("ok      p: ../a.h5 (0.00 s)\n" + text(quiet) == text(outcome))
    #expect(scratch.files() == before)
  }

  @Test("An override is under test as well; a quiet run that passes says nothing")
  func override() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    try scratch.write(
      Self.pipeline([#"{ "recording": "a.h5", "expect": { "impacts_at_least": 1 } }"#]), to: "p.json")
    let plain = try await Tool.run(["pipelines", "test", "p.json", "--quiet"], in: scratch.path)
    #expect(plain.status == 0)
    #expect(plain.output.isEmpty && plain.errors.isEmpty)
    let deaf = try await Tool.run(
      ["pipelines", "test", "p.json", "--set", "impact.threshold_g=1000"], in: scratch.path)
    #expect(deaf.status == 1)
    #expect(deaf.output.contains("impacts: expected at least 1, found 0\n"))
  }

  @Test("Programs get every outcome and figure as JSON")
  func json() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    try scratch.write(
      Self.pipeline([
        #"{ "name": "first", "recording": "a.h5", "expect": { "impacts_at_least": 1, "impacts_at_most": 0 } }"#,
        #"{ "recording": "gone.h5", "expect": { "impacts": 1 } }"#,
      ]), to: "p.json")
    let outcome = try await Tool.run(["pipelines", "test", "p.json", "--json"], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    let document = try outcome.object()
    #expect(document["passed"] as? Int == 0 && document["failed"] as? Int == 2 && document["interrupted"] as? Int == 0)
    let pipelines = try #require(document["pipelines"] as? [[String: Any]])
    #expect(pipelines.map { $0["file"] as? String } == ["p.json"])
    let tests = try #require(pipelines.first?["tests"] as? [[String: Any]])
    #expect(tests.map { $0["status"] as? String } == ["failed", "failed"])
    #expect(tests.map { $0["name"] as? String } == ["first", nil])
    #expect(tests.map { $0["location"] as? String } == ["p.json:3:1", "p.json:4:1"])
    let expectations = try #require(tests.first?["expectations"] as? [[String: Any]])
    #expect(expectations.map { $0["name"] as? String } == ["impacts_at_least", "impacts_at_most"])
    #expect(expectations.map { $0["met"] as? Bool } == [true, false])
    let figures = try #require(tests.first?["figures"] as? [String: Double])
    #expect(figures.keys.sorted() == ["impacts"])
    #expect(expectations.map { $0["found"] as? Double } == [figures["impacts"], figures["impacts"]])
    #expect((tests.last?["errors"] as? [String])?.count == 1)
  }

  @Test("A pipeline without tests is told what they look like")
  func noTests() async throws {
    let outcome = try await Tool.run(["pipelines", "test", "golf_mocap.json"], in: Project.path("Pipelines"))
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        error: golf_mocap.json: carries no tests
        Tests are a member of the pipeline file:
          "tests": [
            { "recording": "../Data/baseball-000001.h5",
              "expect": { "hits": 5, "misses_at_least": 2, "f1_at_least": 0.95 } }
          ]

        """)
  }

  @Test("Programs get a summary without tests of a pipeline that carries none")
  func noTestsAsJSON() async throws {
    let outcome = try await Tool.run(["pipelines", "test", "golf_mocap.json", "--json"], in: Project.path("Pipelines"))
    #expect(outcome.status == 64)
    #expect(outcome.errors == "error: golf_mocap.json: carries no tests\n")
    let document = try outcome.object()
    #expect(document["passed"] as? Int == 0 && document["failed"] as? Int == 0)
    let pipelines = try #require(document["pipelines"] as? [[String: Any]])
    #expect(pipelines.map { $0["file"] as? String } == ["golf_mocap.json"])
    #expect(pipelines.map { ($0["tests"] as? [Any])?.count } == [0])
  }

  @Test("The faults of all pipelines are found before any test is run")
  func faults() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    let sound = #"{ "recording": "a.h5", "expect": { "impacts_at_least": 1 } }"#
    try scratch.write(Self.pipeline([sound]), to: "sound.json")
    try scratch.write(Self.pipeline([sound.replacing("impacts_at", with: "impact_at")]), to: "slip.json")
    try scratch.write(Self.pipeline([sound.replacing("impacts_at_least", with: "hits")]), to: "never.json")
    let outcome = try await Tool.run(["pipelines", "test", "sound.json", "slip.json", "never.json"], in: scratch.path)
    #expect(outcome.status == 78)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        slip.json:3:36: error: test 1: unknown expectation "impact_at_least"; did you mean "impacts_at_least"?
        never.json:3:36: error: test 1: "hits": no stage writes slot "labelled_swings", which it is measured from; \
        stages that write it: classifiers.hit_miss

        """)
  }

  @Test("Ctrl-C ends the tests in good order")
  func interrupt() async throws {
    let scratch = try Scratch()
    // Gaps make a warning for each test that is done.
    let made = try await Tool.run(
      ["simulate", "swings", "-o", ".", "--duration-s", "20", "--gaps", "1", "--seed", "5"], in: scratch.path)
    #expect(made.status == 0)
    let total = 100
    let test = #"{ "recording": "baseball-000005.h5", "expect": { "impacts_at_least": 1 } }"#
    try scratch.write(Self.pipeline([String](repeating: test, count: total)), to: "p.json")
    let outcome = try await Tool.run(
      ["pipelines", "test", "p.json", "--jobs", "1"], in: scratch.path, interrupting: { $0.contains("warning: ") })
    #expect(outcome.status == 130)
    let counts = try #require(outcome.errorLines.last?.wholeMatch(of: /interrupted: (\d+) of 100 tests done/))
    let done = try #require(Int(counts.1))
    #expect(done >= 1 && done < total)
    #expect(outcome.outputLines.count == done)
    #expect(outcome.outputLines.allSatisfy { $0.hasPrefix("ok ") })
  }
}
