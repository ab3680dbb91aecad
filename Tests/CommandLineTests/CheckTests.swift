import Foundation
import SPHDF5
import Testing

struct CheckTests {
  private let scratch: Scratch

  /// A sound recording, one with faults, and a file that is none.
  init() async throws {
    scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "a.h5")
    try QualityFixture.faulty(scratch("b.h5"))
    try scratch.write("{}", to: "c.json")
  }

  private func check(_ arguments: String...) async throws -> Tool.Outcome {
    try await Tool.run(["check"] + arguments, in: scratch.path)
  }

  @Test("A recording that keeps the limits is ok")
  func sound() async throws {
    let outcome = try await check("a.h5", "--require", "accelerometer,device_motion")
    #expect(outcome.status == 0)
    #expect(outcome.output == "ok       a.h5\n")
    #expect(outcome.errors.isEmpty)
    let quiet = try await check("a.h5", "--quiet")
    #expect(quiet.status == 0)
    #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
  }

  @Test("What exceeds which limit is told in a line, with its figure and place")
  func exceeding() async throws {
    let outcome = try await check("b.h5", "--max-wrong-conventions", "none")
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        exceeds  b.h5: accelerometer: gap 0.501 s at 101.75 s, over max_gap_s 0.5; accelerometer: constant channels \
        (acceleration z) 1, over max_constant_channels 0

        """)
    #expect(outcome.errors.isEmpty)
  }

  @Test("Limits can be set for all, for one stream, and lifted")
  func settings() async throws {
    let base = ["b.h5", "--max-wrong-conventions", "none", "--max-constant-channels", "none"]
    func status(_ more: String...) async throws -> Int {
      try await Tool.run(["check"] + base + more, in: scratch.path).status
    }
    #expect(try await status() == 1)
    #expect(try await status("--max-gap-s", "1") == 0)
    #expect(try await status("--max-gap-s", "accelerometer=1") == 0)
    #expect(try await status("--max-gap-s", "device_motion=1") == 1)
    #expect(try await status("--max-gap-s", "1", "--max-missing-percent", "0.2") == 1)
    #expect(try await status("--max-gap-s", "1", "--min-rate-hz", "accelerometer=700") == 0)
    #expect(try await status("--max-gap-s", "1", "--min-rate-hz", "accelerometer=900") == 1)
    #expect(try await status("--max-gap-s", "1", "--require", "headphone_motion") == 1)
  }

  @Test(
    "What a pipeline can find in a recording is told before the run, as the run would, by check, info and plan alike")
  func suitability() async throws {
    try Fixtures.withoutMotion(scratch.copy(scratch("a.h5"), to: "impacts.h5"))
    for (rate, name) in [("100", "slow"), ("200", "lossy")] {
      let degraded = try await Tool.run(
        ["degrade", "a.h5", "-o", name, "--acceleration-rate-hz", rate], in: scratch.path)
      try #require(degraded.status == 0, "\(degraded.errors)")
    }
    let pipeline = Project.pipeline("baseball")
    let expected: [(file: String, extent: String, words: [String])] = [
      ("a.h5", "all", ["can be found"]),
      ("impacts.h5", "impacts_alone", ["cannot be found, impacts alone can", "the file has only accelerometer"]),
      ("slow/a.h5", "nothing", ["cannot be found", "takes a rate of 400 Hz to record"]),
      ("lossy/a.h5", "all", ["can be found, with losses: the acceleration has 200.5 Hz"]),
    ]
    for (file, extent, words) in expected {
      let info = try await Tool.run(["check", "--details", file], in: scratch.path)
      let line = try #require(info.outputLines.first { $0.hasPrefix("  swings ") }, "\(info.output)")
      for word in words { #expect(line.contains(word), "\(line)") }
      let checked = try await check(file, "--for", pipeline, "--max-gap-s", "none")
      #expect(checked.status == (extent == "all" ? 0 : 1), "\(checked.output)")
      #expect(checked.output.hasPrefix(extent == "all" ? "ok" : "unsuited"), "\(checked.output)")
      let plan = try await Tool.run(["run", "--dry-run", pipeline, file, "--check"], in: scratch.path)
      #expect(plan.output.contains(extent.replacing("_", with: " ")), "\(plan.output)")
      #expect(plan.status == checked.status)
    }
    let lines = try await check("a.h5", "impacts.h5", "--for", Project.pipeline("impacts"), "--json")
    let found = try #require(try JSONSerialization.jsonObject(with: Data(lines.output.utf8)) as? [[String: Any]])
    #expect(found.allSatisfy { ($0["suitability"] as? [String: Any])?["extent"] as? String == "all" })
    let missing = try await check("a.h5", "--for", "none.json")
    #expect(missing.status == 78, "\(missing.errors)")
  }

  @Test("With a pipeline a recording is opened as its reader does, in whatever layout, and what can be found is told")
  func mapped() async throws {
    let file = try File(creating: scratch("m.h5"))
    try file.createDataset("/t", of: Double.self, shape: [1600]).write((0..<1600).map { Double($0) / 800 })
    try file.createDataset("/xyz", of: Float.self, shape: [1600, 3]).write((0..<4800).map { Float(sin(Double($0))) })
    for (name, value) in [("start_time", 0.8), ("contact_time", 1)] {
      try file.createDataset("/annotations/swings/\(name)", of: Double.self, shape: [1]).write([value])
    }
    try file.createDataset("/annotations/swings/label", of: UInt8.self, shape: [1]).write([1])
    try file.close()
    try scratch.write(
      """
      {"version": 1, "name": "mapped", "stages": [
        {"type": "readers.hdf5", "streams": {"accelerometer": {
          "time": {"path": "/t"}, "datasets": {"acceleration": {"path": "/xyz"}}}}},
        {"type": "filters.high_pass"}, {"type": "detectors.impact"}, {"id": "table", "type": "features.impact"}]}
      """, to: "mapped.json")
    let alone = try await check("m.h5")
    #expect(alone.status == 65 && alone.output.contains("swingpipe check --details m.h5 --mapping-out"))
    let found = try await check("m.h5", "--for", "mapped.json")
    #expect(found.output == "ok       m.h5: results of the pipeline \"mapped\" can be found\n")
    // Labels have the same place in every layout.
    for options in [["--from", "0", "--to", "2"], ["--overview"]] {
      let plot = try await Tool.run(
        ["plot", "m.h5", "--pipeline", "mapped.json", "-o", "-"] + options, in: scratch.path)
      #expect(plot.status == 0, "\(plot.errors)")
      #expect(SVGPicture(plot.output).description.contains("labelled"), "\(plot.output.prefix(2000))")
    }
    try scratch.write(
      "recording_id,start_time_s,impact_time_s,impact_onset_time_s,anchor_time_s,label\nm,0.8,1,1,1,hit\n",
      to: "found.csv")
    let score = try await Tool.run(["score", "found.csv", "--labels", "m.h5", "--resamples", "0"], in: scratch.path)
    #expect(score.status == 0, "\(score.errors)")
  }

  @Test("The recordings of a session are those given, in whatever folders they lie")
  func session() async throws {
    for device in ["watch", "phone"] {
      try scratch.copy(Project.path("Pipelines/Recordings/workout-000001-\(device).h5"), to: "\(device)/a.h5")
    }
    let workout = Project.pipeline("workout")
    let found = try await check("watch", "phone", "--for", workout, "--max-constant-channels", "none")
    #expect(found.status == 0, "\(found.output)")
    #expect(found.output.split(separator: "\n").count == 2)
  }

  @Test("A file that cannot be read is a failed row, and the others are checked")
  func failed() async throws {
    let outcome = try await check("c.json", "a.h5", "b.h5")
    #expect(outcome.status == 1)
    let lines = outcome.outputLines
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("failed   c.json: cannot open: the file is not an HDF5 file"))
    #expect(lines[1] == "ok       a.h5")
    #expect(lines[2].hasPrefix("exceeds  b.h5: "))
    #expect(outcome.errors == "of 3 recordings 1 exceeds limits, 1 failed\n")
    let quiet = try await check("c.json", "a.h5", "b.h5", "-q")
    #expect(quiet.outputLines == [lines[0], lines[2]])
    #expect(quiet.errors.isEmpty)
    #expect(try await check("c.json").status == 65)
  }

  @Test("JSON holds each recording with its violations")
  func json() async throws {
    let outcome = try await check("a.h5", "b.h5", "c.json", "--json")
    #expect(outcome.status == 1)
    let found = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    #expect(found.map { $0["status"] as? String } == ["ok", "exceeds", "failed"])
    #expect(found.map { $0["path"] as? String } == ["a.h5", "b.h5", "c.json"])
    #expect(found.map { $0["recording_id"] as? String } == ["baseball-000003", "made", nil])
    let violations = try #require(found[1]["violations"] as? [[String: Any]])
    #expect(
      violations.map { $0["limit"] as? String } == ["max_gap_s", "max_constant_channels", "max_wrong_conventions"])
    #expect(abs(try #require(violations[0]["measured"] as? Double) - 0.50125) < 1e-9)
    #expect(violations[0]["limit_value"] as? Double == 0.5)
    #expect(violations[0]["time_s"] as? Double == 101.75)
    #expect((found[2]["error"] as? String)?.hasPrefix("c.json: cannot open") == true)
  }

  @Test("Folders are searched; a missing file, an unknown stream and what is no number are told")
  func usage() async throws {
    let folder = try await check(".", "--max-constant-channels", "none")
    #expect(folder.outputLines.count == 2)
    let missing = try await check("nowhere.h5")
    #expect(missing.status == 64)
    #expect(missing.errors.contains("nowhere.h5"))
    for arguments in [["--require", "acelerometer"], ["--min-rate-hz", "acelerometer=700"]] {
      let unknown = try await Tool.run(["check", "a.h5"] + arguments, in: scratch.path)
      #expect(unknown.status == 64)
      #expect(
        unknown.errorLines.first
          == "error: \(arguments[0]) names an unknown stream \"acelerometer\"; did you mean \"accelerometer\"?")
    }
    let word = try await check("a.h5", "--max-gap-s", "long")
    #expect(word.status == 64)
    #expect(
      word.errorLines.first
        == "error: --max-gap-s is \"long\"; expected a number in s, 0 or more, or none, perhaps for one stream, as in "
        + "accelerometer=0.5")
    #expect(try await check().errors.hasPrefix("error: no recording is given"))
  }
}
