import FIT
import TestSupport
import Testing
import WorkoutPlans

@Suite("Plans for other programs")
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

  @Test("Courses: minutes with watts or percents, and what they cannot hold")
  func courses() throws {
    let plan = WorkoutPlan(
      "Sweet spot",
      .custom(
        CustomWorkout(
          .cycling, .indoor, warmup: PlanStep(.time(Measure(5, .min))),
          blocks: [
            PlanBlock(
              iterations: 2,
              [
                .work(.time(Measure(90, .s)), alert: StepAlert(.powerRange(MeasureRange(250...275, .w)))),
                .recovery(.time(Measure(30, .s)), alert: StepAlert(.powerZone(1))),
              ])
          ])))
    let course = try plan.exported(as: .mrc, ftpW: 250)
    #expect(
      String(decoding: course.bytes, as: UTF8.self).split(separator: "\r\n").map(String.init) == [
        "[COURSE HEADER]", "VERSION = 2", "UNITS = METRIC", "DESCRIPTION = Sweet spot", "FILE NAME = Sweet spot.mrc",
        "FTP = 250", "MINUTES PERCENT", "[END COURSE HEADER]", "[COURSE DATA]", "0.0000\t50.0", "5.0000\t50.0",
        "5.0000\t105.0", "6.5000\t105.0", "6.5000\t50.0", "7.0000\t50.0", "7.0000\t105.0", "8.5000\t105.0",
        "8.5000\t50.0", "9.0000\t50.0", "[END COURSE DATA]",
      ])
    #expect(
      course.losses == [
        "blocks[0].steps[0].alert: 250–275 W become their middle, 262.5 W",
        "blocks[0].steps[1].alert: power zone 1 becomes 50 % of the threshold power",
        "warmup: without a power becomes 50 % of the threshold power", "blocks: iterations are written out",
        "blocks: which of their steps are for recovery is lost", "warmup: becomes a step like the others",
        "location: \"indoor\" is lost",
      ])
    #expect(
      told { try plan.exported(as: .erg) } == [
        "warmup: erg needs the functional threshold power for this step; expected --ftp-w"
      ])
    #expect(
      told { try Plans.plan("golf").exported(as: .erg) } == [
        "erg holds custom plans for cycling; expected one, found a single goal for golf, which the formats json, binary "
          + "and fit may hold"
      ])
    #expect(
      told { try plan.exported(as: .erg, ftpW: 1e-300) } == [
        "the functional threshold power is 1e-300 W; expected 20 to 2000 W"
      ])
    let watts = String(decoding: try plan.exported(as: .erg, ftpW: 250).bytes, as: UTF8.self)
    #expect(watts.contains("\r\n5.0000\t262.5\r\n6.5000\t262.5\r\n6.5000\t125.0\r\n"))
  }

  @Test("Zwift's files: elements, fractions of the threshold, and names with signs that XML takes for something else")
  func zwo() throws {
    let plan = WorkoutPlan(
      "<2 & \"3\">", notes: "line\nnext",
      .custom(
        CustomWorkout(
          .cycling, .indoor,
          warmup: PlanStep(.time(Measure(10, .min)), alert: StepAlert(.powerThreshold(Measure(125, .w)))),
          blocks: [
            PlanBlock(
              iterations: 3,
              [
                .work(.time(Measure(1, .min)), alert: StepAlert(.powerThreshold(Measure(300, .w)))),
                .recovery(.time(Measure(45, .s)), alert: StepAlert(.powerThreshold(Measure(100, .w)))),
              ]),
            PlanBlock([.work(.time(Measure(5, .min)))]),
          ])))
    let export = try plan.exported(as: .zwo, ftpW: 250)
    #expect(export.losses == [])
    #expect(
      String(decoding: export.bytes, as: UTF8.self) == """
        <workout_file>
          <author></author>
          <name>&lt;2 &amp; &quot;3&quot;&gt;</name>
          <description>line&#10;next</description>
          <sportType>bike</sportType>
          <workout>
            <Warmup Duration="600" PowerLow="0.5" PowerHigh="0.5"/>
            <IntervalsT Repeat="3" OnDuration="60" OffDuration="45" OnPower="1.2" OffPower="0.4"/>
            <FreeRide Duration="300"/>
          </workout>
        </workout_file>

        """)
    let read = try WorkoutPlan.read(export.bytes, file: "a.zwo", ftpW: 250)
    #expect(read.plan == plan && read.format == .zwo && read.losses == [])
    var other = plan
    let block = PlanBlock([.work(.time(Measure(120, .s)), alert: StepAlert(.powerThreshold(Measure(300, .w))))])
    other.workout = .custom(CustomWorkout(.cycling, .indoor, blocks: [block]))
    #expect(
      try other.exported(as: .zwo, ftpW: 250).losses == ["blocks[0].steps[0].goal: 120 s becomes 2 min"])
    other.workout = .custom(CustomWorkout(.cycling, blocks: [block]))
    #expect(
      try other.exported(as: .zwo, ftpW: 250).losses == ["location: becomes indoor, where Zwift is ridden"])
    #expect(
      try Plans.published.exported(as: .zwo, ftpW: 250).losses == [
        "warmup.goal: an open step becomes one of 5 min",
        "warmup: without a power becomes a free ride among the others",
        "blocks[0].steps[0].goal: 2 mi become 12 min, an estimate",
        "blocks[0].steps[0].alert: 10 mph is lost: only powers are held",
        "blocks[0].steps[1].goal: 0.5 mi become 1 min 55 s, an estimate",
        "blocks[0].steps[1].alert: heart rate zone 1 is lost: only powers are held",
        "blocks[0]: its 4 iterations are written out", "blocks[0]: which of its steps are for recovery is lost",
        "blocks[1]: joins the block before it", "blocks[1].steps[0].alert: 250–275 W become their middle, 262.5 W",
        "blocks[1].steps[1].alert: heart rate zone 1 is lost: only powers are held",
        "blocks[1]: its 2 iterations are written out", "blocks[1]: which of its steps are for recovery is lost",
        "cooldown: without a power becomes a free ride among the others",
        "location: is lost: Zwift is ridden indoors",
      ])
  }

  @Test("Older names of Zwift's elements are read, and runs by distance; what a run loses is told")
  func otherZWO() throws {
    let ride = """
      <workout_file><name>a</name><sportType>bike</sportType><workout>
        <IntervalsT Repeat="4" OnDuration="240" OffDuration="120" PowerOnHigh="1.05" PowerOffLow="0.4" PowerOffHigh="0.5"/>
        <SolidState Duration="60" Power="0.6"/>
      </workout></workout_file>
      """
    let read = try WorkoutPlan.read(Array(ride.utf8), file: "a.zwo", ftpW: 200)
    let blocks = [
      PlanBlock(
        iterations: 4,
        [
          .work(.time(Measure(4, .min)), alert: StepAlert(.powerThreshold(Measure(210, .w)))),
          .recovery(.time(Measure(2, .min)), alert: StepAlert(.powerRange(MeasureRange(80...100, .w)))),
        ]), PlanBlock([.work(.time(Measure(1, .min)), alert: StepAlert(.powerThreshold(Measure(120, .w))))]),
    ]
    #expect(read.plan == WorkoutPlan("a", .custom(CustomWorkout(.cycling, .indoor, blocks: blocks))))
    #expect(read.losses == ["line 2: a ramp from 0.4 to 0.5 becomes a range"])
    let run = """
      <workout_file><name>b</name><sportType>run</sportType><durationType>distance</durationType><workout>
        <Warmup Duration="1000" PowerLow="0.5" PowerHigh="0.7" pace="1"/>
        <SteadyState Duration="3000" Power="0.9" pace="2"/>
      </workout></workout_file>
      """
    let running = try WorkoutPlan.read(Array(run.utf8), file: "b.zwo")
    let workout = CustomWorkout(
      .running, .indoor, warmup: PlanStep(.distance(Measure(1, .km))),
      blocks: [PlanBlock([.work(.distance(Measure(3, .km)))])])
    #expect(running.plan == WorkoutPlan("b", .custom(workout)))
    #expect(
      running.losses == [
        "line 2: 50 to 70 % of the runner's 5 km pace is lost, as the file does not state that pace",
        "line 3: 90 % of the runner's 10 km pace is lost, as the file does not state that pace",
      ])
  }

  @Test("Courses in ERG and MRC are named as such, and as formats that are only written")
  func unreadCourses() {
    let course = "[COURSE HEADER]\r\nMINUTES WATTS\r\n[END COURSE HEADER]\r\n"
    #expect(
      told { try WorkoutPlan.read(Array(course.utf8), file: "a.erg") } == [
        "a.erg: error: is a course in ERG or MRC, which can be written but not read; expected JSON, a binary plan, FIT or "
          + "ZWO"
      ])
  }

  @Test("Zwift's files as others write them: ramps, cadences, messages; and what is no such file")
  func foreignZWO() throws {
    let text = """
      <?xml version="1.0"?>
      <workout_file><name>Openers</name><description/><sportType>bike</sportType><workout>
        <Warmup Duration="300" PowerLow="0.4" PowerHigh="0.8"><textevent timeoffset="0" message="Hi"/></Warmup>
        <SteadyState Duration="90" Power="0.9" Cadence="95"/>
        <IntervalsT Repeat="2" OnDuration="30" OffDuration="60" OnPower="1.3" OffPower="0.5"/>
        <FreeRide Duration="600" FlatRoad="1"/>
        <MaxEffort Duration="10"/>
      </workout></workout_file>
      """
    let read = try WorkoutPlan.read(Array(text.utf8), file: "a.zwo", ftpW: 200)
    let workout = CustomWorkout(
      .cycling, .indoor,
      warmup: PlanStep(.time(Measure(5, .min)), alert: StepAlert(.powerRange(MeasureRange(80...160, .w)))),
      blocks: [
        PlanBlock([.work(.time(Measure(90, .s)), alert: StepAlert(.powerThreshold(Measure(180, .w))))]),
        PlanBlock(
          iterations: 2,
          [
            .work(.time(Measure(30, .s)), alert: StepAlert(.powerThreshold(Measure(260, .w)))),
            .recovery(.time(Measure(1, .min)), alert: StepAlert(.powerThreshold(Measure(100, .w)))),
          ]),
        PlanBlock([.work(.time(Measure(10, .min))), .work(.time(Measure(10, .s)))]),
      ])
    #expect(read.plan == WorkoutPlan("Openers", .custom(workout)))
    #expect(
      read.losses == [
        "textevent: is ignored", "line 3: a ramp from 0.4 to 0.8 becomes a range",
        "line 4: SteadyState Cadence is ignored", "line 6: FreeRide FlatRoad is ignored",
        "line 7: a maximal effort becomes a step without a target",
      ])
    let odd = """
      <workout_file><author>A</author><name> </name><tags><tag name="b"/></tags><workout>
        <Warmup Duration="300" PowerLow="0.5"/>
      </workout></workout_file>
      """
    let warmup = try WorkoutPlan.read(Array(odd.utf8), file: "rides/a.zwo", ftpW: 200)
    let only = PlanBlock([.work(.time(Measure(5, .min)), alert: StepAlert(.powerThreshold(Measure(100, .w))))])
    #expect(warmup.plan == WorkoutPlan("a.zwo", .custom(CustomWorkout(.cycling, .indoor, blocks: [only]))))
    #expect(warmup.losses == ["author: is ignored", "tags: is ignored"])
    let zones = try WorkoutPlan.read(Array(text.utf8), file: "a.zwo")
    #expect(zones.losses.contains("line 4: 0.9 of the threshold power becomes power zone 4\(Self.zoneHint)"))
    func fault(_ text: String) -> [String] { told { try WorkoutPlan.read(Array(text.utf8), file: "a.zwo") } }
    #expect(
      fault("<gpx/>") == [
        "a.zwo:1:7: error: has the element \"gpx\" at its root; expected \"workout_file\", as Zwift writes it"
      ])
    let half = "<IntervalsT Repeat=\"2.6\" OnDuration=\"30\" OffDuration=\"60\" OnPower=\"1.3\" OffPower=\"0.5\"/>"
    #expect(
      fault("<workout_file><workout>\n\(half)</workout></workout_file>") == [
        "a.zwo:2:1: error: IntervalsT has Repeat \"2.6\"; expected a whole number"
      ])
    #expect(
      fault("<workout_file>") == ["a.zwo:1:15: error: ends within an element: it is cut off; expected a whole file"])
    #expect(fault("<workout_file></b>").first?.hasPrefix("a.zwo:1:") == true)
    #expect(
      fault("<!DOCTYPE a [<!ENTITY b \"c\">]><workout_file/>") == [
        "a.zwo:1:13: error: has a document type declaration, which is not accepted: it could load other files "
          + "or expand without limit"
      ])
    #expect(
      fault("<workout_file><workout><SteadyState Duration=\"-1\" Power=\"x\"/></workout></workout_file>") == [
        "a.zwo:1:1: error: SteadyState has Duration \"-1\"; expected a number above 0",
        "a.zwo:1:1: error: SteadyState has Power \"x\"; expected a number above 0",
      ])
  }
}
