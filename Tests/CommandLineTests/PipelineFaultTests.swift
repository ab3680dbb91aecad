import Foundation
import Testing

struct PipelineFaultTests {
  private static let fiveFaults = """
    {
      "version": 1,
      "stages": [
        { "type": "readers.hdf5" },
        { "id": "hp", "type": "filters.high_pas" },
        { "id": "hit", "type": "detectors.impact", "treshold_g": 1.5 },
        { "id": "start", "type": "detectors.swing_start", "max_duration_s": -3 },
        { "id": "label", "type": "classifiers.hit_miss", "reads": { "swings": "strat.swings" } },
        { "id": "table", "type": "features.swing" },
        { "id": "table", "type": "writers.table" }
      ]
    }
    """

  @Test(
    "Five faults give five messages, each at its line and column",
    arguments: ["run", "pipelines validate", "run --dry-run"])
  func fiveFaults(_ command: String) async throws {
    let scratch = try Scratch()
    try scratch.write(Self.fiveFaults, to: "five.json")
    let recording = try await Fixtures.recording()
    let output = command == "run" ? ["--output", "out", "--summary"] : []
    let outcome = try await Tool.run(
      command.split(separator: " ").map(String.init) + ["five.json", recording] + output, in: scratch.path)
    #expect(outcome.status == 78)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        five.json:5:27: error: stage "hp" (filters.high_pas): unknown stage type; did you mean "filters.high_pass"?
        five.json:6:48: error: stage "hit" (detectors.impact): unknown option "treshold_g"; did you mean "threshold_g"?
        five.json:7:73: error: stage "start" (detectors.swing_start): option "max_duration_s": expected a number > 0, \
        <= 10 s, found -3
        five.json:8:75: error: stage "label" (classifiers.hit_miss): slot "swings": unknown stage "strat"; did you mean \
        "start.swings"?
        five.json:10:13: error: stage "table" (writers.table): duplicate id; the stage at five.json:9:5 has it already

        """)
    #expect(scratch.files() == ["five.json"])
  }

  @Test("For programs the faults are a list of objects with their places, empty where there is none")
  func json() async throws {
    let scratch = try Scratch()
    try scratch.write(Self.fiveFaults, to: "five.json")
    let faulty = try await Tool.run(["pipelines", "validate", "five.json", "--json"], in: scratch.path)
    #expect(faulty.status == 78 && faulty.errors.isEmpty)
    let faults = try #require(try JSONSerialization.jsonObject(with: Data(faulty.output.utf8)) as? [[String: Any]])
    #expect(faults.map { $0["line"] as? Int } == [5, 6, 7, 8, 10])
    #expect(faults.map { $0["suggestion"] as? String }[1] == "threshold_g")
    let sound = try await Tool.run(["pipelines", "validate", Project.pipeline("baseball"), "--json"])
    #expect(sound.status == 0)
    #expect(try JSONSerialization.jsonObject(with: Data(sound.output.utf8)) as? [String] == [])
  }

  @Test("Faulty overrides are faults of the pipeline, each named as it was given")
  func overrides() async throws {
    let outcome = try await Tool.run([
      "pipelines", "validate", Project.pipeline("baseball"), "--set", "hit.threshold_g=abc", "--set", "hti.axis=x",
      "--set",
      "nothing",
    ])
    #expect(outcome.status == 78)
    #expect(outcome.output.isEmpty)
    #expect(
      Set(outcome.errorLines) == [
        "--set hit.threshold_g=abc: error: stage \"hit\" (detectors.impact): option \"threshold_g\": expected a number "
          + "> 0, <= 1000 g, found \"abc\"",
        "--set hti.axis=x: error: unknown stage \"hti\"; did you mean \"hit\"?",
        "--set nothing: error: expected \"id.option=value\"",
      ])
  }

  @Test("A pipeline that cannot be read says why")
  func unreadable() async throws {
    let scratch = try Scratch()
    let recording = try await Fixtures.recording()
    let gone = try await Tool.run(["run", "gone.json", recording, "-o", "out"], in: scratch.path)
    #expect(gone.status == 78)
    #expect(gone.output.isEmpty)
    #expect(gone.errors == "gone.json: error: cannot read the file: no such file\n")
    let swapped = try await Tool.run(["run", recording, "gone.json", "-o", "out"], in: scratch.path)
    #expect(swapped.status == 64)
    #expect(swapped.errors.contains("gone.json is a pipeline; expected it before the recordings"))
  }
}
