import Foundation
import Testing

struct PlannedWorkoutTests {
  private static let plan = Project.path("Pipelines/Plans/my_workout.json")
  private static let pipeline = Project.path("Pipelines/planned_workout.json")

  /// The rows of a CSV file by their columns' names.
  private static func rows(_ text: String) -> [[String: String]] {
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    return lines.dropFirst().map { line in
      Dictionary(zip(lines[0].map(String.init), line.map(String.init)), uniquingKeysWith: { first, _ in first })
    }
  }

  private struct Ride {
    var truth: [[String: String]]
    var steps: [[String: String]]
    var completion: [String: String]
  }

  /// A simulated ride of the published plan, held against the plan.
  private static func ride(_ options: [String], in scratch: Scratch) async throws -> Ride {
    let made = try await Tool.run(
      ["simulate", "workouts", "--output", "in", "--plan", plan] + options, in: scratch.path)
    try #require(made.status == 0, "\(made.errors)")
    let run = try await Tool.run(["run", pipeline, "in", "--output", "out"], in: scratch.path)
    try #require(run.status == 0, "\(run.errors)")
    let name = try #require(scratch.files(below: "in").first { $0.hasSuffix("-steps.csv") })
    func table(_ folder: String) throws -> [[String: String]] {
      let file = try #require(scratch.files(below: "out").first { $0.hasPrefix("\(folder)/") })
      return Self.rows(try scratch.tableText("out/\(file)"))
    }
    return Ride(
      truth: Self.rows(try scratch.text("in/\(name)")), steps: try table("steps"),
      completion: try #require(try table("plan_completion").first))
  }

  /// How far the found ends of steps are from the true ones at most, s.
  private static func worstError(_ ride: Ride) -> Double {
    zip(ride.steps, ride.truth).flatMap { found, truth in
      ["start_time_s", "end_time_s"].map { name in
        abs((found[name].flatMap(Double.init) ?? .nan) - (truth[name].flatMap(Double.init) ?? .nan))
      }
    }.reduce(0) { $1.isNaN ? .infinity : max($0, $1) }
  }

  @Test("The published plan: 14 of 14 steps within a second, with pauses", arguments: [1, 2, 3])
  func published(seed: Int) async throws {
    let scratch = try Scratch()
    let ride = try await Self.ride(["--seed", "\(seed)"], in: scratch)
    #expect(ride.steps.count == 14 && ride.truth.count == 14)
    #expect(ride.steps.map { $0["outcome"] } == Array(repeating: "reached", count: 14))
    #expect(ride.steps.map { $0["role"] }.first == "warmup" && ride.steps.map { $0["role"] }.last == "cooldown")
    #expect(Self.worstError(ride) <= 1)
    #expect(ride.completion["reached_steps"] == "14" && ride.completion["completion"].flatMap(Double.init) == 1)
    #expect(ride.completion["laps"] == "next_step" && ride.completion["plan"] == "My Workout")
    // 10 mph and 250 to 275 W in 9 of 10 seconds.
    let compliance = try #require(ride.completion["compliance"].flatMap(Double.init))
    #expect(abs(compliance - 0.9) < 0.05)
  }

  @Test("A rider who skips steps by laps, and rides on")
  func skips() async throws {
    let scratch = try Scratch()
    let ride = try await Self.ride(["--seed", "5", "--skip-chance", "0.3", "--ride-on-s", "200"], in: scratch)
    #expect(ride.steps.map { $0["outcome"] } == ride.truth.map { $0["outcome"] })
    #expect(ride.truth.contains { $0["outcome"] == "skipped" } && Self.worstError(ride) <= 1)
    let riddenOn = try #require(ride.completion["ridden_on_s"].flatMap(Double.init))
    #expect(abs(riddenOn - 200) < 1)
  }

  @Test("With a lap for every step, steps that are done again are found")
  func repeats() async throws {
    let scratch = try Scratch()
    let ride = try await Self.ride(["--seed", "8", "--repeat-chance", "0.2", "--step-laps"], in: scratch)
    #expect(ride.truth.contains { $0["repetition"] == "1" })
    #expect(ride.steps.map { $0["step_index"] } == ride.truth.map { $0["step_index"] })
    #expect(ride.steps.map { $0["repetition"] } == ride.truth.map { $0["repetition"] })
    #expect(Self.worstError(ride) <= 1 && ride.completion["laps"] == "every_step")
  }

  @Test("Options of planned rides need a plan; a plan that cannot be looked for is a fault of the pipeline")
  func faults() async throws {
    let scratch = try Scratch()
    let simulate = ["simulate", "workouts", "--output", "in"]
    #expect(try await Tool.run(simulate + ["--compliance", "0.5"], in: scratch.path).status == 64)
    #expect(try await Tool.run(simulate + ["--plan", Self.plan, "--duration-s", "900"], in: scratch.path).status == 64)
    #expect(try await Tool.run(simulate + ["--plan", Self.plan, "--compliance", "2"], in: scratch.path).status == 64)
    #expect(try await Tool.run(simulate + ["--auto-lap-m", "1000"], in: scratch.path).status == 64)
    try scratch.write(
      "{ \"version\": 1, \"name\": \"P\", \"kind\": \"custom\", \"activity\": \"golf\", \"blocks\": [] }", to: "p.json")
    #expect(try await Tool.run(simulate + ["--plan", "p.json"], in: scratch.path).status == 78)
    #expect(try await Tool.run(simulate + ["--plan", "gone.json"], in: scratch.path).status == 64)
    let empty = try await Tool.run(
      ["pipelines", "validate", Self.pipeline, "--set", "steps.plan=p.json"], in: scratch.path)
    #expect(empty.status == 78 && empty.errors.contains("blocks: is empty; expected at least one block"))
    let gone = try await Tool.run(
      ["pipelines", "validate", Self.pipeline, "--set", "steps.plan=gone.json"], in: scratch.path)
    #expect(gone.status == 78 && gone.errors.contains("no such file; expected a workout plan"))
  }

  @Test(
    "Swim, bike and run, and a pacer, as they are simulated", arguments: ["triathlon", "ten_kilometres", "pool_swim"])
  func kinds(_ name: String) async throws {
    let scratch = try Scratch()
    let plan = Project.path("Pipelines/Plans/\(name).json")
    let made = try await Tool.run(
      ["simulate", "workouts", "--output", "in", "--plan", plan, "--pauses", "2", "--seed", "4"], in: scratch.path)
    try #require(made.status == 0, "\(made.errors)")
    let run = try await Tool.run(
      ["run", Self.pipeline, "in", "--set", "steps.plan=\(plan)", "--rows", "plan_completion"], in: scratch.path)
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\"completion\":1"), "\(run.output)")
    #expect(run.errors.contains("stage \"steps\": workouts are compared with the plan") && run.errors.contains(name))
    // The recordings name the sport of the plan.
    #expect(!run.errors.contains("and the workout is"))
  }

  @Test("The published plan from beginning to end: checked, exchanged, shown, scheduled, ridden, completed and found")
  func wholeWay() async throws {
    let scratch = try Scratch()
    func run(_ line: String...) async throws -> Tool.Outcome { try await Tool.run(line, in: scratch.path) }
    let json = try await run("workout-plan", "convert", Self.plan, "--to", "json", "-o", "-").output
    var form = Self.plan
    for next in ["a.plan", "b.fit", "c.json"] {
      let outcome = try await run("workout-plan", "convert", form, "-o", next)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      form = next
    }
    #expect(try scratch.text("c.json") == json)
    #expect(try await run("workout-plan", "validate", "c.json").output.contains("14 steps"))
    #expect(try await run("workout-plan", "show", "c.json").output.contains("10 mi"))
    // The ride of seed 1 begins on 2025-06-15 at 15:23 UTC: golf two days before, and this is the day after tomorrow.
    let golf = Project.path("Pipelines/Plans/golf.json")
    for (plan, day) in [(golf, "2025-06-13"), ("c.json", "2025-06-15")] {
      let added = try await run(
        "workout-plan", "schedule", "w.json", "--add", plan, "--on", day, "--time-zone", "GMT", "--now",
        "2025-06-13T08:00:00Z")
      #expect(added.status == 0, "\(added.errors)")
    }
    #expect(
      try await run("workout-plan", "complete", "w.json", "--plan", "Golf", "--at", "2025-06-13T12:00:00Z").status == 0)
    #expect(try await run("simulate", "workouts", "--plan", "c.json", "--seed", "1", "--output", "rides").status == 0)
    let completed = try await run("workout-plan", "schedule", "w.json", "--complete-from", "rides")
    #expect(completed.output == "done: My Workout on 2025-06-15, by workout-000001\n", "\(completed.errors)")
    let again = try await run("workout-plan", "schedule", "w.json", "--complete-from", "rides")
    #expect(again.status == 0 && again.output == "no workout of the schedule matches these recordings\n")
    let found = try await run(
      "run", Self.pipeline, "rides", "--set", "steps.plan=c.json", "--rows", "plan_completion")
    #expect(found.output.contains("\"reached_steps\":14") && found.output.contains("\"planned_steps\":14"))
  }

  @Test("Targets are bands behind the lines, in a plot and in a report, and a moment is explained by its step")
  func bands() async throws {
    let scratch = try Scratch()
    _ = try await Self.ride(["--seed", "6"], in: scratch)
    let watch = "in/workout-000006-watch.h5"
    let limits = ["--set", "workout.max_heart_rate_bpm=190"]
    let plot = try await Tool.run(
      ["plot", watch, "--pipeline", Self.pipeline, "-o", "ride.svg"] + limits, in: scratch.path)
    try #require(plot.status == 0, "\(plot.errors)")
    let picture = try scratch.text("ride.svg")
    #expect(picture.contains("target in power by watch: 250 to 275 W at "))
    #expect(picture.contains("target in speed by watch: 16.09 km/h or more at "))
    #expect(picture.contains("target in heart rate: "))
    let report = try await Tool.run(["report", "out"], in: scratch.path)
    try #require(report.status == 0, "\(report.errors)")
    let page = try scratch.text("out/report.html")
    #expect(page.contains(" over time, with bands: target"))
    let drawn = try #require(page.firstMatch(of: /data:image\/svg\+xml,([^"]+)"/)).1
    let svg = try #require(String(drawn).removingPercentEncoding)
    #expect(svg.contains("target in power by watch: 250 to 275 W at "))

    // 6 min after the start, in the first stretch at 10 mph.
    let told = try await Tool.run(["explain", watch, "--pipeline", Self.pipeline, "--at", "+360"], in: scratch.path)
    #expect(told.status == 0, "\(told.errors)")
    for line in [
      "step 2 of 14 of the plan \"My Workout\": reached",
      "  the plan says: work of block 1, iteration 1, goal 2 mi, target 10 mph",
      ", where step 1 of 14 ended: a lap ended the open step", ": 2 mi reached\n",
      " s without pauses, 3219 m, mean power ",
      "  target 10 mph (4.47 m/s or more): kept in ",
    ] {
      #expect(told.output.contains(line), "\(line)")
    }
    let swing = try await Tool.run(["plot", watch, "--pipeline", Self.pipeline, "--swing", "1"], in: scratch.path)
    #expect(swing.status == 64 && swing.errors.contains("planned_workout looks for none"))
  }

  @Test("The built-in pipeline names no plan, and says how to name one")
  func noPlan() async throws {
    let outcome = try await Tool.run(["pipelines", "validate", "planned_workout"])
    #expect(outcome.status == 78)
    #expect(
      outcome.errors.hasSuffix(
        "option \"plan\" is missing; expected the file of a workout plan, as with --set steps.plan=FILE\n"))
  }
}
