import Foundation
import SPWorkoutPlans
import TestSupport
import Testing

/// Zwift's workouts: ZWO.
struct ZWOTests {
  /// What every command says where watts would need the threshold power.
  private static let zoneHint = ", as the threshold power is not known; workout-plan convert takes it with --ftp-w"

  private static func read(
    _ elements: String, sport: String = "bike", others: String = "", ftpW: Double? = nil,
    paces: [RunnerPace: Measure<SpeedUnit>] = [:]
  ) throws -> PlanImport {
    let text = """
      <workout_file><name>a</name><sportType>\(sport)</sportType>\(others)<workout>
      \(elements)
      </workout></workout_file>
      """
    return try WorkoutPlan.read(Array(text.utf8), file: "a.zwo", ftpW: ftpW, paces: paces)
  }

  private static func alerts(_ read: PlanImport) -> [StepAlert?] {
    guard case .custom(let workout) = read.plan.workout else { return [] }
    return workout.blocks.flatMap { $0.steps.map(\.step.alert) }
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
    #expect(read.losses == ["line 2: a ramp from 40 to 50 % becomes a range"])
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
        "line 2: 50 to 70 % of the runner's 5 km pace is lost, as the file does not state that pace; workout-plan convert "
          + "takes it with --pace 5km=MIN:S",
        "line 3: 90 % of the runner's 10 km pace is lost, as the file does not state that pace; workout-plan convert takes "
          + "it with --pace 10km=MIN:S",
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
    #expect(read.plan == WorkoutPlan("Openers", notes: "0:00 Hi", .custom(workout)))
    #expect(
      read.losses == [
        "line 3: a ramp from 40 to 80 % becomes a range",
        "line 4: the cadence of 95 rpm is lost: the target of the step is its power",
        "line 6: FlatRoad \"1\" of FreeRide is lost", "line 7: a maximal effort becomes a step without a target",
      ])
    let odd = """
      <workout_file><author>A</author><name> </name><tags><tag name="b"/></tags><workout>
        <Warmup Duration="300" PowerLow="0.5"/>
      </workout></workout_file>
      """
    let warmup = try WorkoutPlan.read(Array(odd.utf8), file: "rides/a.zwo", ftpW: 200)
    let only = PlanBlock([.work(.time(Measure(5, .min)), alert: StepAlert(.powerThreshold(Measure(100, .w))))])
    #expect(warmup.plan == WorkoutPlan("a.zwo", .custom(CustomWorkout(.cycling, .indoor, blocks: [only]))))
    #expect(warmup.losses == ["line 1: author \"A\" is lost", "line 1: tag name \"b\" is lost"])
    let zones = try WorkoutPlan.read(Array(text.utf8), file: "a.zwo")
    #expect(zones.losses.contains("line 4: 90 % of the threshold power becomes power zone 4\(Self.zoneHint)"))
    func fault(_ text: String) -> [String] { told { try WorkoutPlan.read(Array(text.utf8), file: "a.zwo") } }
    #expect(
      fault("<gpx/>") == [
        "a.zwo:1:7: error: has the element \"gpx\" at its root; expected \"workout_file\", as Zwift writes it"
      ])
    let half = "<IntervalsT Repeat=\"2.6\" OnDuration=\"30\" OffDuration=\"60\" OnPower=\"1.3\" OffPower=\"0.5\"/>"
    #expect(
      fault("<workout_file><workout>\n\(half)</workout></workout_file>") == [
        "a.zwo:2:1: error: IntervalsT has Repeat \"2.6\"; expected a whole number above 0"
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
        "a.zwo:1:1: error: SteadyState has Power \"x\"; expected a number of 0 or more",
      ])
  }

  @Test("A warm-up comes first and a cool-down last, whatever messages are around; elsewhere they become work steps")
  func ends() throws {
    func read(_ steps: String, sport: String = "bike") throws -> (CustomWorkout?, [String]) {
      let text = "<workout_file><sportType>\(sport)</sportType><workout>\(steps)</workout></workout_file>"
      let read = try WorkoutPlan.read(Array(text.utf8), file: "a.zwo", ftpW: 200)
      guard case .custom(let workout) = read.plan.workout else { return (nil, read.losses) }
      return (workout, read.losses)
    }
    let (warm, cool) = ("<Warmup Duration='60' Power='0.5'/>", "<Cooldown Duration='90' Power='0.4'/>")
    let message = "<textevent timeoffset='0' message='Hi'/>"
    let (usual, none) = try read("\(message)\(warm)<FreeRide Duration='60'/>\(cool)\(message)")
    #expect(usual?.warmup != nil && usual?.cooldown != nil && none.isEmpty)
    let (odd, losses) = try read("\(cool)<FreeRide Duration='60'/>\(warm)")
    #expect(odd?.warmup == nil && odd?.cooldown == nil)
    #expect(
      losses == [
        "line 1: a cool-down that is not the last step becomes a work step",
        "line 1: a warm-up that is not the first step becomes a work step",
      ])
    let (_, paceLosses) = try read(
      "<IntervalsT Repeat='2' OnDuration='30' OffDuration='60' pace='1'/>", sport: "run")
    #expect(paceLosses == ["line 1: pace \"1\" is lost: its steps have no power"])
  }

  private static func watts(_ value: Double) -> StepAlert { StepAlert(.powerThreshold(Measure(value, .w))) }

  private static func watts(_ range: ClosedRange<Double>) -> StepAlert {
    StepAlert(.powerRange(MeasureRange(range, .w)))
  }

  private static func rpm(_ value: Double) -> StepAlert { StepAlert(.cadenceThreshold(Measure(value, .rpm))) }

  private static let cadenceLoss = "line 2: the cadence of 90 rpm is lost: the target of the step is its power"

  /// The elements and attributes of the tag reference of h4l/zwift-workout-file-reference.
  @Test(
    "Every element of the public reference is carried, or named as lost with its value",
    arguments: [
      ("<SteadyState Duration='60' Power='0.5' Cadence='90'/>", [watts(100)], [cadenceLoss]),
      ("<SteadyState Duration='60' PowerLow='0.8' PowerHigh='0.9'/>", [watts(160...180)], []),
      ("<SolidState Duration='60' Power='.6'/>", [watts(120)], []),
      ("<steadystate duration='60' power='0.5'/>", [watts(100)], []),
      (
        "<SteadyState Duration='60' Zone='2'/>", [StepAlert(.powerZone(2))],
        ["line 2: Zwift's zone 2 becomes power zone 2, whose limits differ a little"]
      ),
      (
        "<SteadyState Duration='60' Power='0.5' Zone='1' Slop='2.5' show_avg='1'/>", [watts(100)],
        [
          "line 2: Slop \"2.5\" of SteadyState is lost", "line 2: Zone \"1\" of SteadyState is lost",
          "line 2: show_avg \"1\" of SteadyState is lost",
        ]
      ),
      (
        "<Warmup Duration='60' PowerLow='0.4' PowerHigh='0.8' Quantize='20' CadenceResting='80'/>", [watts(80...160)],
        [
          "line 2: a ramp from 40 to 80 % becomes a range", "line 2: CadenceResting \"80\" of Warmup is lost",
          "line 2: Quantize \"20\" of Warmup is lost",
        ]
      ),
      (
        "<Cooldown Duration='60' PowerLow='0.8' PowerHigh='0.4' CadenceLow='85' CadenceHigh='95'/>", [watts(80...160)],
        [
          "line 2: a ramp from 80 to 40 % becomes a range",
          "line 2: the cadence of 85–95 rpm is lost: the target of the step is its power",
        ]
      ),
      (
        "<Ramp Duration='60' PowerLow='0' PowerHigh='1'/>", [watts(100)],
        ["line 2: a ramp from 0 to 100 % becomes its middle, 100 W"]
      ),
      ("<FreeRide Duration='60' Cadence='90'/>", [rpm(90)], []),
      (
        "<Freeride Duration='60' FlatRoad='0' ftptest='1'/>", [nil],
        ["line 2: FlatRoad \"0\" of Freeride is lost", "line 2: ftptest \"1\" of Freeride is lost"]
      ),
      ("<MaxEffort Duration='60'/>", [nil], ["line 2: a maximal effort becomes a step without a target"]),
      (
        "<SteadyState Duration='60' Power='0'/>", [nil], ["line 2: 0 % becomes a step without a target"]
      ),
      (
        "<IntervalsT Repeat='3' OnDuration='60' OffDuration='30' OnPower='1' OffPower='0.5' Cadence='90' OverUnder='1'/>",
        [watts(200), watts(100)], [cadenceLoss, "line 2: OverUnder \"1\" of IntervalsT is lost"]
      ),
      (
        "<IntervalsT Repeat='3' OnDuration='60' OffDuration='30' PowerOnLow='1' PowerOnHigh='1.1' CadenceResting='70'/>",
        [watts(200...220), rpm(70)], ["line 2: a ramp from 100 to 110 % becomes a range"]
      ),
      (
        "<IntervalsT Repeat='3' OnDuration='60' OffDuration='30' PowerOnZone='4' PowerOffZone='9'/>",
        [StepAlert(.powerZone(4)), nil],
        [
          "line 2: Zwift's zone 4 becomes power zone 4, whose limits differ a little",
          "line 2: PowerOffZone \"9\" is lost; expected 1 to 6",
        ]
      ),
      (
        "<FreeRide Duration='60' Cadence='0'/><RestDay/>", [nil],
        [
          "line 2: Cadence \"0\" of FreeRide is lost",
          "line 2: the element RestDay is ignored, with its step if it is one",
        ]
      ),
    ] as [(String, [StepAlert?], [String])])
  func element(_ text: String, _ alerts: [StepAlert?], _ losses: [String]) throws {
    let read = try Self.read(text.replacing("'", with: "\""), ftpW: 200)
    #expect(Self.alerts(read) == alerts)
    #expect(read.losses == losses)
  }

  @Test("Messages become notes with their times; how they are shown is lost, and so are other events")
  func messages() throws {
    let elements = """
      <Warmup Duration="300" Power="0.5"><textevent timeoffset="10" message="Settle &amp;#10; in" duration="15"/></Warmup>
      <IntervalsT Repeat="2" OnDuration="60" OffDuration="30">
        <TextEvent TimeOffset="90" message="Again" y="240"/><TextNotification timeOffset="0" text="GO" x="400" y="240"/>
      </IntervalsT>
      <FreeRide Duration="3600"><textevent distoffset="200" message="There"/><textevent y="240" mssage="typo"/>
        <gameplayevent type="GPE_CAMERA" camera="3"/>words</FreeRide>
      <FreeRide Duration="60"><textevent timeoffset="0.5" message="End"/><textevent timeoffset="x" message="?"/></FreeRide>
      """
    let read = try Self.read(elements, others: "<description>About</description>", ftpW: 200)
    #expect(
      read.plan.notes == """
        About

        0:10 Settle &#10; in (15 s)
        6:30 Again
        5:00 GO
        200 m after 8:00 There
        1:08:00.5 End
        1:08:00 ?
        """)
    #expect(
      read.losses == [
        "line 4: TextEvent y \"240\" is lost", "line 4: TextNotification x \"400\" is lost",
        "line 4: TextNotification y \"240\" is lost", "line 6: the text \"words\" in FreeRide is lost",
        "line 6: textevent mssage \"typo\", y \"240\" is lost",
        "line 7: gameplayevent camera \"3\", type \"GPE_CAMERA\" is lost",
        "line 8: textevent timeoffset \"x\" is lost",
      ])
    let byDistance = try Self.read(
      "<SteadyState Duration=\"500\"/><SteadyState Duration=\"500\"><textevent distoffset=\"100\" message=\"A\"/>"
        + "<textevent timeoffset=\"5\" message=\"B\"/></SteadyState>",
      sport: "run", others: "<durationType>distance</durationType>")
    #expect(byDistance.plan.notes == "600 m A\n5 s after 500 m B" && byDistance.losses == [])
  }

  @Test("Elements beside the workout are lost with their lines and values, and a threshold power of the file counts")
  func others() throws {
    let others = """
      <author>A</author><category>Base</category><tags><tag name="b"/><tag>c</tag></tags>
      <ftpOverride>100</ftpOverride><ftpMaleOverride>250</ftpMaleOverride>
      """
    let read = try Self.read("<SteadyState Duration=\"60\" Power=\"0.5\"/>", others: others, ftpW: 200)
    #expect(Self.alerts(read) == [Self.watts(50)])
    #expect(
      read.losses == [
        "line 1: author \"A\" is lost", "line 1: category \"Base\" is lost", "line 1: tag name \"b\" is lost",
        "line 1: tag \"c\" is lost", "line 2: ftpMaleOverride \"250\" is lost",
        "line 2: the threshold power of 200 W is not used: ftpOverride states 100 W",
      ])
    #expect(
      try Self.read("<FreeRide Duration=\"60\"/>", others: "<ftpOverride>x</ftpOverride>").losses == [
        "line 1: ftpOverride \"x\" is lost; expected 20 to 2000 W"
      ])
    #expect(
      told { try Self.read("<RestDay/>") } == [
        "a.zwo: error: workout: has no steps; expected at least one, such as SteadyState"
      ])
  }

  @Test("With the runner's paces, fractions of their speeds become paces; others are lost")
  func paces() throws {
    let elements = """
      <SteadyState Duration="60" Power="0.8" pace="2"/>
      <SteadyState Duration="60" Power="1.25" Cadence="180"/>
      <Ramp Duration="60" PowerLow="0.5" PowerHigh="1" Pace="0"/>
      <IntervalsT Repeat="2" OnDuration="60" OffDuration="60" OnPower="1" OffPower="0.5" pace="4"/>
      <SteadyState Duration="60" Power="1" pace="8268"/>
      <SteadyState Duration="60" Cadence="170" pace="1"/>
      """
    let read = try Self.read(
      elements, sport: "run",
      paces: [
        .tenKilometres: Measure(4, .minutesPerKilometre), .threshold: Measure(5, .minutesPerKilometre),
        .mile: Measure(6, .minutesPerMile),
      ])
    #expect(
      Self.alerts(read) == [
        StepAlert(.speedThreshold(Measure(5, .minutesPerKilometre))),
        StepAlert(.speedThreshold(Measure(4, .minutesPerKilometre))),
        StepAlert(.speedRange(MeasureRange(6...12, .minutesPerMile))), nil, nil, nil,
        StepAlert(.cadenceThreshold(Measure(170, .spm))),
      ])
    let hint = "as the file does not state that pace; workout-plan convert takes it with --pace marathon=MIN:S"
    #expect(
      read.losses == [
        "line 3: the cadence of 180 spm is lost: the target of the step is its pace",
        "line 4: a change from 50 to 100 % of the runner's mile pace becomes a range",
        "line 5: On at 100 % of the runner's marathon pace is lost, \(hint)",
        "line 5: Off at 50 % of the runner's marathon pace is lost, \(hint)",
        "line 6: 100 % of the runner's pace \"8268\" is lost; expected a pace from 0 to 4",
        "line 7: pace \"1\" is lost: its step has no Power",
      ])
  }
}
