import Foundation
import SPHDF5
import Testing

/// Workouts of several devices.
struct SessionTests {
  /// A folder with the bundled session, a recording a device, in `in`.
  private static func scene() throws -> Scratch {
    let scratch = try Scratch()
    for device in ["watch", "phone"] {
      try scratch.copy(
        Project.path("Pipelines/Recordings/workout-000001-\(device).h5"), to: "in/\(device == "watch" ? "a" : "b").h5")
    }
    return scratch
  }

  private static func run(_ options: String..., in scratch: Scratch) async throws -> Tool.Outcome {
    try await Tool.run(
      ["run", Project.pipeline("workout"), "in", "-o", "out", "-q", "--json"] + options, in: scratch.path)
  }

  /// The recordings of a run with what became of each.
  private static func statuses(_ outcome: Tool.Outcome) throws -> [String: String] {
    let recordings = try #require(try outcome.object()["recordings"] as? [[String: Any]])
    return Dictionary(
      recordings.map { ("\($0["recording_id"] ?? "")", "\($0["status"] ?? "")") }, uniquingKeysWith: { "\($0) \($1)" })
  }

  @Test("A workout of another sport than the pipeline's is warned of")
  func otherSport() async throws {
    let scratch = try Scratch()
    try scratch.copy(Project.path("Pipelines/Recordings/workout-000001-watch.h5"), to: "a.h5")
    let ride = try await Tool.run(["run", "cycling", "a.h5", "-o", "out"], in: scratch.path)
    #expect(ride.status == 0 && !ride.errors.contains("the sport"))
    try Fixtures.state(scratch("a.h5"), "sport", "swimming")
    let swim = try await Tool.run(["run", "cycling", "a.h5", "-o", "out"], in: scratch.path)
    #expect(swim.status == 0)
    #expect(
      swim.errors.contains(
        "warning: 1 recording states the sport swimming, but the pipeline \"cycling\" is for cycling or hand_cycling; no "
      ))
    #expect(!(try await Tool.run(["run", "workout", "a.h5", "-o", "all"], in: scratch.path)).errors.contains("sport"))
  }

  @Test("Streams of a session are drawn on one clock, whichever of its files is named")
  func oneClock() async throws {
    let scratch = try Scratch()
    for device in ["watch", "phone"] {
      try scratch.copy(
        Project.path("Pipelines/Recordings/workout-000001-\(device).h5"), to: "s/workout-000001-\(device).h5")
    }
    var descriptions: Set<String> = []
    for device in ["watch", "phone"] {
      let outcome = try await Tool.run(["plot", "s/workout-000001-\(device).h5", "-o", "p.svg"], in: scratch.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      descriptions.insert(SVGPicture(try scratch.text("p.svg")).description)
    }
    // The truth: the phone is 2.5 s ahead. Pauses are of the phone, power of the watch, which records none in them.
    let words = try #require(descriptions.first)
    #expect(descriptions.count == 1 && words.contains("; that of the phone is 2.50"))
    let pauses = try #require(words.firstMatch(of: /pauses: at ([\d.]+) min, at ([\d.]+) min/))
    let gaps = try #require(words.firstMatch(of: /in power by watch: \S+ to ([\d.]+) min, \S+ to ([\d.]+) min/))
    for (pause, gap) in [(pauses.1, gaps.1), (pauses.2, gaps.2)] {
      // The last sample before the pause and the first behind it are up to 1 s away.
      #expect(abs(try #require(Double(pause)) - #require(Double(gap))) < 0.02)
    }
  }

  @Test("Both recordings of a session are one unit of work, which runs again when either file changes")
  func unit() async throws {
    let scratch = try Self.scene()
    let first = try await Self.run(in: scratch)
    #expect(first.status == 0, "\(first.errors)")
    #expect(try Self.statuses(first) == ["workout-000001": "done"])
    #expect(scratch.files(below: "out/workouts") == ["workout-000001.parquet"])
    let rows = try scratch.tableText("out/merged/workouts.parquet").split(separator: "\n")
    #expect(rows.count == 2 && rows[1].hasPrefix("workout-000001,"))
    #expect(rows[1].contains(",watch;phone,"))
    let status = try await Tool.run(["status", "out"], in: scratch.path)
    #expect(status.status == 0, "\(status.output)\(status.errors)")

    #expect(try await Self.run(in: scratch).reasons() == [:])
    let slip = try await Self.run("--only", "b", in: scratch)
    #expect(slip.status == 64)
    #expect(try await Self.run("--only", "workout-000001", in: scratch).status == 0)

    // The second file alone changes.
    try Fixtures.rename(scratch("in/b.h5"), id: "another")
    let changed = try await Self.run(in: scratch).reasons()
    #expect(Array(changed.keys) == ["workout-000001"])
    #expect(changed["workout-000001"]?.first?.hasPrefix("input changed") == true)

    // Its session is known from the run before, so that it is not run without it.
    try scratch.bytes("in/b.h5").prefix(100).write(to: URL(fileURLWithPath: scratch("in/b.h5")))
    let broken = try await Self.run(in: scratch)
    #expect(broken.status == 65)
    #expect(try Self.statuses(broken) == ["workout-000001": "failed"])
  }

  @Test("What the second file lacks is found before the run")
  func planned() async throws {
    let scratch = try Self.scene()
    let file = try File(opening: scratch("in/b.h5"), for: .readingAndWriting)
    try file.remove("heart_rate/time")
    try file.close()
    let validated = try await Tool.run(["pipelines", "validate", Project.pipeline("workout"), "in"], in: scratch.path)
    #expect(validated.status == 1 && validated.errors.contains("in/b.h5"), "\(validated.errors)")
    let plan = try await Self.run("--dry-run", in: scratch)
    #expect(plan.output.contains("in/b.h5"), "\(plan.output)")
  }

  @Test(
    "A second file that holds HDF5 up is named, its session fails, and no rerun waits for it",
    .enabled(if: CrashingLibrary.path != nil, CrashingLibrary.lack))
  func stall() async throws {
    let scratch = try Self.scene()
    try FileManager.default.moveItem(atPath: scratch("in/b.h5"), toPath: scratch("in/late.h5"))
    let library = try #require(CrashingLibrary.path)
    func run() async throws -> Tool.Outcome {
      try await Tool.shell(
        """
        export LD_PRELOAD='\(library)'
        "$SWINGPIPE" run '\(Project.pipeline("workout"))' in -o out --stall-timeout-s 1
        """, in: scratch.path)
    }
    let first = try await run()
    #expect(first.status == 65, "\(first.errors)")
    let named = "no progress for 1 s while working on in/late.h5"
    #expect(first.errors.components(separatedBy: named).count == 2, "told once: \(first.errors)")
    try FileManager.default.removeItem(atPath: scratch("opened"))
    let second = try await run()
    #expect(second.status == 65 && !second.errors.contains("warning: \(named)"), "\(second.errors)")
  }

  @Test("A damaged second file fails its session alone")
  func damage() async throws {
    let scratch = try Self.scene()
    let other = try await Tool.run(
      ["simulate", "workouts", "--seed", "2", "--duration-s", "600", "--pauses", "1", "-o", "in/other"],
      in: scratch.path)
    #expect(other.status == 0)
    // The header still says which session it is of; samples are overwritten.
    var bytes = try scratch.bytes("in/b.h5")
    let middle = bytes.count / 2
    bytes.replaceSubrange(middle..<middle + 6000, with: [UInt8](repeating: 0xA5, count: 6000))
    try bytes.write(to: URL(fileURLWithPath: scratch("in/b.h5")))
    let outcome = try await Self.run(in: scratch)
    #expect(outcome.status == 1)
    #expect(try Self.statuses(outcome) == ["workout-000001": "failed", "workout-000002": "done"])
    #expect(outcome.output.contains("in/b.h5") || outcome.errors.contains("in/b.h5"), "\(outcome.output)")
    #expect(scratch.files(below: "out/workouts") == ["workout-000002.parquet"])
  }

  @Test("Recordings with one identifier and no session fail, and are not merged")
  func equalIdentifiers() async throws {
    let scratch = try Scratch()
    for (place, recording) in [try await Fixtures.recording(), try await Fixtures.otherRecording()].enumerated() {
      try scratch.copy(recording, to: "in/ride\(place + 1).h5")
      try Fixtures.rename(scratch("in/ride\(place + 1).h5"), id: "ride")
    }
    let outcome = try await Self.run(in: scratch)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.contains(
        "in/ride1.h5: its recording id \"ride\" is used by in/ride2.h5, too; expected one file per id"),
      "\(outcome.errors)")
  }

  @Test("A message that came late is a difference with its dates, as the truth of the recordings has it")
  func lateMessage() async throws {
    let scratch = try Scratch()
    let made = try await Tool.run(
      ["simulate", "workouts", "--seed", "12", "--duration-s", "1800", "-o", "in"], in: scratch.path)
    #expect(made.status == 0)
    #expect(try await Self.run(in: scratch).status == 0)
    let truth = try scratch.text("in/workout-000012-truth.csv").split(separator: "\n")
      .filter { $0.hasPrefix("late_message,") }.map { $0.split(separator: ",").map(String.init) }
    let found = try scratch.tableText("out/merged/device_differences.parquet").split(separator: "\n")
      .filter { $0.contains(",late_message,") }.map { $0.split(separator: ",").map(String.init) }
    #expect(truth.count == 1 && found.count == 1)
    // recording_id, kind, device, other_device, start_time_s, time_from_start_s, end_time_s, ...
    for (truth, found) in zip(truth, found) {
      for (one, other) in [(truth[2], found[4]), (truth[3], found[6])] {
        let expected = try #require(Double(one))
        let time = try #require(Double(other))
        #expect(abs(time - expected) < 0.1)
      }
    }
  }
}
