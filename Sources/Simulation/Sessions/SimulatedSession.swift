/// A synthetic session of a subject who swings a bat, club or racket, with its truth.
///
/// Samples are computed on request, only from their number: any range of any length gives the same bits, and memory
/// holds only the events. Reading rows in order costs a few binary searches per block.
public struct SimulatedSession: Sendable {
  /// The settings of the session.
  public let settings: SimulationSettings
  /// The swings in order of time.
  public let swings: [SimulatedSwing]
  /// All other movements that could be mistaken for a swing or an impact, in order of time.
  public let distractors: [SimulatedDistractor]
  /// The gaps without samples, s on the recording's clock, in order of time.
  public let gaps: [Range<Double>]
  let subject: Subject
  let track: MotionTrack
  let shocks: ShockTrack
  let accelerationClock: StreamClock
  let motionClock: StreamClock
  /// Clock value of the session's start, us since boot.
  let bootUS: Int
  let accelerationNoise: RandomStream
  let rotationNoise: RandomStream
  let userAccelerationNoise: RandomStream

  /// Plans a session: its events, its truth and its clock.
  ///
  /// - Throws: `SimulationError` if a setting is out of its range or the events do not fit the duration.
  public init(_ settings: SimulationSettings) throws(SimulationError) {
    try settings.validate()
    self.settings = settings
    subject = Subject(settings)
    let plan = try SessionPlan(settings, subject)
    track = plan.track
    accelerationNoise = RandomStream(settings, .accelerationNoise)
    rotationNoise = RandomStream(settings, .rotationNoise)
    userAccelerationNoise = RandomStream(settings, .userAccelerationNoise)

    var clock = RandomStream(settings, .clock)
    let bootUS = 20_000_000_000 + clock.index(below: 70_000_000_000)
    self.bootUS = bootUS
    let durationUS = Int((settings.durationS * 1_000_000).rounded())
    let gapsUS = GapPlan.gapsUS(settings)
    let isInTicks = settings.timestamps == .ticks
    accelerationClock = StreamClock(
      samplesPerCycle: 4, offsetUS: 0, durationUS: durationUS, gapsUS: gapsUS,
      jitter: RandomStream(settings, .accelerationJitter), jitterUS: settings.jitterUS,
      ticks: isInTicks ? RandomStream(settings, .accelerationTicks) : nil)
    motionClock = StreamClock(
      samplesPerCycle: 1, offsetUS: clock.index(below: StreamClock.cycleUS), durationUS: durationUS, gapsUS: gapsUS,
      jitter: RandomStream(settings, .motionJitter), jitterUS: settings.jitterUS,
      ticks: isInTicks ? RandomStream(settings, .motionTicks) : nil)

    let truth = TruthBuilder(settings, plan, bootUS: bootUS, gapsUS: gapsUS)
    swings = truth.swings
    distractors = truth.distractors
    gaps = gapsUS.map { Double(bootUS + $0.lowerBound) / 1e6..<Double(bootUS + $0.upperBound) / 1e6 }
    shocks = ShockTrack(truth.shocks)
  }

  /// A name for the recording: the sport and the seed in at least six digits, such as `baseball-000042`.
  public var recordingID: String {
    let digits = String(settings.seed)
    return settings.sport.rawValue + "-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// Rows of the accelerometer.
  public var accelerationCount: Int { accelerationClock.count }

  /// Rows of the device motion.
  public var motionCount: Int { motionClock.count }
}
