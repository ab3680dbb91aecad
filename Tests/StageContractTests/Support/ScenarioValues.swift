import SPPipelines
import SPRecordings
import SPSignals
import SPSwings
import SPTables

@testable import SPStages

/// A scenario's value for every slot, as the stages before would have left it.
struct ScenarioValues: Sendable {
  let samples: SensorSamples
  let facts: RecordingFacts
  let accelerometer: Triaxial
  let acceleration: Triaxial
  let motion: MotionSignals
  let events: ScenarioEvents
  let others: OtherStreams
  let table: FeatureTable

  private static let all: [Scenario: Result<ScenarioValues, any Error>] = {
    let swings = Result { try ScenarioValues(.swings, events: nil) }
    let others = Scenario.allCases.filter { $0 != .swings }.map { scenario in
      (scenario, Result { try ScenarioValues(scenario, events: swings.get().events) })
    }
    return Dictionary(uniqueKeysWithValues: others + [(.swings, swings)])
  }()

  /// The values of a scenario, made once for all tests.
  static func of(_ scenario: Scenario) throws -> ScenarioValues {
    guard let values = all[scenario] else { preconditionFailure("no values for \(scenario)") }
    return try values.get()
  }

  private init(_ scenario: Scenario, events whole: ScenarioEvents?) throws {
    samples = SensorSamples(scenario)
    others = .of(scenario)
    accelerometer = try samples.acceleration.triaxial("acceleration", unit: .g)
    let attitude = try samples.motion.signals("attitude", unit: .dimensionless)
    motion = MotionSignals(
      rotationRate: try samples.motion.triaxial("rotation_rate", unit: .radiansPerSecond),
      gravity: try samples.motion.triaxial("gravity", unit: .g),
      userAcceleration: try samples.motion.triaxial("user_acceleration", unit: .g),
      attitude: Attitude(w: attitude[0], x: attitude[1], y: attitude[2], z: attitude[3]))
    facts = RecordingFacts(
      identity: RecordingIdentity(recordingID: scenario.rawValue, subjectID: "subject, \"1\"", sport: "tennis"),
      accelerationTimes: accelerometer.timeBase, motionTimes: motion.rotationRate.timeBase)

    var filter = try StageBench<HighPassFilter>(HighPassOptions())
    try filter.provide(.accelerometer, accelerometer)
    guard let filtered = try filter.run()[.acceleration] else { throw SlotError.notWritten(slot: "acceleration") }
    acceleration = filtered

    switch scenario {
    case .swings, .gap: events = try ScenarioEvents(foundIn: accelerometer, filtered, motion)
    // The events of the whole session, although nothing could be found there: a stage has to bear them.
    case .allMissing, .someMissing: events = whole ?? ScenarioEvents()
    case .empty, .oneSample, .twoSamples, .tenSamples: events = try ScenarioEvents(midwayIn: accelerometer)
    }

    var meter = try StageBench<SwingFeatureStage>(NoOptions())
    try meter.provide(.recording, facts)
    try meter.provide(.labelledSwings, events.labelled)
    try meter.provide(.accelerometer, accelerometer)
    try meter.provide(.acceleration, acceleration)
    try meter.provide(.deviceMotion, motion)
    guard let table = try meter.run()[.table] else { throw SlotError.notWritten(slot: "table") }
    self.table = table
  }
}

/// Impacts, swings and what else detectors leave.
struct ScenarioEvents: Sendable {
  var impacts: [Impact] = []
  var weakImpacts: [Impact] = []
  var swings: [Swing] = []
  var rejected: [RejectedCandidate] = []
  var labelled: [LabelledSwing] = []
  var possible: [PossibleStroke] = []
  var evidence = PlayEvidence()

  init() {}

  /// What the detectors find with their defaults.
  init(foundIn raw: Triaxial, _ filtered: Triaxial, _ motion: MotionSignals) throws {
    let found = try ImpactDetector().impacts(filtered: filtered, raw: raw)
    (impacts, weakImpacts) = (found.impacts, found.weak)
    let hits = try SwingStartDetector().swings(from: impacts, motion: motion)
    // Short sessions have too few swings to show play.
    var air = AirSwingDetector()
    air.isPractice = true
    let all = try air.swings(in: motion, impacts: found, hits: hits.swings)
    swings = all.swings
    rejected = hits.rejected + all.rejected
    // Without the user's word they are possible strokes.
    let doubted = try AirSwingDetector().swings(in: motion, impacts: found, hits: hits.swings)
    (possible, evidence) = (doubted.possible, doubted.evidence ?? PlayEvidence())
    labelled = try HitMissClassifier().labelled(swings, filtered: filtered, axis: .any, motion: motion).labelled
  }

  /// One of each in the middle of a short stream; none in one without samples.
  init(midwayIn raw: Triaxial) throws {
    guard raw.count > 0 else { return }
    let sample = raw.count / 2
    let time = try raw.timeBase.time(at: sample)
    let impact = Impact(
      sample: sample, time: time, subsampleTime: time, onsetTime: try raw.timeBase.time(at: 0), peak: -3,
      threshold: 1.5,
      noiseSigma: 0.01, isSaturated: false)
    let swing = Swing(
      startTime: impact.onsetTime, anchorTime: time, impact: impact, accumulatedRotation: 1, peakRate: 12,
      rateThreshold: 1.2)
    impacts = [impact]
    weakImpacts = [impact]
    swings = [swing]
    rejected = [
      RejectedCandidate(kind: .impact, time: time, reason: .noStart, value: .nan, explanation: "too \"short\", really")
    ]
    labelled = [LabelledSwing(swing: swing, label: .hit, hitProbability: 0.9, model: "test-1")]
  }
}
