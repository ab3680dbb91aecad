import Foundation
import Motion
import Recordings
import Signals
import Simulation
import Swings

/// All steps from a recording's signals to labelled swings, with their defaults.
struct Detection {
  let signals: SwingSignals
  let impacts: [Impact]
  let candidates: DecidedSwings
  let swings: [LabelledSwing]

  var hits: [LabelledSwing] { swings.filter { $0.label == .hit } }

  init(acceleration: Triaxial, motion: MotionSignals?) throws {
    let kernel = try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: acceleration.timeBase.rate)
    let filtered = Triaxial(
      x: try FilteredSignal(acceleration.x, kernel: kernel), y: try FilteredSignal(acceleration.y, kernel: kernel),
      z: try FilteredSignal(acceleration.z, kernel: kernel))
    signals = SwingSignals(acceleration: acceleration, filtered: filtered, motion: motion)
    let found = try ImpactDetector().impacts(filtered: filtered, raw: acceleration)
    impacts = found.impacts
    guard let motion else {
      (candidates, swings) = (DecidedSwings(), [])
      return
    }
    let rotation = try motion.rotationAlongGravity()
    let hits = try SwingStartDetector().swings(from: impacts, rotation: rotation)
    let misses = try AirSwingDetector().swings(in: rotation, impacts: found, hits: hits.swings)
    candidates = DecidedSwings(
      swings: (hits.swings + misses.swings).sorted { $0.anchorTime < $1.anchorTime },
      rejected: hits.rejected + misses.rejected)
    swings = try HitMissClassifier().labelled(candidates.swings, filtered: filtered, axis: .z, rotation: rotation)
      .labelled
  }

  /// Detects the swings of a simulated session.
  ///
  /// - Parameter motionStep: every how many-th sample of the device motion is kept.
  init(_ session: SimulatedSession, motionStep: Int = 1) throws {
    let acceleration = session.acceleration(0..<session.accelerationCount)
    let motion = session.motion(0..<session.motionCount)
    let times = try TimeBase(scanning: MemoryTimestamps(acceleration.time))
    let kept = Array(stride(from: 0, to: motion.time.count, by: motionStep))
    let motionTimes = try TimeBase(scanning: MemoryTimestamps(kept.map { motion.time[$0] }))
    func columns(_ values: [Float], _ width: Int, _ unit: Signals.Unit) -> [MemorySignal] {
      (0..<width).map { column in
        MemorySignal(kept.map { values[width * $0 + column] }, timeBase: motionTimes, unit: unit)
      }
    }
    func triaxial(_ values: [Float], _ unit: Signals.Unit) -> Triaxial {
      let axes = columns(values, 3, unit)
      return Triaxial(x: axes[0], y: axes[1], z: axes[2])
    }
    let axes = (0..<3).map { axis in
      MemorySignal(
        times.count == 0 ? [] : (0..<times.count).map { acceleration.acceleration[3 * $0 + axis] }, timeBase: times,
        unit: .g)
    }
    let attitude = columns(motion.attitude, 4, .dimensionless)
    try self.init(
      acceleration: Triaxial(x: axes[0], y: axes[1], z: axes[2]),
      motion: MotionSignals(
        rotationRate: triaxial(motion.rotationRate, .radiansPerSecond), gravity: triaxial(motion.gravity, .g),
        userAcceleration: triaxial(motion.userAcceleration, .g),
        attitude: Attitude(w: attitude[0], x: attitude[1], y: attitude[2], z: attitude[3])))
  }

  /// Detects the swings of a recording.
  init(_ recording: Recording) throws {
    let attitude = try recording.stream(.deviceMotion).signals("attitude")
    try self.init(
      acceleration: recording.triaxial("acceleration", of: .accelerometer),
      motion: MotionSignals(
        rotationRate: recording.triaxial("rotation_rate", of: .deviceMotion), gravity: recording.gravity(),
        userAcceleration: recording.triaxial("user_acceleration", of: .deviceMotion),
        attitude: Attitude(w: attitude[0], x: attitude[1], y: attitude[2], z: attitude[3])))
  }

  /// The features of all swings.
  func measured() throws -> [LabelledSwing] { try SwingMeter(signals: signals).measure(swings) }

  /// The hit that is nearest to a moment, if it lies within 50 ms of it.
  func hit(near time: Double) -> LabelledSwing? {
    hits.filter { abs($0.swing.anchorTime - time) <= 0.05 }
      .min { abs($0.swing.anchorTime - time) < abs($1.swing.anchorTime - time) }
  }
}
