import Foundation
import SPSignals
import SPSwings

extension Kernel {
  /// All features of a swing every five seconds, 720 in an hour, on signals in memory.
  static let features = Kernel(name: "features", size: 720) { count in
    let session = Session(swings: count)
    let swings = session.labelled
    return {
      let measured = try SwingMeter(signals: session.signals).measure(swings).compactMap(\.features)
      let rates = measured.reduce(0) { $0 + ($1.rotation?.peakAlongGravity ?? 0) }
      try check("sum of the peak rates", rates, expected: 12 * Double(count), within: 0.001)
      let ringing = measured.reduce(0) { $0 + ($1.burst?.spectrum?.dominantHz ?? 0) }
      try check("sum of the dominant frequencies", ringing, expected: 110 * Double(count), within: 0.02)
    }
  }

  /// The impacts of the same swings with their onsets.
  static let impacts = Kernel(name: "impacts", size: 720) { count in
    let session = Session(swings: count)
    return {
      let found = try ImpactDetector().impacts(filtered: session.signals.filtered, raw: session.signals.acceleration)
      try check("impacts", Double(found.impacts.count), expected: Double(count))
      let leads = found.impacts.reduce(0) { $0 + $1.time - $1.onsetTime }
      try check("sum of the times from the onset", leads, expected: Double(count) / accelerationHz, within: 0.001)
    }
  }
}

/// Swings of 0.3 s that turn at up to 12 rad/s, each with a shock of 8 g that rings at 110 Hz at its fastest moment.
private struct Session {
  let signals: SwingSignals
  let labelled: [LabelledSwing]

  init(swings count: Int) {
    let motionHz = 200.0
    let accelerationCount = count * 4000 + 4000
    let motionCount = accelerationCount / 4
    var shocks = [Float](repeating: 0, count: accelerationCount)
    var rates = [Float](repeating: 0.1, count: motionCount)
    var swings: [LabelledSwing] = []
    for number in 0..<count {
      let time = Double(number) * 5 + 5
      let sample = Int(time * accelerationHz)
      for index in 0..<120 {
        let seconds = Double(index) / accelerationHz
        shocks[sample + index] = Float(8 * exp(-seconds / 0.015) * cos(2 * .pi * 110 * seconds))
      }
      for index in -30...30 {
        let angle = Double.pi * Double(index) / 60
        rates[Int(time * motionHz) + index] = Float(12 * cos(angle) * cos(angle))
      }
      swings.append(Self.labelled(at: time, sample: sample))
    }
    let fast = TimeBase(start: 0, rate: accelerationHz, count: accelerationCount)
    let slow = TimeBase(start: 0, rate: motionHz, count: motionCount)
    func still(_ value: Float, _ unit: SPSignals.Unit) -> MemorySignal {
      MemorySignal([Float](repeating: value, count: motionCount), timeBase: slow, unit: unit)
    }
    let z = MemorySignal(shocks, timeBase: fast, unit: .g)
    let x = MemorySignal(shocks.map { 0.5 * $0 }, timeBase: fast, unit: .g)
    let acceleration = Triaxial(x: x, y: x, z: z)
    let turning = MemorySignal(rates, timeBase: slow, unit: .radiansPerSecond)
    let quiet = still(0, .radiansPerSecond)
    let user = still(0.5, .g)
    signals = SwingSignals(
      acceleration: acceleration, filtered: acceleration,
      motion: MotionSignals(
        rotationRate: Triaxial(x: quiet, y: quiet, z: turning),
        gravity: Triaxial(x: still(0, .g), y: still(0, .g), z: still(1, .g)),
        userAcceleration: Triaxial(x: user, y: user, z: user),
        attitude: Attitude(
          w: still(1, .dimensionless), x: still(0, .dimensionless), y: still(0, .dimensionless),
          z: still(0, .dimensionless))))
    labelled = swings
  }

  private static func labelled(at time: Double, sample: Int) -> LabelledSwing {
    let impact = Impact(
      sample: sample, time: time, subsampleTime: time, onsetTime: time - 0.005, peak: 8, threshold: 1.5,
      noiseSigma: 0.005, isSaturated: false)
    let swing = Swing(
      startTime: time - 0.13, anchorTime: time, impact: impact, accumulatedRotation: 0.9, peakRate: 12,
      rateThreshold: 1.2)
    return LabelledSwing(swing: swing, label: .hit, hitProbability: 1, model: "none")
  }
}
