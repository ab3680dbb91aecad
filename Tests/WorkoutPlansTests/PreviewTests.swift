import SPPlots
import SPWorkoutPlans
import Testing

struct PreviewTests {
  @Test("The published plan as text")
  func text() {
    #expect(
      Plans.published.text() == """
        My Workout
        a custom plan for cycling, outdoor: 14 steps (10 mi by distance, 10 min by time), about 1 h 6 min in all, plus 1 open step

          Warm-up     open
          4 times
            Work      2 mi    10 mph
            Recovery  0.5 mi  heart rate zone 1
          2 times
            Work      2 min   250–275 W
            Recovery  30 s    heart rate zone 1
          Cooldown    5 min

        """)
  }

  @Test("Plans with numbers at the ends of what doubles hold are at fault, or drawn and written all the same")
  func wildNumbers() throws {
    var plans = RandomPlans(seed: 31)
    var (sound, faulty) = (0, 0)
    for _ in 0..<300 {
      let plan = plans.wild()
      guard plan.faults().isEmpty else {
        faulty += 1
        continue
      }
      sound += 1
      if sound <= 15 { _ = try PlanPicture(plan).bytes(as: .svg) }
      try #require(try WorkoutPlan(json: plan.json(), file: "a.json") == plan)
    }
    #expect(sound > 20 && faulty > 20)
    let paces = #"{ "speed_min_per_km": [1e308, 1.7e308] }"#
    let text =
      #"{ "version": 1, "name": "P", "kind": "custom", "activity": "running", "blocks": [{ "steps": [{ "#
      + #""purpose": "work", "goal": "open", "alert": \#(paces) }] }] }"#
    #expect(
      told { try WorkoutPlan(json: text, file: "p.json") } == [
        "p.json:1:140: error: blocks[0].steps[0].alert: speed is 1e+308 min/km; expected 0.4167 to 166.7"
      ])
  }

  @Test("The total of a plan longer than what is drawn is in the unit of its first distance")
  func totalUnit() {
    let blocks = [
      PlanBlock(iterations: 1000, Array(repeating: .work(.time(Measure(1, .s))), count: 3)),
      PlanBlock([.work(.distance(Measure(2, .mi)))]),
    ]
    let summary = WorkoutPlan("P", .custom(CustomWorkout(.running, blocks: blocks))).summary()
    #expect(summary.contains("3001 steps (2 mi by distance, "))
  }

  @Test("The user's units")
  func units() throws {
    let metric = Plans.published.text(units: .metric)
    #expect(metric.contains("    Work      3.219 km  16.09 km/h\n    Recovery  804.7 m   heart rate zone 1\n"))
    let pacer = try Plans.plan("ten_kilometres")
    #expect(pacer.text().hasSuffix("\n\n  10 km in 50 min: 5:00 min/km, or 12 km/h\n"))
    #expect(pacer.text(units: .imperial).hasSuffix("  6.214 mi in 50 min: 8:03 min/mi, or 7.456 mph\n"))
    #expect(try Plans.plan("pool_swim").text(units: .imperial).hasSuffix("\n  Goal  437.4 yd within 8 min\n"))
  }

  @Test("The other kinds as text")
  func kinds() throws {
    #expect(try Plans.plan("golf").text() == "Golf\na single goal for golf, outdoor\n\n  Goal  open\n")
    #expect(
      try Plans.plan("triathlon").text() == """
        Triathlon
        swim, bike, run with the transitions between them

          1  Swimming, open water
          2  Cycling, outdoor
          3  Running, outdoor

        """)
  }

  @Test("Totals count every iteration, and tell what is estimated from what is planned")
  func totals() {
    let totals = PlanTotals(Plans.published)
    // Warm-up, 8, 4 and cooldown; 10 mi; 2 times 2.5 min and 5 min.
    #expect(totals.steps == 14 && totals.openSteps == 1)
    #expect(abs(totals.distanceM - 16093.44) < 1e-6 && totals.timeS == 600)
    // 8 mi at 10 mph are 48 min; 2 mi at 7 m/s are 459.8 s.
    #expect(abs(totals.estimatedS - (2880 + 3218.688 / 7 + 600)) < 1e-6)
  }

  @Test("A bar a step, one after another, with the blocks that are repeated")
  func outline() {
    let outline = PlanOutline(Plans.published)
    #expect(outline.bars.count == 14 && outline.repetitions.map(\.iterations) == [4, 2])
    #expect(outline.bars.first?.ending == .open && outline.bars[1].ending == .estimated)
    #expect(abs(outline.bars[1].durationS - 720) < 1e-9 && outline.bars[9].durationS == 120)
    for (before, after) in zip(outline.bars, outline.bars.dropFirst()) {
      #expect(abs(before.startS + before.durationS - after.startS) < 1e-9)
    }
    #expect(outline.bars[9].effort.lowerBound < outline.bars[9].effort.upperBound)
  }

  @Test("Every kind is drawn in both formats, with its words for screen readers", arguments: Plans.names)
  func pictures(_ name: String) throws {
    let plan = try Plans.plan(name)
    let svg = String(decoding: try PlanPicture(plan).bytes(as: .svg), as: UTF8.self)
    #expect(svg.contains("<title>\(plan.name)</title>"))
    let png = try PlanPicture(plan, units: .imperial, theme: .dark).bytes(as: .png)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test("A plan of a million steps is drawn in part, and says so")
  func large() throws {
    let steps = (0..<1000).map { _ in IntervalStep.work(.time(Measure(1, .s))) }
    let plan = WorkoutPlan("Long", .custom(CustomWorkout(.golf, blocks: [PlanBlock(iterations: 1000, steps)])))
    #expect(PlanOutline(plan).bars.count == PlanOutline.mostBars)
    #expect(PlanOutline(plan).omittedSteps == 998_000)
    #expect(try PlanPicture(plan).bytes(as: .png).count > 1000)
  }
}
