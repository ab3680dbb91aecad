import Foundation
import Testing

/// Running.
struct RunTests {
  /// A folder with a good recording, a truncated and an empty one.
  private func mixedInputs() async throws -> Scratch {
    let scratch = try Scratch()
    let good = try await Fixtures.recording()
    try scratch.copy(good, to: "in/good.h5")
    let whole = try scratch.bytes("in/good.h5")
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: scratch("in/cut.h5")))
    try scratch.write("", to: "in/empty.h5")
    return scratch
  }

  @Test("Faulty recordings are named and the good one gets its tables")
  func mixedFolder() async throws {
    let scratch = try await mixedInputs()
    let outcome = try await Tool.run(
      ["run", Project.pipeline("minimal"), "in", "--output", "out", "--jobs", "1"], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    let errors = outcome.errorLines.filter { $0.contains("error: ") }
    try #require(errors.count == 2)
    // The largest goes first.
    #expect(errors[0].contains(#"error: in/cut.h5: cannot open: the file is truncated"#))
    #expect(errors[1].contains(#"error: in/empty.h5: cannot open: the file is empty"#))
    #expect(outcome.errorLines.last == "2 of 3 recordings failed; the others are done")
    #expect(
      scratch.files(below: "out").filter { !$0.hasPrefix("_meta/logs/") } == [
        "_meta/merged.json", "_meta/pipeline.json", "_meta/plan.jsonl", "_meta/run.json", "_meta/schema.json",
        "_meta/status/baseball-000003.json", "_meta/status/cut.json", "_meta/status/empty.json",
        "merged/swings.parquet", "swings/baseball-000003.parquet",
      ])
    #expect(scratch.files(below: "out/_meta/logs").count == 1)
    let merged = try scratch.tableText("out/merged/swings.parquet")
    #expect(merged == (try scratch.tableText("out/swings/baseball-000003.parquet")))
    #expect(merged.split(separator: "\n").dropFirst().contains { $0.hasPrefix("baseball-000003,") })
  }

  @Test("The summary tells several tables of the same rows apart by their names")
  func tablesOfSameRows() async throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      { "version": 1, "stages": [
        { "id": "in", "type": "readers.hdf5" },
        { "id": "hp", "type": "filters.high_pass" },
        { "id": "hard", "type": "detectors.impact", "threshold_g": 3 },
        { "id": "hard_table", "type": "features.impact" },
        { "id": "hard_out", "type": "writers.table", "folder": "hard_impacts" },
        { "id": "soft", "type": "detectors.impact", "threshold_g": 1 },
        { "id": "soft_table", "type": "features.impact" },
        { "id": "soft_out", "type": "writers.table", "folder": "soft_impacts" }
      ] }
      """, to: "two.json")
    let outcome = try await Tool.run(
      ["run", "two.json", Project.path("Data/golf-000001.h5"), "-o", "out", "--summary"], in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.outputLines[0] == "recording    length  hard_impacts  soft_impacts  status")
    #expect(outcome.errors.contains(" hard_impacts in 1 recording -> out"))
  }

  @Test("The report holds every recording with its status, errors, stages and tables")
  func report() async throws {
    let scratch = try await mixedInputs()
    let outcome = try await Tool.run(
      ["run", Project.pipeline("minimal"), "in", "-o", "out", "--json", "--quiet"], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(outcome.output == (try scratch.text("out/_meta/run.json")))
    let report = try outcome.object()
    #expect(report["name"] as? String == "minimal")
    #expect((report["tool_version"] as? String) == (try await Tool.run(["--version"])).outputLines.first)
    let recordings = try #require(report["recordings"] as? [[String: Any]])
    #expect(recordings.map { $0["path"] as? String } == ["in/good.h5", "in/cut.h5", "in/empty.h5"])
    #expect(recordings.map { $0["status"] as? String } == ["done", "failed", "failed"])
    #expect(recordings.map { ($0["errors"] as? [String])?.count } == [0, 1, 1])
    #expect(recordings[0]["recording_id"] as? String == "baseball-000003")
    let stages = try #require(recordings[0]["stages"] as? [[String: Any]])
    #expect(
      stages.map { $0["type"] as? String } == [
        "readers.hdf5", "filters.high_pass", "detectors.impact", "detectors.swing_start", "classifiers.hit_miss",
        "features.swing", "writers.table",
      ])
    // Nothing is left to defaults.
    let pipeline = try #require(report["pipeline"] as? [String: Any])
    let settings = try #require(pipeline["stages"] as? [[String: Any]])
    #expect(settings.first { $0["type"] as? String == "detectors.impact" }?["refractory_s"] as? Double == 0.3)
    let tables = try #require(recordings[0]["tables"] as? [[String: String]])
    #expect(tables == [["path": "out/swings/baseball-000003.parquet", "table": "swings"]])
    let rows = try #require((stages.last?["notes"] as? [String: Any])?["rows"] as? Int)
    #expect(rows == (try scratch.tableText("out/swings/baseball-000003.parquet")).split(separator: "\n").count - 1)
  }

  @Test("A second run of everything, and any number of jobs, give the same bytes")
  func reproducible() async throws {
    let scratch = try Scratch()
    let inputs = [try await Fixtures.otherRecording(), try await Fixtures.recording()]
    func run(_ output: String, jobs: Int) async throws -> [String: Data] {
      let outcome = try await Tool.run(
        ["run", Project.pipeline("baseball")] + inputs + ["--output", output, "--jobs", "\(jobs)", "--overwrite"],
        in: scratch.path)
      #expect(outcome.status == 0)
      // Reports, records and logs hold how long things took.
      let files = scratch.files(below: output).filter { name in
        !["_meta/run.json", "_meta/status/", "_meta/logs/"].contains { name.hasPrefix($0) }
      }
      return try Dictionary(uniqueKeysWithValues: files.map { ($0, try scratch.bytes("\(output)/\($0)")) })
    }
    let first = try await run("one", jobs: 1)
    #expect(first.count == 16)
    #expect(try await run("one", jobs: 1) == first)
    #expect(try await run("four", jobs: 4) == first)
  }

  @Test("Standard output stays empty unless something is asked for, and quiet means quiet")
  func streams() async throws {
    let scratch = try Scratch()
    let base = ["run", Project.pipeline("baseball"), Project.path("Data/baseball-000001.h5"), "--output", "out"]
    let plain = try await Tool.run(base, in: scratch.path)
    #expect(plain.status == 0)
    #expect(plain.output.isEmpty)
    let progress = /(progress: .+\n)*1 of 1 recording done: \d+ kB in \d+\.\d+ s \(.+ real time\)\n/
    let told = try #require(plain.errors.prefixMatch(of: progress))
    let found = plain.errors[told.range.upperBound...].split(separator: "\n")
    try #require(found.count == 3)
    #expect(found[0] == "recording        length  impacts  hits  misses  rejected  status")
    #expect(
      found[2].wholeMatch(of: /\d+ hits?, \d+ miss(es)? in 1 recording -> out; next: swingpipe report out/) != nil)

    let quiet = try await Tool.run(base + ["--quiet", "--overwrite"], in: scratch.path)
    #expect(quiet.status == 0)
    #expect(quiet.output.isEmpty)
    #expect(quiet.errors.isEmpty)

    let summary = try await Tool.run(base + ["--summary", "-q", "--overwrite"], in: scratch.path)
    #expect(summary.errors.isEmpty)
    #expect(summary.outputLines[0] == "recording        length  impacts  hits  misses  rejected  status")
    #expect(summary.outputLines[1].wholeMatch(of: /baseball-000001  40\.0 s( +\d+){4}  done/) != nil)
    #expect(summary.outputLines.contains("  out/merged/swings.parquet  (one per recording in out/swings/)"))
  }

  @Test(
    "A failure is told by its cause, a common cause once with all that have it, and places where they are asked for")
  func causes() async throws {
    let scratch = try Scratch()
    for name in ["a", "b", "c"] { try scratch.write("no recording", to: "in/\(name).h5") }
    try scratch.copy(Project.path("Pipelines/Recordings/push_ups-000011.h5"), to: "in/heads.h5")
    let base = ["run", "tennis", "in", "-o", "out", "-q", "--jobs", "1"]
    let outcome = try await Tool.run(base, in: scratch.path)
    #expect(outcome.status == 65)
    let lines = outcome.errorLines
    try #require(lines.count == 4, "\(lines)")
    #expect(lines.contains { $0.wholeMatch(of: /error: in\/[abc]\.h5: cannot open: .+/) != nil })
    #expect(
      lines.contains(
        "error: in/heads.h5: needs \"accelerometer\", which this recording cannot give: the file has only "
          + "headphone_connection, headphone_motion (and 1 fault more)"))
    #expect(lines[2].hasPrefix("error: 3 recordings: cannot open: ") && lines[2].hasSuffix(" (a, b, c)"))
    #expect(lines[3] == "all 4 recordings failed")
    let verbose = try await Tool.run(base + ["--verbose", "--overwrite"], in: scratch.path)
    let heads = verbose.errorLines.filter { $0.contains("in/heads.h5") }
    #expect(heads.count == 7)
    #expect(heads.allSatisfy { $0.hasPrefix("tennis:") && $0.contains(": error: stage \"") })
    #expect(verbose.errorLines.count == 11)
  }

  @Test("If impacts alone can be found, the run names the command for them, and the status has the cause once")
  func impactsAlone() async throws {
    let scratch = try Scratch()
    try Fixtures.withoutMotion(scratch.copy(Project.path("Data/tennis-000001.h5"), to: "in/a.h5"))
    try Fixtures.rename(scratch("in/a.h5"), id: "a")
    try scratch.write("no recording", to: "in/b.h5")
    let outcome = try await Tool.run(["run", "tennis", "in", "-o", "out"], in: scratch.path)
    #expect(outcome.status == 65)
    let advice = "impacts alone can be found in 1 recording that failed: "
    let line = try #require(outcome.errorLines.first { $0.hasPrefix(advice) }, "\(outcome.errors)")
    #expect(line == advice + "swingpipe run impacts in/a.h5 --output out_impacts")
    let found = try await Tool.run(["run", "impacts", "in/a.h5", "--output", "out_impacts"], in: scratch.path)
    #expect(found.status == 0 && scratch.files().contains("out_impacts/impacts/a.parquet"))
    let status = try await Tool.run(["status", "out"], in: scratch.path)
    #expect(status.output.split(separator: "needs \"device_motion\"").count == 2, "\(status.output)")
  }

  @Test("An override changes the result, and is of the pipeline's own kind")
  func override() async throws {
    let scratch = try Scratch()
    let base = ["run", Project.pipeline("impacts"), try await Fixtures.recording(), "-q", "--json"]
    func impacts(_ overrides: [String]) async throws -> Int {
      let outcome = try await Tool.run(base + ["-o", "out"] + overrides, in: scratch.path)
      let recordings = try #require(try outcome.object()["recordings"] as? [[String: Any]])
      let stages = try #require(recordings.first?["stages"] as? [[String: Any]])
      let notes = try #require(stages.first { $0["id"] as? String == "hit" }?["notes"] as? [String: Any])
      return try #require(notes["impacts"] as? Int)
    }
    #expect(try await impacts([]) > 0)
    #expect(try await impacts(["--set", "hit.threshold_g=1000"]) == 0)
  }

  @Test("Nothing on standard error is meant for a terminal alone")
  func noEscapeCodes() async throws {
    let scratch = try await mixedInputs()
    let outcome = try await Tool.run(["run", Project.pipeline("baseball"), "in", "-o", "out"], in: scratch.path)
    #expect(!outcome.errors.isEmpty)
    #expect(!outcome.errors.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
  }

  @Test("When the only recording fails, nothing is said of others")
  func allFailed() async throws {
    let scratch = try await mixedInputs()
    let base = ["run", Project.pipeline("minimal"), "-o", "out", "-q"]
    let one = try await Tool.run(base + ["in/empty.h5"], in: scratch.path)
    #expect(one.status == 65)
    #expect(one.errorLines.last == "the recording failed")
    let two = try await Tool.run(base + ["in/empty.h5", "in/cut.h5"], in: scratch.path)
    #expect(two.status == 65)
    #expect(two.errorLines.last == "all 2 recordings failed")
  }
}
