import Foundation
import Testing

@Suite("Faults of the pipeline")
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

  @Test("Five faults give five messages, each at its line and column", arguments: ["run", "validate", "plan"])
  func fiveFaults(_ command: String) async throws {
    let scratch = try Scratch()
    try scratch.write(Self.fiveFaults, to: "five.json")
    let recording = try await Fixtures.recording()
    let output = command == "run" ? ["--output", "out", "--summary"] : []
    let outcome = try await Tool.run([command, "five.json", recording] + output, in: scratch.path)
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
    let faulty = try await Tool.run(["validate", "five.json", "--json"], in: scratch.path)
    #expect(faulty.status == 78 && faulty.errors.isEmpty)
    let faults = try #require(try JSONSerialization.jsonObject(with: Data(faulty.output.utf8)) as? [[String: Any]])
    #expect(faults.map { $0["line"] as? Int } == [5, 6, 7, 8, 10])
    #expect(faults.map { $0["suggestion"] as? String }[1] == "threshold_g")
    let sound = try await Tool.run(["validate", Project.pipeline("baseball"), "--json"])
    #expect(sound.status == 0)
    #expect(try JSONSerialization.jsonObject(with: Data(sound.output.utf8)) as? [String] == [])
  }

  @Test("Faulty overrides are faults of the pipeline, each named as it was given")
  func overrides() async throws {
    let outcome = try await Tool.run([
      "validate", Project.pipeline("baseball"), "--set", "hit.threshold_g=abc", "--set", "hti.axis=x", "--set",
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
    try scratch.write("{}", to: "folder/a.json")
    let recording = try await Fixtures.recording()
    for (file, reason) in [
      ("gone.json", "no such file"), ("folder", "it is a folder; expected a pipeline file, before the recordings"),
    ] {
      let outcome = try await Tool.run(["run", file, recording, "-o", "out"], in: scratch.path)
      #expect(outcome.status == 78)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors == "\(file): error: cannot read the file: \(reason)\n")
    }
    let swapped = try await Tool.run(["run", recording, "gone.json", "-o", "out"], in: scratch.path)
    #expect(swapped.status == 78)
    #expect(swapped.errors == "\(recording):1:1: error: expected UTF-8 text, found the byte 0x89\n")
  }
}
