/// The activity of a subject with simulated headphones.
package enum HeadActivity: String, CaseIterable, Hashable, Sendable {
  /// Sets of push-ups, with rests in which the subject kneels.
  case pushUps = "push_ups"
  /// Walking, sitting, looking around and bending to the floor, about a minute of each, without repetitions.
  case everyday
}

/// A disturbance that makes repetitions harder to count.
package enum HeadDisturbance: String, CaseIterable, Hashable, Sendable {
  /// Pauses of 1 to 5 s at the top, after one repetition in four.
  case pauses
  /// Half repetitions, which do not count, between the full repetitions: a quarter to under a half as deep.
  case halfRepetitions = "half_repetitions"
  /// Turns of the head by up to 45 degrees, up to 3 s long.
  case lookingAround = "looking_around"
  /// The earbuds take over from each other every 5 to 20 s, with another zero of yaw. The right earbud's frame is
  /// tilted against the left earbud's by 1.5 degrees (standard deviation) about each axis.
  case handovers
  /// Gaps of 1 to 17 s, with 40 to 80 s from one to the next; after one gap in four the zero of yaw is new.
  case dropouts
}

/// The settings of a simulated recording of headphones; equal settings give bit-identical recordings.
package struct HeadSettings: Hashable, Sendable {
  /// The seed of all random numbers.
  package var seed: UInt64
  /// The activity of the subject.
  package var activity = HeadActivity.pushUps
  /// Samples per second, 25 to 100.
  package var rateHz = 50.0
  /// Number of sets of push-ups, 1 to 1,000.
  package var setCount = 1
  /// Number of repetitions of a set, within 1 to 200.
  package var repetitions = 3...15
  /// Repetitions per second, within 0.3 to 1.2.
  package var cadenceHz = 0.3...1.2
  /// Length of an everyday recording, in s, 60 to 604,800 (a week).
  package var durationS = 600.0
  /// The disturbances.
  package var disturbances: Set<HeadDisturbance> = []
  /// The drift of the zero of yaw, in degrees per minute, -60 to 60.
  package var yawDriftDegPerMin = 0.0
  /// Standard deviation of the noise of the user acceleration, in g, 0 to 1.
  package var accelerationNoiseG = 0.005
  /// Standard deviation of the noise of the rotation rate, in rad/s, 0 to 1.
  package var rotationNoiseRadS = 0.01

  /// Makes settings with defaults for everything except the seed.
  package init(seed: UInt64) { self.seed = seed }

  /// Checks every setting against its range.
  /// - Throws: `SimulationError.settingOutOfRange` for the first setting out of range.
  package func validate() throws(SimulationError) {
    try SimulationError.check(rateHz, "rateHz", 25...100)
    try SimulationError.check(Double(setCount), "setCount", 1...1000)
    try SimulationError.check(Double(repetitions.lowerBound), "repetitions", 1...200)
    try SimulationError.check(Double(repetitions.upperBound), "repetitions", 1...200)
    try SimulationError.check(cadenceHz.lowerBound, "cadenceHz", 0.3...1.2)
    try SimulationError.check(cadenceHz.upperBound, "cadenceHz", 0.3...1.2)
    try SimulationError.check(durationS, "durationS", 60...604_800)
    try SimulationError.check(yawDriftDegPerMin, "yawDriftDegPerMin", -60...60)
    try SimulationError.check(accelerationNoiseG, "accelerationNoiseG", 0...1)
    try SimulationError.check(rotationNoiseRadS, "rotationNoiseRadS", 0...1)
  }
}
