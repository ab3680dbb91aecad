import SPWorkoutPlans
import Testing

/// Each rule with the exact message that a person reads, and the place in the text.
/// What makes no sense in a plan.
struct ValidationTests {
  private static func read(_ text: String) -> [String] { told { try WorkoutPlan(json: text, file: "p.json") } }

  /// What is told of a custom plan on one line, from its activity on.
  private static func custom(_ rest: String) -> [String] {
    read(#"{ "version": 1, "name": "P", "kind": "custom", "activity": \#(rest) }"#)
  }

  /// What is told of a custom plan for an activity with one step, without the place.
  private static func step(_ step: String, _ activity: String = "cycling") -> [String] {
    custom(#""\#(activity)", "blocks": [{ "steps": [{ "purpose": "work", \#(step) }] }]"#).map {
      String($0.drop { $0 != " " }.dropFirst())
    }
  }

  @Test("The published mistakes")
  func published() {
    #expect(
      Self.step(#""goal": { "distance_km": 2 }"#, "yoga") == [
        "error: blocks[0].steps[0].goal: yoga has no distance; expected a time or an open goal, such as { \"time_min\": 10 }"
      ])
    #expect(
      Self.step(#""goal": "open", "alert": { "speed_min_per_km": 5 }"#, "elliptical") == [
        "error: blocks[0].steps[0].alert: elliptical has no pace; a heart rate zone would do, { \"heart_rate_zone\": 2 }"
      ])
    #expect(
      Self.custom(#""swimming", "blocks": [{ "steps": [{ "purpose": "work", "goal": "open" }] }]"#) == [
        "p.json:1:60: error: activity: swimming has no plans of kind \"custom\"; expected the kind \"single_goal\", or "
          + "another activity"
      ])
  }

  @Test("Every fault is told in one pass, at its place, with the name that was probably meant")
  func everything() {
    let text = """
      {
        "version": 1,
        "name": "  ",
        "kind": "custom",
        "activity": "rowing",
        "location": "pool",
        "warmup": { "gaol": "open" },
        "blocks": [
          { "iterations": 0, "steps": [] },
          { "iterations": 2, "steps": [
            { "purpose": "wrok", "goal": { "time_mni": 2 }, "alert": { "power_w": 200 } },
            { "purpose": "work", "goal": { "energy_kcal": 50 }, "alert": { "heart_rate_zone": 9, "metric": "mean" } } ] }
        ]
      }
      """
    #expect(
      Self.read(text) == [
        "p.json:3:11: error: name: is empty; expected what people call the plan",
        "p.json:6:15: error: location: rowing has no location \"pool\"; expected \"outdoor\" or \"indoor\"",
        "p.json:7:13: error: warmup.goal: is missing; expected what ends the step",
        "p.json:7:15: error: warmup.gaol: unknown key \"gaol\"; did you mean \"goal\"?",
        "p.json:9:21: error: blocks[0].iterations: is 0; expected 1 to 1000",
        "p.json:9:33: error: blocks[0].steps: is empty; expected at least one step",
        "p.json:11:20: error: blocks[1].steps[0].purpose: expected one of \"work\", \"recovery\", found \"wrok\"; did you mean "
          + "\"work\"?",
        "p.json:11:38: error: blocks[1].steps[0].goal.time_mni: unknown key \"time_mni\"; did you mean \"time_min\"?",
        "p.json:11:64: error: blocks[1].steps[0].alert: rowing has no power; a heart rate zone would do, "
          + "{ \"heart_rate_zone\": 2 }, or an alert on speed",
        "p.json:12:36: error: blocks[1].steps[1].goal: a step cannot have an energy as its goal; expected a time or a "
          + "distance, or a plan of kind \"single_goal\"",
        "p.json:12:68: error: blocks[1].steps[1].alert: heart rate zone is 9; expected 1 to 5",
        "p.json:12:102: error: blocks[1].steps[1].alert.metric: expected one of \"current\", \"average\", found \"mean\"",
      ])
  }

  @Test("Goals")
  func goals() {
    let start = "error: blocks[0].steps[0].goal"
    #expect(
      Self.step(#""goal": { "time_s": 0 }"#) == ["\(start): time is 0 s; expected a finite number above 0"])
    #expect(
      Self.step(#""goal": { "distance_mi": -2 }"#) == ["\(start): distance is -2 mi; expected a finite number above 0"])
    #expect(
      Self.step(#""goal": { "time_min": 1e999 }"#) == [
        "\(start): time is infinity min; expected a finite number above 0"
      ])
    #expect(
      Self.step(#""goal": { "distance_m": 100, "time_min": 2 }"#) == [
        "\(start): a step cannot have a distance within a time as its goal; expected a time or a distance, or a plan of "
          + "kind \"single_goal\""
      ])
    #expect(
      Self.step(#""goal": { "distance_m": 100, "distance_km": 2 }"#) == [
        "\(start).distance_km: a second distance; expected one"
      ])
    #expect(Self.step(#""goal": { "time_s": "30" }"#) == ["\(start).time_s: expected a number of s, found \"30\""])
    #expect(
      Self.step(#""goal": "opne""#) == [
        "\(start): expected \"open\" or an object such as { \"time_min\": 10 }, found \"opne\"; did you mean \"open\"?"
      ])
    #expect(
      Self.step(#""goal": {}"#) == ["\(start): is empty; expected \"open\" or an object such as { \"time_min\": 10 }"])
  }

  @Test("Alerts")
  func alerts() {
    func alert(_ alert: String) -> [String] { Self.step(#""goal": "open", "alert": \#(alert)"#) }
    let start = "error: blocks[0].steps[0].alert"
    #expect(alert(#"{ "heart_rate_zone": 6 }"#) == ["\(start): heart rate zone is 6; expected 1 to 5"])
    #expect(alert(#"{ "power_zone": 0 }"#) == ["\(start): power zone is 0; expected 1 to 7"])
    #expect(
      alert(#"{ "heart_rate_bpm": 130 }"#) == [
        "\(start).heart_rate_bpm: a heart rate has a range, such as [120, 140]; found 130"
      ])
    #expect(
      alert(#"{ "heart_rate_bpm": "x" }"#) == [
        "\(start).heart_rate_bpm: expected two numbers of bpm as a range, found \"x\""
      ])
    #expect(
      alert(#"{ "power_w": [275, 250] }"#) == [
        "\(start).power_w: the range begins at 275 and ends at 250; expected the smaller number first"
      ])
    #expect(
      alert(#"{ "power_w": [250, 250] }"#) == ["\(start): the range begins and ends at 250 W; expected two values"])
    #expect(
      alert(#"{ "cadence_rpm": [-1, 90] }"#) == ["\(start): cadence is -1 rpm; expected a finite number above 0"])
    #expect(
      alert(#"{ "speed_mph": [10] }"#) == [
        "\(start).speed_mph: expected a number of mph, or two as a range, found a list"
      ])
    #expect(
      alert(#"{ "speed_mph": 10, "power_zone": 2 }"#) == [
        "\(start): has \"speed_mph\" and \"power_zone\"; expected one target"
      ])
    #expect(
      alert(#"{ "metric": "average" }"#) == [
        "\(start): has no target; expected one such as { \"heart_rate_zone\": 2 }"
      ])
    #expect(
      alert(#"{ "speed_mhp": 10 }"#) == ["\(start).speed_mhp: unknown key \"speed_mhp\"; did you mean \"speed_mph\"?"])
    #expect(
      alert(#"{ "heart_rate_zone": "one" }"#) == [
        "\(start).heart_rate_zone: expected the number of a zone, found \"one\""
      ])
    #expect(alert("5") == ["\(start): expected an object such as { \"heart_rate_zone\": 2 }, found 5"])
    #expect(
      Self.step(#""name": " ", "goal": "open""#) == [
        "error: blocks[0].steps[0].name: is empty; expected what people call the step, or no name"
      ])
    #expect(
      Self.step(#""goal": "open", "alert": { "cadence_rpm": 80 }"#, "hiking") == [
        "error: blocks[0].steps[0].alert: hiking has no cadence; a heart rate zone would do, { \"heart_rate_zone\": 2 }, "
          + "or an alert on speed"
      ])
  }

  @Test("Targets that nobody reaches")
  func implausible() {
    func alert(_ alert: String) -> [String] { Self.step(#""goal": "open", "alert": \#(alert)"#) }
    let start = "error: blocks[0].steps[0].alert"
    #expect(
      alert(#"{ "heart_rate_bpm": [150, 900] }"#) == ["\(start): heart rate is 900 bpm; expected 25 to 250"])
    #expect(alert(#"{ "power_w": 9000 }"#) == ["\(start): power is 9000 W; expected 1 to 2500"])
    #expect(alert(#"{ "cadence_rpm": 900 }"#) == ["\(start): cadence is 900 rpm; expected 1 to 250"])
    #expect(alert(#"{ "speed_km_h": 500 }"#) == ["\(start): speed is 500 km/h; expected 0.36 to 144"])
    #expect(
      alert(#"{ "speed_min_per_km": 0.1 }"#) == ["\(start): speed is 0.1 min/km; expected 0.4167 to 166.7"])
    #expect(
      Self.read(
        #"{ "version": 1, "name": "P", "kind": "pacer", "activity": "running", "distance": { "distance_km": 10 }, "time": { "time_min": 1 } }"#
      ) == [
        "p.json:1:113: error: time: makes a speed of 166.7 m/s over the distance; expected 0.1 to 40 m/s"
      ])
  }

  @Test("Alerts, warm-ups and goals belong to the kinds that have them")
  func kinds() {
    #expect(
      Self.read(
        #"{ "version": 1, "name": "P", "kind": "single_goal", "activity": "cycling", "goal": "open", "alert": { "power_w": 200 } }"#
      ) == [
        "p.json:1:92: error: alert: a plan of kind \"single_goal\" has no alerts; expected none, or a plan of kind "
          + "\"custom\", whose steps have them"
      ])
    #expect(
      Self.read(
        #"{ "version": 1, "name": "P", "kind": "pacer", "activity": "elliptical", "distance": { "distance_km": 1 }, "time": { "time_min": 0 }, "warmup": {} }"#
      ) == [
        "p.json:1:59: error: activity: elliptical has no plans of kind \"pacer\"; expected the kind \"single_goal\" or "
          + "\"custom\", or another activity",
        "p.json:1:115: error: time: time is 0 min; expected a finite number above 0",
        "p.json:1:134: error: warmup: a plan of kind \"pacer\" has no \"warmup\"; expected none, or a plan of kind \"custom\"",
      ])
    #expect(
      Self.read(
        #"{ "version": 1, "name": "P", "kind": "single_goal", "activity": "swimming", "location": "open_water", "goal": { "distance_m": 400, "time_min": 8 } }"#
      ) == [
        "p.json:1:111: error: goal: a distance within a time is for swimming in a pool; expected the activity \"swimming\" "
          + "with the location \"pool\", or a distance or a time alone"
      ])
    #expect(
      Self.read(
        #"{ "version": 1, "name": "P", "kind": "swim_bike_run", "activities": [{ "activity": "cycling", "location": "pool" }, { "activity": "running", "location": "indoor" }] }"#
      ) == [
        "p.json:1:107: error: activities[0].location: cycling has no location \"pool\"; expected \"outdoor\" or \"indoor\""
      ])
    #expect(
      Self.read(
        #"{ "version": 1, "name": "P", "kind": "swim_bike_run", "activities": [{ "activity": "cycling", "location": "indoor" }] }"#
      ) == [
        "p.json:1:69: error: activities: has 1 of them; expected at least two, one after another"
      ])
  }

  @Test("A plan's own members")
  func members() {
    #expect(
      Self.read(#"{ "version": 2, "name": 5 }"#) == [
        "p.json:1:14: error: version: is 2, of a newer swingpipe; expected 1, the newest version that this one reads"
      ])
    #expect(
      Self.read(#"{ "name": "P", "knid": "pacer" }"#) == [
        "p.json:1:16: error: knid: unknown key \"knid\"; did you mean \"kind\"?"
      ])
    #expect(
      Self.read(#"{ "name": "P" }"#) == [
        "p.json:1:1: error: kind: is missing; expected one of \"single_goal\", \"pacer\", \"swim_bike_run\", \"custom\""
      ])
    #expect(Self.read("[]") == ["p.json:1:1: error: expected a workout plan, an object, found a list"])
    #expect(
      Self.custom(#""cyclin", "blocks": []"#) == [
        "p.json:1:60: error: activity: expected an activity; \"swingpipe workout-plan activities\" lists them, found "
          + "\"cyclin\"; did you mean \"cycling\"?",
        "p.json:1:80: error: blocks: is empty; expected at least one block",
      ])
    #expect(
      Self.custom(#""golf", "blocks": 3, "#) == ["p.json:1:78: error: blocks: expected a list, found 3"])
    // Where the text is no JSON, what could be read is checked all the same.
    #expect(
      Self.custom(#""golf", "blocks": [{ "steps": [{ "purpose": "work", "goal": { "distance_m": 5 } ]}]"#).count == 2)
  }

  @Test("Numbers beyond what anybody does, parts of another type, and keys of another kind")
  func types() {
    func plan(_ rest: String) -> [String] { Self.read(#"{ "version": 1, "name": "P", "kind": \#(rest) }"#) }
    #expect(
      Self.custom(#""cycling", "blocks": [{ "steps": [{ "purpose": "work", "goal": { "distance_km": 1e9 } }] }]"#) == [
        "p.json:1:123: error: blocks[0].steps[0].goal: distance is 1000000000 km; expected 1e-09 to 1e+05"
      ])
    #expect(
      Self.custom(#""cycling", "blocks": [{ "iterations": 1.5, "steps": [5] }, 7]"#) == [
        "p.json:1:98: error: blocks[0].iterations: expected a whole number, found 1.5",
        "p.json:1:113: error: blocks[0].steps[0]: expected an object with \"purpose\", \"goal\", found 5",
        "p.json:1:119: error: blocks[1]: expected an object with \"steps\", found 7",
      ])
    #expect(
      Self.read(
        #"{ "version": "1", "name": 5, "kind": "single_goal", "activity": "golf", "goal": "open", "extensions": [{ "tag": 4, "bytes": "0" }] }"#
      ) == [
        "p.json:1:14: error: version: expected 1, the version of the format, found \"1\"",
        "p.json:1:27: error: name: expected a text, found 5",
        "p.json:1:104: error: extensions[0]: expected an odd \"tag\" from 5 on and \"bytes\", two hexadecimal digits each",
      ])
    #expect(
      plan(
        #""swim_bike_run", "activities": [{ "activity": "golf", "location": "outdoor" }, 5, { "activity": "running" }]"#
      ) == [
        "p.json:1:84: error: activities[0].activity: expected one of \"swimming\", \"cycling\", \"running\", found \"golf\"",
        "p.json:1:117: error: activities[1]: expected an object with \"activity\", \"location\", found 5",
        "p.json:1:120: error: activities[2].location: is missing; expected where",
      ])
    #expect(
      plan(#""swim_bike_run", "activities": 3, "goal": "open""#) == [
        "p.json:1:69: error: activities: expected a list, found 3",
        "p.json:1:72: error: goal: a plan of kind \"swim_bike_run\" has no \"goal\"; expected none, or a plan of kind "
          + "\"single_goal\"",
      ])
    #expect(
      plan(#""pacer", "activity": "running""#) == [
        "p.json:1:1: error: distance: is missing; expected the distance to cover",
        "p.json:1:1: error: time: is missing; expected the time for it",
      ])
    #expect(
      plan(#""single_goal", "activity": "yoga", "goal": { "colour": 2 }"#) == [
        "p.json:1:83: error: goal.colour: unknown key \"colour\"; expected one of \"time_s\", \"time_min\", \"time_h\", "
          + "\"distance_m\", \"distance_km\", \"distance_mi\", \"distance_yd\", \"distance_ft\", \"energy_kcal\", \"energy_kj\""
      ])
    #expect(
      plan(#""single_goal", "activity": "cycling", "goal": { "energy_kcal": -1 }"#) == [
        "p.json:1:84: error: goal: energy is -1 kcal; expected a finite number above 0"
      ])
    #expect(
      Self.step(#""goal": "open", "alert": { "power_zone": 2 }"#, "running") == [
        "error: blocks[0].steps[0].alert: running has no power; a heart rate zone would do, { \"heart_rate_zone\": 2 }, or an "
          + "alert on speed or cadence"
      ])
  }

  @Test("Names, notes and lists have ends, and many unknown keys are told in a time that grows with their number")
  func sizes() {
    let run = SwimBikeRunWorkout.Leg.running(.outdoor)
    var plan = WorkoutPlan(
      String(repeating: "a", count: 501), notes: String(repeating: "b", count: 10_001),
      .swimBikeRun(SwimBikeRunWorkout(Array(repeating: run, count: 1001))))
    #expect(
      plan.faults().map(\.description) == [
        "name: has 501 characters; expected at most 500", "notes: has 10001 characters; expected at most 10000",
        "activities: has 1001 of them; expected at most 1000",
      ])
    let step = IntervalStep.work(.open, name: String(repeating: "c", count: 501))
    plan = WorkoutPlan("P", .custom(CustomWorkout(.golf, blocks: [PlanBlock([step])])))
    #expect(
      plan.faults().map(\.description) == ["blocks[0].steps[0].name: has 501 characters; expected at most 500"])
    let keys = (0..<8000).map { "\"k\($0)\": 1" }.joined(separator: ", ")
    #expect(
      Self.read("{ \"version\": 1, \"name\": \"P\", \"kind\": \"custom\", \(keys) }").count == 8002)
  }

  @Test("Where the kind is wrong, the rest is held against the one that was probably meant")
  func wrongKind() {
    #expect(
      Self.read(#"{ "version": 1, "name": "P", "kind": "custm", "activity": "golf", "blocks": [] }"#) == [
        "p.json:1:38: error: kind: expected one of \"single_goal\", \"pacer\", \"swim_bike_run\", \"custom\", found "
          + "\"custm\"; did you mean \"custom\"?",
        "p.json:1:77: error: blocks: is empty; expected at least one block",
      ])
    #expect(
      Self.read(#"{ "version": 1, "name": "P", "kind": 7, "activity": "golf", "goal": "opn" }"#) == [
        "p.json:1:38: error: kind: expected one of \"single_goal\", \"pacer\", \"swim_bike_run\", \"custom\", found 7",
        "p.json:1:69: error: goal: expected \"open\" or an object such as { \"time_min\": 10 }, found \"opn\"; did you "
          + "mean \"open\"?",
      ])
  }

  @Test("A plan made in Swift is held against the same rules before it is exported")
  func made() {
    let plan = WorkoutPlan(
      "Too much",
      .custom(
        CustomWorkout(
          .golf, .pool, blocks: [PlanBlock(iterations: 5000, [.work(.distance(Measure(.nan, .km)))]), PlanBlock([])])))
    let faults = [
      "location: golf has no location \"pool\"; expected \"outdoor\" or \"indoor\"",
      "blocks[0].iterations: is 5000; expected 1 to 1000",
      "blocks[0].steps[0].goal: distance is not a number km; expected a finite number above 0",
      "blocks[0].steps[0].goal: golf has no distance; expected a time or an open goal, such as { \"time_min\": 10 }",
      "blocks[1].steps: is empty; expected at least one step",
    ]
    #expect(plan.faults().map(\.description) == faults)
    #expect(told { try plan.json() } == faults)
    #expect(told { try plan.binary() } == faults)
    let long = PlanBlock(Array(repeating: .work(.open), count: 1001))
    #expect(
      WorkoutPlan("Long", .custom(CustomWorkout(.golf, blocks: [long]))).faults().map(\.description) == [
        "blocks: have 1001 steps; expected at most 1000"
      ])
  }
}
