import SPSignals

/// Rows of simulated headphone motion: the components of a row are adjacent.
package struct HeadBlock: Hashable, Sendable {
  /// Timestamps, in s.
  package var time: [Double] = []
  /// Quaternions, w x y z.
  package var attitude: [Float] = []
  /// Rotation rates, in rad/s.
  package var rotationRate: [Float] = []
  /// Gravity, in g.
  package var gravity: [Float] = []
  /// User accelerations, in g.
  package var userAcceleration: [Float] = []
  /// The earbud of each row: 1 left, 2 right.
  package var location: [Float] = []
}

/// A synthetic recording of headphones with motion sensors, with its truth.
///
/// Each sample is computed on request from its number alone, so any range gives the same bits. User acceleration has
/// the inertial sign of Apple's devices: gravity plus user acceleration is 0 in free fall.
package struct HeadSession: Sendable {
  /// The settings of the recording.
  package let settings: HeadSettings
  /// The repetitions, both full and half, in order of time.
  package let repetitions: [SimulatedRepetition]
  /// The gaps, in s on the recording's clock: each from the last sample before it to the first sample after it.
  package let gaps: [Range<Double>]
  /// When another earbud took over, in s on the recording's clock.
  package let handovers: [Double]
  /// When the headphones connected and disconnected, in s on the recording's clock.
  package let events: [(time: Double, isConnected: Bool)]
  private let movement: HeadMovement
  private let stream: HeadStream
  private let boot: Double
  private let accelerationNoise: RandomStream
  private let rotationNoise: RandomStream

  /// Plans a recording.
  /// - Throws: `SimulationError` if a setting is out of its range.
  package init(_ settings: HeadSettings) throws(SimulationError) {
    try settings.validate()
    self.settings = settings
    let plan = HeadPlan(settings)
    self.movement = plan.movement
    stream = HeadStream(settings, plan.movement, end: plan.end)
    var clock = RandomStream(settings, .clock)
    // Sixteenths of a second, so that timestamps are as exact as doubles allow.
    let boot = Double(16 * 20_000 + clock.index(below: 16 * 70_000)) / 16
    self.boot = boot
    accelerationNoise = RandomStream(settings, .userAccelerationNoise)
    rotationNoise = RandomStream(settings, .rotationNoise)
    let movement = plan.movement
    repetitions = plan.repetitions.map { planned in
      var repetition = planned
      repetition.depth = movement.earHeight(at: planned.startTime) - movement.earHeight(at: planned.bottomTime)
      repetition.startTime += boot
      repetition.bottomTime += boot
      repetition.endTime += boot
      return repetition
    }
    gaps = stream.gaps.map { $0.lowerBound + boot..<$0.upperBound + boot }
    handovers = stream.handovers.map { $0 + boot }
    events = stream.events.map { ($0.time + boot, $0.isConnected) }
  }

  /// A name for the recording, such as `push_ups-000042`.
  package var recordingID: String {
    let digits = String(settings.seed)
    return settings.activity.rawValue + "-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// The number of rows.
  package var count: Int { stream.count }

  /// The true attitude of the head, without drift, handovers and restarts of the frame.
  package func attitude(at time: Double) -> Quaternion { movement.attitude(at: time - boot) }

  /// The full repetitions without missing samples.
  package var whole: [SimulatedRepetition] {
    repetitions.filter { repetition in
      repetition.isFull
        && !gaps.contains { $0.lowerBound < repetition.endTime && $0.upperBound > repetition.startTime }
    }
  }

  /// Rows of the motion, within `0..<count`.
  package func rows(_ rows: Range<Int>) -> HeadBlock {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "rows outside of the recording")
    var block = HeadBlock()
    guard !rows.isEmpty else { return block }
    var position = stream.stretch(of: rows.lowerBound)
    for row in rows {
      while position + 1 < stream.stretches.count, stream.stretches[position + 1].row <= row { position += 1 }
      let stretch = stream.stretches[position]
      let sample = stretch.sample + row - stretch.row
      append(sample, stretch, to: &block)
    }
    return block
  }

  private func append(_ sample: Int, _ stretch: HeadStream.Stretch, to block: inout HeadBlock) {
    let time = Double(sample) / settings.rateHz
    let drift = Quaternion(angle: settings.yawDriftDegPerMin / 60 * .pi / 180 * time, about: [0, 0, 1])
    let head = movement.attitude(at: time)
    let attitude = drift * stretch.frame * head * stretch.mount
    let acceleration = head.conjugate.rotate(movement.acceleration(at: time)) / BodyMotion.standardGravity
    let bud = stretch.mount.conjugate
    let rate = bud.rotate(movement.rotationRate(at: time)) + bells(rotationNoise, sample) * settings.rotationNoiseRadS
    let user = bells(accelerationNoise, sample) * settings.accelerationNoiseG - bud.rotate(acceleration)
    block.time.append(boot + time)
    let vector = attitude.vector
    // In a first sample, the rest of the component z is a rounding error.
    block.attitude += [attitude.scalar, vector.x, vector.y, abs(vector.z) < 1e-12 ? 0 : vector.z].map(Float.init)
    block.rotationRate.append(rate)
    block.gravity.append(attitude.conjugate.rotate([0, 0, -1]))
    block.userAcceleration.append(user)
    block.location.append(stretch.isRight ? 2 : 1)
  }

  private func bells(_ stream: RandomStream, _ sample: Int) -> SIMD3<Double> {
    SIMD3(stream.bell(at: 3 * sample), stream.bell(at: 3 * sample + 1), stream.bell(at: 3 * sample + 2))
  }
}

extension Array<Float> {
  fileprivate mutating func append(_ value: SIMD3<Double>) {
    append(Float(value.x))
    append(Float(value.y))
    append(Float(value.z))
  }
}
