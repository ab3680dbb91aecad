import SPImporting
import SPWorkoutPlans
import TestSupport
import Testing

/// Plans for other programs.
struct ExchangeTests {
  @Test("The published plan passes through FIT unchanged")
  func published() throws {
    let export = try Plans.published.exported(as: .fit)
    #expect(export.losses == [])
    #expect(try WorkoutPlan.read(export.bytes, file: "a.fit").plan == Plans.published)
    #expect(try Plans.published.exported(as: .fit) == export)
  }

  @Test("FIT gives back the same plan, or says what is lost, for 2,000 random plans")
  func honesty() throws {
    var plans = RandomPlans(seed: 5)
    var (exact, lossy) = (0, 0)
    for _ in 0..<2000 {
      let plan = plans.next()
      if case .swimBikeRun = plan.workout { continue }
      let export: PlanExport
      do {
        export = try plan.exported(as: .fit)
      } catch is PlanFormatError {
        continue
      }
      let read = try WorkoutPlan.read(export.bytes, file: "a.fit").plan
      try #require(read.faults() == [])
      try #require((read == plan) == export.losses.isEmpty, "\(export.losses)")
      if export.losses.isEmpty { exact += 1 } else { lossy += 1 }
    }
    #expect(exact > 20 && lossy > 500)
  }

