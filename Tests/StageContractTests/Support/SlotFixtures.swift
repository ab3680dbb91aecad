import SPHeadMotion
import SPPipelines
import SPRecordings
import SPSignals
import SPSubmersion
import SPSwings
import SPTables
import SPWorkoutPlans
import SPWorkouts

@testable import SPStages

/// What the tests know of a slot: a value for every scenario, and a text that equal values share.
///
/// A stage that exchanges values in a slot of its own needs one more of these in `SlotFixtures.all`, and nothing else.
protocol AnySlotFixture: Sendable {
  var port: Port { get }
  func provide<S: Stage>(_ scenario: Scenario, to bench: inout StageBench<S>) throws
  func text<S: Stage>(of outputs: StageBench<S>.Outputs) throws -> String?
}

struct SlotFixture<Value: Sendable>: AnySlotFixture {
  let slot: Slot<Value>
  let value: @Sendable (ScenarioValues) -> Value
  let text: @Sendable (Value) throws -> String

  init(
    _ slot: Slot<Value>, _ value: @escaping @Sendable (ScenarioValues) -> Value,
    text: @escaping @Sendable (Value) throws -> String = { "\($0)" }
  ) {
    self.slot = slot
    self.value = value
    self.text = text
  }

  var port: Port { .required(slot) }

  func provide<S: Stage>(_ scenario: Scenario, to bench: inout StageBench<S>) throws {
    let value = value(try ScenarioValues.of(scenario))
    let times = (value as? Triaxial)?.timeBase ?? (value as? MotionSignals)?.rotationRate.timeBase
    // As a reader has it: no rate is known of one sample.
    let rate = times.flatMap { $0.rate > 0 ? $0.rate : nil }
    let facts = SlotFacts(unit: slot.unit, rateHz: rate, count: times?.count)
    try bench.provide(slot, value, facts: facts)
  }

  func text<S: Stage>(of outputs: StageBench<S>.Outputs) throws -> String? {
    try outputs[slot].map(text)
  }
}

enum SlotFixtures {
  static let all: [any AnySlotFixture] = [
    SlotFixture(.recording, \.facts, text: text),
    SlotFixture(.accelerometer, \.accelerometer) { try text(of: $0.axes) },
    SlotFixture(.acceleration, \.acceleration) { try text(of: $0.axes) },
    SlotFixture(.deviceMotion, \.motion, text: text),
    SlotFixture(.impacts, \.events.impacts),
    SlotFixture(.weakImpacts, \.events.weakImpacts),
    SlotFixture(.impactAxis, { _ in .z }),
    SlotFixture(.swings, \.events.swings),
    SlotFixture(.rejected, \.events.rejected),
    SlotFixture(.labelledSwings, \.events.labelled),
    SlotFixture(.possibleStrokes, \.events.possible),
    SlotFixture(.playEvidence, \.events.evidence),
    SlotFixture(.table, { TableRows($0.table) }) { String(decoding: CSV.encode(try $0.table()), as: UTF8.self) },
    SlotFixture(.session, { Session(recordings: [$0.others.recording]) }) { session in
      try session.recordings.flatMap { recording in
        try recording.streams.values.sorted { $0.name < $1.name }.map { try text(MomentStream($0, of: recording)) }
      }.joined(separator: "; ")
    },
    SlotFixture(.workout, workout, text: text),
    SlotFixture(.planSteps, planSteps) { findings in
      text(of: findings.match.steps, PlanStepFeatureStage.columns)
        + text(of: [findings], PlanCompletionFeatureStage.columns)
    },
    sampled(.headphoneMotion, .headphoneMotion), moments(.headphoneConnection, .headphoneConnection),
    moments(.submersionEvent, .submersionEvent), measured(.submersionMeasurement, .submersionMeasurement),
    measured(.waterTemperature, .waterTemperature), moments(.workoutEvent, .workoutEvent),
    moments(.workoutState, .workoutState), measured(.cycling, .cycling), measured(.location, .location),
    measured(.heartRate, .heartRate),
    moments(.waterIntake, .waterIntake),
    SlotFixture(.submersion, \.others.submersion),
    SlotFixture(.headMotion, \.others.headMotion) { findings in
      "\(findings.connections) " + text(of: [findings.summary], HeadSummaryColumns.all)
    },
    SlotFixture(.poses, \.others.headMotion.poses) { poses in
      text(of: try poses.read(0..<poses.count), PoseColumns.all)
    },
    SlotFixture(.postures, \.others.headMotion.postures), SlotFixture(.repetitions, \.others.headMotion.repetitions),
    SlotFixture(.repetitionSets, \.others.headMotion.sets),
  ]

  private static func text<Row>(of rows: [Row], _ columns: [ColumnDefinition<Row>]) -> String {
    String(decoding: CSV.encode(FeatureTable(rows: rows, columns: columns)), as: UTF8.self)
  }

