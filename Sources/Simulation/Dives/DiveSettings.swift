/// The settings of a simulated recording of dives; equal settings give bit-identical recordings.
package struct DiveSettings: Sendable, Hashable {
  /// The course of the dives.
  package var profile: DiveProfile
  /// The seed of all random numbers: depths, times, temperatures and noise.
  package var seed: UInt64
  /// The water.
  package var water = DiveWater.salt
  /// The maximum depth of the watch, in m, 2 to 60; the depths of dives are drawn relative to it.
  package var maxDepthM = 6.0
  /// Number of dives, 1 to 10,000; nil for the default of the profile.
  package var diveCount: Int?
  /// Standard deviation of the depths' noise, in m, 0 to 1.
  package var depthNoiseM = 0.02
  /// Number of pauses, 0 to 1,000, of 5 to 20 s without measurements.
  package var pauseCount = 0
  /// Whether the recording has the stream of events.
  package var hasEvents = true
  /// Whether measurements have the watch's own state; otherwise they have the code for unknown.
  package var hasOwnStates = true

  /// Makes settings with defaults for everything except the profile and the seed.
  package init(profile: DiveProfile, seed: UInt64) {
    self.profile = profile
    self.seed = seed
  }

  /// Checks every setting against its range.
  /// - Throws: `SimulationError.settingOutOfRange` for the first setting out of range.
  package func validate() throws(SimulationError) {
    try SimulationError.check(maxDepthM, "maxDepthM", 2...60)
    if let diveCount { try SimulationError.check(Double(diveCount), "diveCount", 1...10_000) }
    try SimulationError.check(depthNoiseM, "depthNoiseM", 0...1)
    try SimulationError.check(Double(pauseCount), "pauseCount", 0...1000)
  }

  /// Random numbers for one purpose, independent of other settings.
  func random(_ purpose: DiveRandomPurpose) -> RandomStream {
    let profile = DiveProfile.allCases.firstIndex(of: profile) ?? 0
    let state = RandomStream(state: seed).word(at: 64 * profile + Int(purpose.rawValue))
    return RandomStream(state: state)
  }
}

/// The course of the dives of a simulated recording.
///
/// Raw values are the names in recording ids.
package enum DiveProfile: String, CaseIterable, Sendable, Codable {
  /// Down, along one depth, and up.
  case square
  /// Up and down between two depths.
  case sawtooth
  /// Many short dives at the pace of a free diver.
  case breathHold = "breath_hold"
  /// Deeper than the sensor can measure for some of the time.
  case sensorError = "sensor_error"
  /// A watch from a warm wrist in water of 2 to 6 degC.
  case coldWater = "cold_water"
}

/// The water of a simulated dive.
package enum DiveWater: String, CaseIterable, Sendable, Codable {
  /// Fresh water, 1000 kg/m3.
  case fresh
  /// Sea water, 1025 kg/m3.
  case salt

  /// Density times standard gravity, in kPa/m.
  var kilopascalsPerMeter: Double { self == .fresh ? 9.80665 : 10.051_816_25 }
}

/// The purposes for which a recording of dives draws random numbers, each with its own stream of numbers.
enum DiveRandomPurpose: UInt8, Sendable {
  case clock = 1
  case course, temperature, depthNoise, pressureNoise, temperatureNoise, jitter, pauses
}