  @Test("What FIT cannot hold is told with its path")
  func fitLosses() throws {
    let swim = try Plans.plan("pool_swim").exported(as: .fit)
    #expect(swim.losses == ["goal: 400 m within 8 min becomes 400 m"])
    #expect(
      try Plans.plan("ten_kilometres").exported(as: .fit).losses == [
        "kind: \"pacer\" becomes \"custom\"", "time: 50 min becomes 5 min/km on average",
      ])
    #expect(try Plans.plan("golf").exported(as: .fit).losses == ["location: \"outdoor\" becomes \"open\""])
    #expect(
      told { try Plans.plan("triathlon").exported(as: .fit) } == [
        "fit holds one sport per workout; expected a plan for one activity, found swim, bike, run, which json and "
          + "binary hold"
      ])
    var plan = Plans.published
    plan.workout = .custom(
      CustomWorkout(
        .cycling, .indoor,
        blocks: [
          PlanBlock([.work(.distance(Measure(1.23456789, .km)))]),
          PlanBlock([.recovery(.open, alert: StepAlert(.cadenceThreshold(Measure(90, .rpm)), on: .average))]),
        ]))
    #expect(
      try plan.exported(as: .fit).losses == [
        "blocks: 1 × 1, 1 × 1 steps become 1 × 2",
        "blocks[0].steps[0].goal: 1.23456789 km becomes 1.23457 km",
        "blocks[1].steps[0].alert: 90 rpm on average becomes 90 rpm",
      ])
    // A sport that FIT does not have becomes another, which has no distance.
    let snow = WorkoutPlan(
      "Snow",
      .singleGoal(SingleGoalWorkout(try #require(Activity(rawValue: "snow_sports")), goal: .distance(Measure(5, .km)))))
    #expect(
      try snow.exported(as: .fit).losses == [
        "step 0: its end is a distance, which other does not have; it becomes open",
        "activity: \"snow_sports\" becomes \"other\"", "goal: 5 km becomes open",
      ])
    // One letter with thousands of accents is cut as any other name.
    plan.name = "e" + String(repeating: "\u{301}", count: 300)
    let cut = try WorkoutPlan.read(plan.exported(as: .fit).bytes, file: "a.fit").plan
    #expect(cut.name == "e" + String(repeating: "\u{301}", count: 126))
  }

  /// A workout for cycling as another program writes it.
  private static func foreignFIT(_ steps: [[(name: String, value: FITWriter.Value)]]) throws -> [UInt8] {
    var writer = FITWriter()
    try writer.write("file_id", [(name: "type", value: "workout")])
    try writer.write(
      "workout",
      [
        (name: "sport", value: "cycling"), (name: "num_valid_steps", value: .number(Double(steps.count))),
        (name: "wkt_name", value: "W"),
      ])
    for (index, step) in steps.enumerated() {
      try writer.write("workout_step", [(name: "message_index", value: .number(Double(index)))] + step)
    }
    return writer.finish()
  }

  private static func custom(_ plan: WorkoutPlan) -> CustomWorkout? {
    if case .custom(let workout) = plan.workout { workout } else { nil }
  }

  /// A minute at a power, as FIT writes it: up to 1000 it is a percentage of the threshold power.
  private static func minute(
    _ power: ClosedRange<Double>, _ intensity: String
  ) -> [(name: String, value: FITWriter.Value)] {
    [
      (name: "duration_type", value: "time"), (name: "duration_value", value: 60_000),
      (name: "target_type", value: "power"), (name: "target_value", value: 0),
      (name: "custom_target_value_low", value: .number(power.lowerBound)),
      (name: "custom_target_value_high", value: .number(power.upperBound)),
      (name: "intensity", value: .text(intensity)),
    ]
  }

  /// What every command says where watts would need the threshold power.
  private static let zoneHint = ", as the threshold power is not known; workout-plan convert takes it with --ftp-w"

  @Test("Percentages of the threshold power in FIT become watts, or zones where it is not known")
  func fitPercentages() throws {
    let bytes = try Self.foreignFIT([Self.minute(88...94, "active"), Self.minute(50...50, "rest")])
    func alerts(_ read: PlanImport) -> [StepAlert?] {
      Self.custom(read.plan)?.blocks.flatMap { $0.steps.map(\.step.alert) } ?? []
    }
    let known = try WorkoutPlan.read(bytes, file: "a.fit", ftpW: 250)
    #expect(known.losses == [])
    #expect(
      alerts(known) == [
        StepAlert(.powerRange(MeasureRange(220...235, .w))), StepAlert(.powerThreshold(Measure(125, .w))),
      ])
    let beyond = try WorkoutPlan.read(Self.foreignFIT([Self.minute(999...999, "active")]), file: "a.fit", ftpW: 300)
    #expect(beyond.losses == ["step 0: its target is not possible in a plan, and is lost"])
    #expect(alerts(beyond).allSatisfy { $0 == nil }, "\(alerts(beyond))")
    let unknown = try WorkoutPlan.read(bytes, file: "a.fit")
    #expect(alerts(unknown) == [StepAlert(.powerZone(4)), StepAlert(.powerZone(1))])
    #expect(
      unknown.losses == [
        "step 0: 88 to 94 % of the threshold power becomes power zone 4\(Self.zoneHint)",
        "step 1: 50 % of the threshold power becomes power zone 1\(Self.zoneHint)",
      ])
  }

  @Test("Notes, second targets and repetitions that a plan cannot have are told")
  func foreignFIT() throws {
    let told: [(name: String, value: FITWriter.Value)] = [
      (name: "notes", value: "keep cadence high"), (name: "secondary_target_type", value: "cadence"),
    ]
    let untilTime: [(name: String, value: FITWriter.Value)] = [
      (name: "duration_type", value: "repeat_until_time"), (name: "duration_value", value: 0),
      (name: "target_value", value: 1_800_000),
    ]
    let read = try WorkoutPlan.read(
      Self.foreignFIT([Self.minute(1200...1220, "active") + told, Self.minute(1100...1120, "rest"), untilTime]),
      file: "a.fit")
    #expect(
      read.losses == [
        "step 0: its notes \"keep cadence high\" are lost", "step 0: its secondary target (cadence) is lost",
        "step 2: that the steps from step 0 on are repeated (repeat_until_time) is lost",
      ])
    let workout = try #require(Self.custom(read.plan))
    #expect(workout.blocks.map(\.iterations) == [1] && workout.blocks[0].steps.count == 2)
  }

  @Test("A first step that is repeated is no warm-up")
  func repeatedWarmup() throws {
    let times: [(name: String, value: FITWriter.Value)] = [
      (name: "duration_type", value: "repeat_until_steps_cmplt"), (name: "duration_value", value: 0),
      (name: "target_value", value: 5),
    ]
    let read = try WorkoutPlan.read(
      Self.foreignFIT([Self.minute(1200...1220, "warmup"), Self.minute(1100...1120, "rest"), times]), file: "a.fit")
    let workout = try #require(Self.custom(read.plan))
    #expect(workout.warmup == nil && workout.blocks.map(\.iterations) == [5])
    #expect(read.losses == ["step 0: its intensity (warmup) becomes work"])
  }

  @Test("A FIT file that is damaged, or no workout, says so")
  func fitFaults() throws {
    let sound = try Plans.published.exported(as: .fit).bytes
    var damaged = sound
    damaged[40] ^= 0xFF
    #expect(
      told { try WorkoutPlan.read(damaged, file: "a.fit") }.first?.hasPrefix("a.fit: error: is damaged: byte ") == true)
    var source = SeededGenerator(seed: 3)
    var (plans, errors) = (0, 0)
    for _ in 0..<2000 {
      do {
        try #require(try WorkoutPlan.read(Damage.mutatedFIT(sound, using: &source), file: "a.fit").plan.faults() == [])
        plans += 1
      } catch let error as PlanError {
        try #require(error.faults.allSatisfy { !$0.message.isEmpty })
        errors += 1
      }
    }
    #expect(plans > 100 && errors > 100)
  }
}
