import Foundation
import Testing

struct WorkoutPlanTests {
  private static let plan = Project.path("Pipelines/Plans/my_workout.json")
  private static let golf = Project.path("Pipelines/Plans/golf.json")

  @Test("The bundled plans are sound, and the schema beside them is that of the tool")
  func bundled() async throws {
    let folder = Project.path("Pipelines/Plans")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json")
    }
    let outcome = try await Tool.run(["workout-plan", "validate"] + names.sorted().map { folder + "/" + $0 })
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.outputLines.count == names.count && outcome.outputLines.allSatisfy { $0.hasSuffix(", no fault") })
    let schema = try await Tool.run(["describe", "schema", "workout-plan"])
    #expect(try schema.output == String(contentsOfFile: folder + "/workout-plan.schema.json", encoding: .utf8))
    // As of the shell's Plans/*.json.
    let both = try await Tool.run(["workout-plan", "validate", Self.golf, folder + "/workout-plan.schema.json"])
    #expect(both.status == 0 && both.outputLines.count == 1)
    #expect(both.errors == "\(folder)/workout-plan.schema.json: skipped, since a schema is not a plan\n")
  }

  @Test("Every fault is told in one pass, and the exit code is that of pipelines")
  func faults() async throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      { "version": 1, "name": "P", "kind": "custom", "activity": "elliptical", "blocks": [
        { "steps": [{ "purpose": "work", "gaol": { "distance_km": 2 }, "alert": { "speed_min_per_km": 5 } }] } ] }
      """, to: "p.json")
    let outcome = try await Tool.run(["workout-plan", "validate", "p.json"], in: scratch.path)
    #expect(outcome.status == 78 && outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        p.json:2:15: error: blocks[0].steps[0].goal: is missing; expected what ends the step
        p.json:2:36: error: blocks[0].steps[0].gaol: unknown key "gaol"; did you mean "goal"?
        p.json:2:75: error: blocks[0].steps[0].alert: elliptical has no pace; a heart rate zone would do, { "heart_rate_zone": 2 }

        """)
    let json = try await Tool.run(["workout-plan", "validate", "--json", "p.json"], in: scratch.path)
    #expect(json.status == 78 && json.errors.isEmpty)
    let faults = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(faults.map { $0["line"] as? Int } == [2, 2, 2] && faults[1]["suggestion"] as? String == "goal")
    for arguments in [
      ["show", "p.json"], ["convert", "p.json", "-o", "p.fit"],
      ["schedule", "s.json", "--add", "p.json", "--on", "2026-11-22"],
    ] {
      #expect(try await Tool.run(["workout-plan"] + arguments, in: scratch.path).status == 78)
    }
    // What cannot be read does not keep the others from being checked.
    let gone = try await Tool.run(["workout-plan", "validate", "gone.json", Self.golf], in: scratch.path)
    #expect(gone.status == 64 && gone.output.contains("no fault") && gone.errors.contains("gone.json"))
    #expect(try await Tool.run(["workout-plan", "validate", "gone.json", "p.json"], in: scratch.path).status == 78)
    #expect(scratch.files(below: ".") == ["p.json"])
  }

  @Test("A plan is shown as text in the user's units, and as a picture")
  func show() async throws {
    let scratch = try Scratch()
    let text = try await Tool.run(["workout-plan", "show", Self.plan, "--units", "metric"])
    #expect(text.status == 0 && text.output.contains("\n    Work      3.219 km  16.09 km/h\n"))
    for name in ["plan.svg", "plan.png"] {
      let outcome = try await Tool.run(["workout-plan", "show", Self.plan, "-o", name], in: scratch.path)
      #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
    }
    let picture = try scratch.text("plan.svg")
    #expect(picture.contains("<title>My Workout</title>") && picture.contains("heart rate zone 1"))
    #expect(try scratch.bytes("plan.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try await Tool.run(["workout-plan", "show", Self.plan, "-o", Self.plan]).status == 64)
  }

  @Test("A plan passes through binary and FIT unchanged; what other forms lose is told")
  func convert() async throws {
    let scratch = try Scratch()
    func convert(_ line: String...) async throws -> Tool.Outcome {
      try await Tool.run(["workout-plan", "convert"] + line, in: scratch.path)
    }
    let json = try await convert(Self.plan, "--to", "json", "-o", "-")
    for name in ["p.plan", "p.fit"] {
      let outcome = try await convert(Self.plan, "-o", name)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(try await convert(name, "--to", "json", "-o", "-").output == json.output)
    }
    #expect(try scratch.bytes("p.plan").count == 59)
    let zwo = try await convert(Self.plan, "-o", "p.zwo", "--ftp-w", "250")
    #expect(zwo.status == 0 && zwo.errors.contains("lost: warmup.goal: an open step becomes one of 5 min\n"))
    let lacking = try await convert(Self.plan, "-o", "p.erg")
    #expect(lacking.status == 78 && lacking.errors.hasSuffix("expected --ftp-w\n"))
    try Data(try scratch.bytes("p.plan").dropLast(3)).write(to: URL(fileURLWithPath: scratch("cut.plan")))
    let cut = try await convert("cut.plan", "-o", "x.json")
    #expect(cut.status == 78 && cut.errors.hasPrefix("cut.plan: error: is damaged: its checksum"))
    #expect(try await convert(Self.plan, "-o", "p.docx").status == 64)
  }

  @Test("A plan is never converted onto itself; what is no plan is not replaced, and a plan of any form is")
  func outputs() async throws {
    let scratch = try Scratch()
    let plan = try String(contentsOfFile: Self.plan, encoding: .utf8)
    try scratch.write("// mine\n" + plan, to: "a.json")
    func convert(_ line: String...) async throws -> Tool.Outcome {
      try await Tool.run(["workout-plan", "convert"] + line, in: scratch.path)
    }
    let own = try await convert("a.json", "--to", "erg", "--ftp-w", "200", "-o", "./a.json")
    #expect(own.status == 64)
    #expect(own.errors.hasSuffix("error: --output ./a.json is the plan itself; expected another file\n"))
    #expect(try scratch.text("a.json") == "// mine\n" + plan)
    #expect(try await convert("a.json", "--ftp-w", "1e-300", "-o", "b.zwo").status == 64)
    try scratch.write("/* theirs */ // too\n" + plan, to: "b.json")
    try scratch.write("<?xml version=\"1.0\"?>\n<workout_file></workout_file>", to: "c.json")
    for name in ["b.json", "c.json"] {
      #expect(try await convert(Self.golf, "--to", "json", "-o", name).status == 0)
      #expect(try scratch.text(name).contains("\"golf\""))
    }
    let foreign = "{ \"kind\": \"List\", \"version\": \"v1\" }"
    try scratch.write(foreign, to: "d.json")
    #expect(try await convert(Self.golf, "--to", "json", "-o", "d.json").status == 64)
    #expect(try scratch.text("d.json") == foreign)
  }

  @Test("An endless device is refused")
  func endless() async throws {
    let outcome = try await Tool.run(["workout-plan", "validate", "/dev/zero"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: /dev/zero: cannot read: it is a device; expected a file"))
  }

  @Test(
    "Options of a schedule that would do nothing are refused",
    arguments: [
      ["--limit", "1"], ["--remove", "0", "--json"], ["--complete-from", "in", "--list", "done"],
      ["--remove", "0", "--limit", "3"],
    ])
  func idleOptions(_ line: [String]) async throws {
    #expect(try await Tool.run(["workout-plan", "schedule", "w.json"] + line).status == 64)
  }

  @Test(
    "A new schedule's time zone is that of the machine, and asked for where that has no name in the system's tables",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin"), (":Asia/Tokyo", "Asia/Tokyo"), ("UTC", "UTC"),
      ("CET-1CEST,M3.5.0,M10.5.0", nil),
    ])
  func machineZone(set: String, zone: String?) async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.shell(
      "TZ='\(set)' \"$SWINGPIPE\" workout-plan schedule w.json --add '\(Self.golf)' --on 2026-11-22 --now 2026-11-22T10:00:00Z",
      in: scratch.path)
    guard let zone else {
      #expect(outcome.status == 64 && outcome.errors.contains("expected --time-zone with a name"), "\(outcome.errors)")
      return #expect(scratch.files().isEmpty)
    }
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try scratch.text("w.json").contains("\"time_zone\": \"\(zone)\""))
  }

  @Test("The published week, with duplicates refused and completion that changes nothing twice")
  func schedule() async throws {
    let scratch = try Scratch()
    let now = ["--now", "2026-11-22T10:00:00Z"]
    func run(_ line: [String]) async throws -> Tool.Outcome {
      try await Tool.run(["workout-plan"] + line, in: scratch.path)
    }
    let zone = ["--time-zone", "Europe/Berlin"]
    let first = try await run(["schedule", "w.json", "--add", Self.golf, "--on", "2026-11-22"] + zone + now)
    #expect(first.status == 0 && first.output == "scheduled: Golf on 2026-11-22\n")
    #expect(try await run(["schedule", "w.json", "--add", Self.plan, "--on", "2026-11-24T17:30"] + now).status == 0)
    let again = try await run(["schedule", "w.json", "--add", Self.golf, "--on", "2026-11-22"] + now)
    #expect(again.status == 64)
    #expect(
      again.errors
        == "error: w.json: \"Golf\" is scheduled for 2026-11-22 already; expected another date, or another plan\n")
    let full = try await run(["schedule", "w.json", "--add", Self.golf, "--on", "2026-11-23", "--limit", "2"] + now)
    #expect(full.status == 64 && full.errors.contains("has 2 workouts already"))
    #expect(
      try await run(["complete", "w.json", "--plan", "Golf", "--at", "2026-11-22T15:00:00Z"]).output
        == "done: Golf on 2026-11-22\n")
    let file = try scratch.text("w.json")
    #expect(try await run(["complete", "w.json", "--index", "0"]).output == "done already: Golf on 2026-11-22\n")
    #expect(try scratch.text("w.json") == file)
    #expect(
      try await run(["schedule", "w.json"] + now).output == """
        index  date              plan        activity  done
            0  2026-11-22        Golf        golf      2026-11-22
            1  2026-11-24T17:30  My Workout  cycling   -

        """)
    for line in [
      ["complete", "w.json", "--plan", "Gofl"], ["complete", "w.json", "--index", "2"],
      ["schedule", "w.json", "--remove", "9"],
    ] {
      let unknown = try await run(line)
      #expect(
        unknown.status == 64 && unknown.errors.contains("has no workout ") && unknown.errors.contains("; expected "))
    }
    #expect(try await run(["schedule", "w.json", "--list", "upcoming"] + now).outputLines.count == 2)
    #expect(
      try await run(["schedule", "w.json", "--remove", "1"]).output == "removed: My Workout on 2026-11-24T17:30\n")
    #expect(
      try await run(["schedule", "w.json", "--list", "today", "--json"] + now).output.contains(
        "\"today\": \"2026-11-22\""))
  }

  @Test("Recordings mark the workouts of their sport and day; one that says neither is told of")
  func recordings() async throws {
    let scratch = try Scratch()
    try await scratch.copy(Fixtures.recording(), to: "in/a.h5")
    try scratch.write(
      """
      { "version": 1, "name": "Batting", "kind": "single_goal", "activity": "baseball", "goal": "open" }
      """, to: "p.json")
    let add = ["workout-plan", "schedule", "w.json", "--add", "p.json", "--on", "2026-11-21", "--time-zone", "GMT"]
    #expect(try await Tool.run(add + ["--now", "2026-11-22T10:00:00Z"], in: scratch.path).status == 0)
    let complete = ["workout-plan", "schedule", "w.json", "--complete-from", "in"]
    let lacking = try await Tool.run(complete, in: scratch.path)
    #expect(lacking.status == 65 && lacking.errors.contains("in/a.h5: does not state when it began"))
    try Fixtures.state(scratch("in/a.h5"), "start_time", "2026-11-21T09:30:00Z")
    let marked = try await Tool.run(complete, in: scratch.path)
    #expect(marked.status == 0 && marked.output == "done: Batting on 2026-11-21, by baseball-000003\n")
    #expect(
      try await Tool.run(complete, in: scratch.path).output == "no workout of the schedule matches these recordings\n")
    // Two devices that recorded one session fulfil one workout.
    try await scratch.copy(Fixtures.recording(), to: "both/a.h5")
    try await scratch.copy(Fixtures.recording(), to: "both/b.h5")
    for name in ["a", "b"] {
      try Fixtures.state(scratch("both/\(name).h5"), "start_time", "2026-11-23T09:30:00Z")
      try Fixtures.state(scratch("both/\(name).h5"), "session_id", "s1")
      try Fixtures.state(scratch("both/\(name).h5"), "recording_id", name)
    }
    for hour in ["09:00", "12:00"] {
      let more = [
        "workout-plan", "schedule", "v.json", "--add", "p.json", "--on", "2026-11-23T\(hour)", "--time-zone", "GMT",
      ]
      #expect(try await Tool.run(more + ["--now", "2026-11-22T10:00:00Z"], in: scratch.path).status == 0)
    }
    let both = try await Tool.run(["workout-plan", "schedule", "v.json", "--complete-from", "both"], in: scratch.path)
    #expect(both.output == "done: Batting on 2026-11-23T09:00, by s1\n", "\(both.errors)")
  }

  @Test("Activities are listed with what they allow, and where that comes from")
  func activities() async throws {
    let text = try await Tool.run(["workout-plan", "activities"])
    #expect(text.outputLines.contains { $0.hasPrefix("cycling ") && $0.contains("distance, speed, cadence, power") })
    let json = try await Tool.run(["workout-plan", "activities", "--json"])
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let activities = try #require(object["activities"] as? [[String: Any]])
    #expect(activities.count == 79 && (object["sources"] as? [Any])?.isEmpty == false)
  }
}
