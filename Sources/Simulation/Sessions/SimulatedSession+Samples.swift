extension SimulatedSession {
  /// The increase of the accelerometer's noise per rad/s, in units of its noise at rest.
  ///
  /// Cloth, strap and muscles shake in a movement: high-passed ordinary motion of a real watch reaches 0.16 g at its
  /// 99.9th percentile over a noise floor of 5 mg.
  private static let noisePerRadS = 1.0

  /// Rows of the accelerometer.
  ///
  /// - Parameter rows: within `0..<accelerationCount`.
  public func acceleration(_ rows: Range<Int>) -> AccelerationBlock {
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
  public func motion(_ rows: Range<Int>) -> MotionBlock {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= motionCount, "rows outside of the session")
    var block = MotionBlock(time: [], attitude: [], rotationRate: [], gravity: [], userAcceleration: [])
    block.time.reserveCapacity(rows.count)
    block.attitude.reserveCapacity(4 * rows.count)
    block.rotationRate.reserveCapacity(3 * rows.count)
    block.gravity.reserveCapacity(3 * rows.count)
    block.userAcceleration.reserveCapacity(3 * rows.count)
    // Four accelerometer samples go into one of the device motion, which halves their noise.
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
