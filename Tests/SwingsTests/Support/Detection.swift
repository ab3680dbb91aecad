import Foundation
import SPRecordings
import SPSignals
import SPSimulation
import SPSwings

/// All steps from a recording's signals to labelled swings, with their defaults.
struct Detection {
  let signals: SwingSignals
  let impacts: [Impact]
  let candidates: DecidedSwings
  let swings: [LabelledSwing]

  var hits: [LabelledSwing] { swings.filter { $0.label == .hit } }

  init(acceleration: Triaxial, motion: MotionSignals?, axis: Axis = .any, isPractice: Bool = false) throws {
    let kernel = try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: acceleration.timeBase.rate)
    let filtered = Triaxial(
      x: try FilteredSignal(acceleration.x, kernel: kernel), y: try FilteredSignal(acceleration.y, kernel: kernel),
      z: try FilteredSignal(acceleration.z, kernel: kernel))
    signals = SwingSignals(acceleration: acceleration, filtered: filtered, motion: motion)
    var detector = ImpactDetector()
    detector.axis = axis
    let found = try detector.impacts(filtered: filtered, raw: acceleration)
    impacts = found.impacts
    guard let motion else {
      (candidates, swings) = (DecidedSwings(), [])
      return
    }
    let hits = try SwingStartDetector().swings(from: impacts, motion: motion)
    var air = AirSwingDetector()
    air.isPractice = isPractice
    let all = try air.swings(in: motion, impacts: found, hits: hits.swings)
    candidates = DecidedSwings(swings: all.swings, rejected: hits.rejected + all.rejected)
    swings = try HitMissClassifier().labelled(all.swings, filtered: filtered, axis: axis, motion: motion).labelled
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
    func columns(_ values: [Float], _ width: Int, _ unit: SPSignals.Unit) -> [MemorySignal] {
      (0..<width).map { column in
        MemorySignal(kept.map { values[width * $0 + column] }, timeBase: motionTimes, unit: unit)
      }
    }
    func triaxial(_ values: [Float], _ unit: SPSignals.Unit) -> Triaxial {
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
  init(_ recording: Recording, isPractice: Bool = false) throws {
    let attitude = try recording.stream(.deviceMotion).signals("attitude")
    try self.init(
      acceleration: recording.triaxial("acceleration", of: .accelerometer),
      motion: MotionSignals(
        rotationRate: recording.triaxial("rotation_rate", of: .deviceMotion), gravity: recording.gravity(),
        userAcceleration: recording.triaxial("user_acceleration", of: .deviceMotion),
        attitude: Attitude(w: attitude[0], x: attitude[1], y: attitude[2], z: attitude[3])),
      isPractice: isPractice)
  }

  /// The features of all swings.
  func measured() throws -> [LabelledSwing] { try SwingMeter(signals: signals).measure(swings) }

  /// The hit that is nearest to a moment, if it lies within 50 ms of it.
  func hit(near time: Double) -> LabelledSwing? {
    hits.filter { abs($0.swing.anchorTime - time) <= 0.05 }
      .min { abs($0.swing.anchorTime - time) < abs($1.swing.anchorTime - time) }
  }
}
