/// A synthetic session of a subject who swings a bat, club or racket, with its truth.
///
/// Each sample is computed on request from its number alone: any range of any length gives the same bits, and memory
/// holds only the events. Reading rows in order costs a few binary searches per block.
package struct SimulatedSession: Sendable {
  /// The settings of the session.
  package let settings: SimulationSettings
  /// The swings in order of time.
  package let swings: [SimulatedSwing]
  /// All other movements that could be mistaken for a swing or an impact, in order of time.
  package let distractors: [SimulatedDistractor]
  /// The gaps without samples, s on the recording's clock, in order of time.
  package let gaps: [Range<Double>]
  private let subject: Subject
  let track: MotionTrack
  private let shocks: ShockTrack
  private let accelerationClock: StreamClock
  private let motionClock: StreamClock
  /// Clock value of the session's start, us since boot.
  private let bootUS: Int
  private let accelerationNoise: RandomStream
  private let rotationNoise: RandomStream
  private let userAccelerationNoise: RandomStream

  /// Plans a session: its events, its truth and its clock.
  ///
  /// - Throws: `SimulationError` if a setting is out of its range or the events do not fit the duration.
  package init(_ settings: SimulationSettings) throws(SimulationError) {
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
  package var recordingID: String {
    let digits = String(settings.seed)
    return settings.sport.rawValue + "-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// Rows of the accelerometer.
  package var accelerationCount: Int { accelerationClock.count }

  /// Rows of the device motion.
  package var motionCount: Int { motionClock.count }

  // MARK: Samples

  /// The increase of the accelerometer's noise per rad/s, in units of its noise at rest.
  ///
  /// Cloth, strap and muscles shake in a movement: high-passed ordinary motion of a real watch reaches 0.16 g at its
  /// 99.9th percentile over a noise floor of 5 mg.
  private static let noisePerRadS = 1.0

  /// Rows of the accelerometer.
  ///
  /// - Parameter rows: within `0..<accelerationCount`.
  package func acceleration(_ rows: Range<Int>) -> AccelerationBlock {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= accelerationCount, "rows outside of the session")
    var block = AccelerationBlock(time: [], acceleration: [])
    block.time.reserveCapacity(rows.count)
    block.acceleration.reserveCapacity(3 * rows.count)
    let limit = settings.clipRangeG ?? .infinity
    forEachState(in: rows, accelerationClock, smoothed: false) { sample, timestamp, _, motion, shock in
      let noise = noise(accelerationNoise, sample, motion.rotationRate) * settings.accelerationNoiseG
      let value = (motion.gravity + motion.userAcceleration + shock + noise).clamped(
        lowerBound: SIMD3(repeating: -limit), upperBound: SIMD3(repeating: limit))
      let quantised = (value * 65_536).rounded(.toNearestOrEven) / 65_536
      block.time.append(timestamp)
      block.acceleration.append(quantised)
    }
    return block
  }

  /// Rows of the device motion.
  ///
  /// - Parameter rows: within `0..<motionCount`.
  package func motion(_ rows: Range<Int>) -> MotionBlock {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= motionCount, "rows outside of the session")
    var block = MotionBlock(time: [], attitude: [], rotationRate: [], gravity: [], userAcceleration: [])
    block.time.reserveCapacity(rows.count)
    block.attitude.reserveCapacity(4 * rows.count)
    block.rotationRate.reserveCapacity(3 * rows.count)
    block.gravity.reserveCapacity(3 * rows.count)
    block.userAcceleration.reserveCapacity(3 * rows.count)
    // Four accelerometer samples go into one sample of the device motion, which halves the noise.
    let noiseG = settings.accelerationNoiseG / 2
    forEachState(in: rows, motionClock, smoothed: true) { sample, timestamp, state, motion, shock in
      let userNoise = noise(userAccelerationNoise, sample, motion.rotationRate) * noiseG
      let rateNoise = noise(rotationNoise, sample, .zero) * settings.rotationNoiseRadS
      block.time.append(timestamp)
      block.attitude.append(state.attitude)
      block.rotationRate.append(motion.rotationRate + rateNoise)
      block.gravity.append(motion.gravity)
      block.userAcceleration.append(motion.userAcceleration + shock + userNoise)
    }
    return block
  }

  /// Calls the body with number, timestamp (s), state, body motion and shock (g) of each row.
  private func forEachState(
    in rows: Range<Int>, _ clock: StreamClock, smoothed: Bool,
    _ body: (Int, Double, WristState, BodyMotion, SIMD3<Double>) -> Void
  ) {
    var segment = -1
    var shock = 0
    clock.forEachRow(in: rows) { sample, timeUS, timestampUS in
      let timeS = Double(timeUS) / 1e6
      if segment < 0 {
        segment = track.segment(at: timeS)
        shock = shocks.first(soundingAt: timeS)
      }
      let state = track.state(at: timeS, cursor: &segment)
      let value = shocks.value(at: timeS, cursor: &shock, smoothed: smoothed)
      body(
        sample, clock.timestampS(sample, us: bootUS + timestampUS), state, state.bodyMotion(pivot: subject.pivot), value
      )
    }
  }

  /// Noise with unit deviation at rest, which grows with the rate of rotation.
  private func noise(_ stream: RandomStream, _ sample: Int, _ rotation: SIMD3<Double>) -> SIMD3<Double> {
    let bells = SIMD3(
      stream.bell(at: 3 * sample), stream.bell(at: 3 * sample + 1), stream.bell(at: 3 * sample + 2))
    return bells * (1 + Self.noisePerRadS * (rotation * rotation).sum().squareRoot())
  }
}

extension Array<Float> {
  fileprivate mutating func append(_ value: SIMD3<Double>) {
    append(Float(value.x))
    append(Float(value.y))
    append(Float(value.z))
  }

  fileprivate mutating func append(_ value: SIMD4<Double>) {
    append(Float(value.x))
    append(Float(value.y))
    append(Float(value.z))
    append(Float(value.w))
  }
}

/// A block of the accelerometer's rows.
package struct AccelerationBlock: Sendable, Hashable {
  /// Timestamps, s on the recording's clock, one per row.
  package internal(set) var time: [Double]
  /// x, y, z of each row, g: gravity plus user acceleration, in multiples of 1/65536 g as a watch delivers them.
  package internal(set) var acceleration: [Float]
}

/// A block of the device motion's rows.
package struct MotionBlock: Sendable, Hashable {
  /// Timestamps, s on the recording's clock, one per row.
  package internal(set) var time: [Double]
  /// Unit quaternion w, x, y, z of each row, world from body.
  package internal(set) var attitude: [Float]
  /// x, y, z of each row, rad/s in the body frame.
  package internal(set) var rotationRate: [Float]
  /// x, y, z of each row, g in the body frame: the attitude's inverse applied to (0, 0, -1).
  package internal(set) var gravity: [Float]
  /// x, y, z of each row, g in the body frame, with shocks low-passed to the stream's rate.
  package internal(set) var userAcceleration: [Float]
}
