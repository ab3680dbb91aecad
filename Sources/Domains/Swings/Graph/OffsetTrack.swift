import SPSignals

/// Measures how late the timestamps of the device motion are, compared with the timestamps of the acceleration, as the
/// samples pass.
package final class OffsetTrack: Dataflow.Node {
  private let acceleration: SourceWindow
  private let motion: MotionWindow
  private var stretches: OffsetStretches?

  /// Compares the two streams.
  ///
  /// - Parameter delayed: the prologue of the device motion, with the known part of the offset subtracted.
  package init(_ motion: MotionWindow, delayed: Prologue, against acceleration: SourceWindow) {
    (self.motion, self.acceleration) = (motion, acceleration)
    stretches = OffsetStretches(OffsetEstimator(), delayed: delayed, reference: acceleration.stream.ring.prologue)
    for stream in [acceleration.stream, motion.stream] { stream.keep() }
    motion.stream.flow.add(self)
  }

  /// How late the recorded timestamps are; nil if not known so far.
  package var estimate: OffsetEstimate? {
    stretches?.estimate.map {
      OffsetEstimate(
        seconds: $0.seconds - motion.stream.ring.shiftS, correlation: $0.correlation, spread: $0.spread)
    }
  }

  /// Measures the stretches that have passed in both streams.
  ///
  /// Gravity plus user acceleration equals the accelerometer's measurement.
  package func advance() throws {
    guard let accelerationTime = acceleration.stream.ring.lastTime,
      let motionTime = motion.stream.ring.lastTime
    else { return }
    let upTo = min(
      acceleration.stream.isEnded ? .infinity : accelerationTime, motion.stream.isEnded ? .infinity : motionTime)
    guard stretches?.hasPassed(upTo) ?? false else { return }
    let sum = try motion.signals.gravity.adding(motion.stream.ring.triaxial(from: 6))
    do {
      try stretches?.measure(upTo: upTo, delayed: sum, reference: acceleration.stream.ring.triaxial(from: 0))
    } catch SignalError.left {
      // After a step of the clock, one stretch is skipped.
      stretches?.skip()
    }
  }

  package var neededFrom: Double? { stretches?.neededFrom ?? .infinity }
}
