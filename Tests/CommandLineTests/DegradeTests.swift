import Foundation
import Testing

/// Degrading.
struct DegradeTests {
  @Test("Copies keep their names, ids and labels, equal arguments give equal bytes, and standard output stays empty")
  func copies() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "in/a.h5")
    let arguments = [
      "degrade", "in", "--acceleration-rate-hz", "400", "--motion-rate-hz", "100", "--clip-g", "16", "--drop-share",
      "0.01",
      "--motion-offset-s", "0.005", "--seed", "5", "--output",
    ]
    let outcome = try await Tool.run(arguments + ["one"], in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "one/a.h5\n")
    _ = try await Tool.run(arguments + ["two"], in: scratch.path)
    #expect(try scratch.bytes("one/a.h5") == scratch.bytes("two/a.h5"))
    let info = try await Tool.run(["check", "--details", "one/a.h5", "--json"], in: scratch.path)
    let found = try #require(try JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [[String: Any]])
    #expect((found[0]["attributes"] as? [String: Any])?["recording_id"] as? String == "baseball-000003")
    let labels = try #require(found[0]["labels"] as? [String: Int])
    #expect(labels["hits", default: 0] + labels["misses", default: 0] == 2)
    let offset = try #require(found[0]["motion_offset"] as? [String: Any])
    #expect(abs(try #require(offset["motion_offset_s"] as? Double) - 0.005) < 0.0003)
    let streams = try #require(found[0]["streams"] as? [[String: Any]])
    #expect(streams.map { $0["nominal_rate_hz"] as? Double } == [400, 100])
    #expect(streams.compactMap { $0["lost_samples"] as? Int }.allSatisfy { $0 > 0 })
  }

  /// Bad values, and how the message begins.
  static let values: [(arguments: [String], message: String)] = [
    (["--acceleration-rate-hz", "0"], "--acceleration-rate-hz is 0.0; expected 1.0 to 100000.0"),
    (["--motion-rate-hz", "nan"], "--motion-rate-hz is nan; expected 1.0 to 100000.0"),
    (["--clip-g", "0"], "--clip-g is 0.0; expected 0.1 to 1000.0"),
    (["--drop-share", "1"], "--drop-share is 1.0; expected 0.0 to 0.9"),
    (["--motion-offset-s", "-20"], "--motion-offset-s is -20.0; expected -10.0 to 10.0"),
    (["--output", ""], "--output is empty; expected a folder"),
  ]

  @Test("Bad values are faults of the command line that name option and range", arguments: values)
  func badValues(_ item: (arguments: [String], message: String)) async throws {
    let scratch = try Scratch()
    let output = item.arguments.contains("--output") ? [] : ["--output", "out"]
    let outcome = try await Tool.run(["degrade", "."] + output + item.arguments, in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: " + item.message), "\(outcome.errors)")
    #expect(scratch.files().isEmpty)
  }

  @Test("A recording that cannot be degraded is named, and the others are copied")
  func failures() async throws {
    let scratch = try Scratch()
    try scratch.write("no recording", to: "in/a.h5")
    try await scratch.copy(Fixtures.recording(), to: "in/b.h5")
    let outcome = try await Tool.run(["degrade", "in", "-o", "out", "--clip-g", "8"], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("error: in/a.h5: cannot open: the file is not an HDF5 file"))
    #expect(scratch.files(below: "out") == ["b.h5"])
    let own = try await Tool.run(["degrade", "in/b.h5", "-o", "in"], in: scratch.path)
    #expect(own.status == 65)
    #expect(own.errors == "error: in/b.h5: would be overwritten by its own degraded copy; expected another folder\n")
  }

  @Test("Two recordings of one name would be one copy, which is a fault of the command line")
  func namesakes() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "x/a.h5")
    try await scratch.copy(Fixtures.otherRecording(), to: "y/a.hdf5")
    let outcome = try await Tool.run(["degrade", "x", "y", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors == "error: 2 inputs would be copied to out/a.h5\n")
    #expect(scratch.files() == ["x/a.h5", "y/a.hdf5"])
  }

  @Test("A rate too low for the filter is refused with the reason, by every command that plans, and leaves no table")
  func tooSlow() async throws {
    let scratch = try Scratch()
    let recording = try await Fixtures.recording()
    let slow = ["degrade", recording, "-o", "slow", "--acceleration-rate-hz", "100"]
    #expect(try await Tool.run(slow, in: scratch.path).status == 0)
    let cause = "100.2 Hz is too slow: a contact rings at 95 to 125 Hz, which takes a rate of 400 Hz to record"
    let whole = """
      \(cause); option "pass_hz": expected less than 50.1 Hz, half the recording's rate, found 80.0 Hz; stop_hz 20 and \
      pass_hz 40 would fit
      """
    let pipeline = Project.path("Pipelines/baseball.json")
    // A run says the cause; what may be set instead is told where the pipeline is looked at.
    for (arguments, status, reason) in [
      (["run", "--dry-run", "--check", pipeline, "slow"], 1, whole),
      (["pipelines", "validate", pipeline, "slow"], 1, whole),
      (["run", pipeline, "slow", "-o", "out"], 65, cause + "\n"),
      (["run", pipeline, "slow", "-o", "out", "--verbose"], 65, whole),
    ] {
      let outcome = try await Tool.run(arguments, in: scratch.path)
      #expect(outcome.status == status)
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }
    #expect(scratch.files(below: "out").filter { $0.hasSuffix(".parquet") } == [])
    let edges = ["--set", "hp.stop_hz=20", "--set", "hp.pass_hz=40"]
    let lower = try await Tool.run(["run", pipeline, "slow", "-o", "out", "--quiet"] + edges, in: scratch.path)
    #expect(lower.status == 0)
    #expect(scratch.files(below: "out").contains("swings/baseball-000003.parquet"))
  }
}