  private static func workout(_ values: ScenarioValues) -> WorkoutSession {
    let recording = values.others.recording
    do {
      let pass = RecordingPass(recording)
      let consumer = try WorkoutConsumer(recording, name: "watch")
      try pass.add(consumer)
      try pass.run()
      // A phone that tells of one more pause, so that there is a difference of devices; and a threshold power, without
      // which so short a workout has neither zones nor efforts.
      var phone = DeviceRecording(device: "phone", events: consumer.device.events, states: consumer.device.states)
      let pause = 300 + Double(consumer.device[.power].count) / 10
      phone.states += [StateChange(time: pause, state: .paused), StateChange(time: pause + 20, state: .running)]
      phone.states.sort { $0.time < $1.time }
      var rules = WorkoutRules()
      rules.thresholdPower = .given(200)
      guard let workout = WorkoutSession([consumer.device, phone], rules: rules) else {
        preconditionFailure("no workout")
      }
      return workout
    } catch {
      preconditionFailure("no workout: \(error)")
    }
  }

  private static func planSteps(_ values: ScenarioValues) -> PlanFindings {
    let blocks = [PlanBlock(iterations: 2, [.work(.time(Measure(10, .s))), .recovery(.distance(Measure(20, .m)))])]
    do {
      let matcher = try PlanMatcher(WorkoutPlan("P", .custom(CustomWorkout(.cycling, blocks: blocks))))
      return PlanFindings(plan: "P", match: matcher.match(RecordedRide(workout(values))), startTime: 0)
    } catch {
      preconditionFailure("no plan: \(error)")
    }
  }

  /// All of its tables.
  private static func text(_ workout: WorkoutSession) -> String {
    func table<S: WorkoutTableStage>(_ stage: S.Type) -> String where S.Source == WorkoutSession {
      String(decoding: CSV.encode(FeatureTable(rows: S.rows(of: workout), columns: S.columns)), as: UTF8.self)
    }
    return [
      table(WorkoutFeatureStage.self), table(LapFeatureStage.self), table(IntervalFeatureStage.self),
      table(PowerCurveFeatureStage.self), table(ZoneFeatureStage.self), table(WorkoutStateFeatureStage.self),
      table(DeviceDifferenceFeatureStage.self), table(WorkoutFaultFeatureStage.self),
    ].joined()
  }

  private static func sampled(_ slot: Slot<SampledStream>, _ name: StreamName) -> any AnySlotFixture {
    SlotFixture(slot, { SampledStream($0.others.stream(name), of: $0.others.recording) }, text: text)
  }

  private static func measured(_ slot: Slot<MeasurementStream>, _ name: StreamName) -> any AnySlotFixture {
    SlotFixture(slot, { MeasurementStream($0.others.stream(name), of: $0.others.recording) }, text: text)
  }

  private static func moments(_ slot: Slot<MomentStream>, _ name: StreamName) -> any AnySlotFixture {
    SlotFixture(slot, { MomentStream($0.others.stream(name), of: $0.others.recording) }, text: text)
  }

  /// The fixture of a port.
  static func of(_ port: Port) -> (any AnySlotFixture)? { all.first { $0.port.name == port.name } }

  private static func text(_ stream: any RecordedStream) throws -> String {
    var words: [UInt64] = []
    try stream.forEachBlock(of: stream.datasetNames) { block in
      words += block.times.map(\.bitPattern)
      for channel in block.channels {
        words += (0..<block.count).map { UInt64(channel.values[channel.first + $0 * channel.step].bitPattern) }
      }
    }
    return "\(stream.name): \(stream.count) rows \(digest(words))"
  }

  private static func text(_ facts: RecordingFacts) throws -> String {
    try "\(facts.identity) \(facts.recordedAt as Any) \(facts.rangeG as Any) "
      + [StreamName.accelerometer, .deviceMotion].map(facts.times).map { try $0.map(text) ?? "none" }.joined(
        separator: " ")
  }

  private static func text(_ motion: MotionSignals) throws -> String {
    let attitude = motion.attitude.map { [$0.w, $0.x, $0.y, $0.z] } ?? []
    return try text(
      of: motion.rotationRate.axes + motion.gravity.axes + (motion.userAcceleration?.axes ?? []) + attitude)
  }

  private static func text(_ times: TimeBase) throws -> String {
    let stamps = try times.times(0..<times.count).map(\.bitPattern)
    return "\(times.count) at \(times.rate) Hz, \(times.segments.count) segments, timestamps \(digest(stamps))"
  }

  private static func text(of signals: [any Signal]) throws -> String {
    try signals.map { signal in
      // Every NaN is the same missing value, whatever its bits.
      let bits = try signal.samples(0..<signal.count).map { $0.isNaN ? 0x7FC0_0000 : UInt64($0.bitPattern) }
      return "\(signal.count) in \(signal.unit) \(digest(bits)) on \(try text(signal.timeBase))"
    }.joined(separator: "; ")
  }

  /// FNV-1a over the words.
  private static func digest(_ words: [UInt64]) -> String {
    String(words.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ $1) &* 0x0000_0100_0000_01b3 }, radix: 16)
  }
}
