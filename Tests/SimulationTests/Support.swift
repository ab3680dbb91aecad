import SPRecordings
import Testing

@testable import SPSimulation

/// Settings without noise, so that samples show the motion alone.
func quietSettings(_ sport: Sport, seed: UInt64 = 1) -> SimulationSettings {
  var settings = SimulationSettings(sport: sport, seed: seed)
  settings.accelerationNoiseG = 0
  settings.rotationNoiseRadS = 0
  return settings
}

extension SimulatedSession {
  var allAcceleration: AccelerationBlock { acceleration(0..<accelerationCount) }
  var allMotion: MotionBlock { motion(0..<motionCount) }

  /// Onsets of everything that shakes, on the recording's clock.
  var shockTimes: [Double] {
    swings.filter { $0.label == .hit }.map(\.contactTime) + distractors.flatMap(\.shockTimes)
  }
}

extension MotionBlock {
  /// Rotation rate times gravity of each row, rad/s.
  var rotationAlongGravity: [Double] {
    time.indices.map { row in
      (0..<3).reduce(0) { $0 + Double(rotationRate[3 * row + $1]) * Double(gravity[3 * row + $1]) }
    }
  }
}

func microseconds(_ time: Double) -> Int { Int((time * 1e6).rounded()) }
