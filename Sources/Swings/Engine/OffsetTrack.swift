import Signals

/// Measures during a pass how late the timestamps of the device motion are, compared with those of the acceleration.
struct OffsetTrack {
  private var stretches: OffsetStretches

  init?(_ estimator: OffsetEstimator, delayed: Prologue, reference: Prologue) {
    guard let stretches = OffsetStretches(estimator, delayed: delayed, reference: reference) else { return nil }
    self.stretches = stretches
  }

  /// The time from which samples are needed; nil if none are any more.
  var neededFrom: Double? { stretches.neededFrom }

  /// The estimate so far.
  var estimate: OffsetEstimate? { stretches.estimate }

  /// Measures the stretches that have passed in both streams.
  ///
  /// Gravity plus user acceleration equals the accelerometer's measurement.
  mutating func advance(
    acceleration: StreamRing, isAccelerationEnded: Bool, motion: MotionTrack?, isMotionEnded: Bool
  ) throws {
    guard let motion, motion.layout.hasUserAcceleration, let accelerationTime = acceleration.lastTime,
      let motionTime = motion.ring.lastTime
    else { return }
    let upTo = min(isAccelerationEnded ? .infinity : accelerationTime, isMotionEnded ? .infinity : motionTime)
    guard stretches.hasPassed(upTo) else { return }
    let sum = try motion.signals.gravity.adding(motion.ring.triaxial(from: 6))
    do {
      try stretches.measure(upTo: upTo, delayed: sum, reference: acceleration.triaxial(from: 0))
    } catch SignalError.left {
      // After a step of the clock: one stretch less.
      stretches.skip()
    }
  }
}
