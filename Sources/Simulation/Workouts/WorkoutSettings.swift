/// The settings of a simulated workout on a watch and a phone; equal settings give bit-identical workouts.
package struct WorkoutSettings: Sendable, Hashable {
  /// The seed of all random numbers.
  package var seed: UInt64
  /// Length of the session, s, 600 to 86,400.
  package var durationS = 3600.0
  /// Number of pauses, 0 to one per 200 s of the session. For a planned ride the limit uses the longer of `durationS`
  /// and the longest duration of the plan.
  package var pauseCount = 6
  /// The phone's clock minus the watch's at the start, s, within 500 of 0; nil lets the seed choose within 60.
  package var lagS: Double?
  /// How much faster the phone's clock runs, parts per million, within 100 of 0; nil lets the seed choose within 30.
  package var driftPPM: Double?
  /// Standard deviation of the dates of events recorded by both devices, s, 0 to 0.05.
  package var dateErrorS = 0.01
  /// Fraction of the pauses with a fault, 0 to 1.
  package var faultShare = 0.5
  /// Chance that the mirror on the phone stops or breaks before the end, 0 to 1.
  package var breakChance = 0.2
  /// Chance that the phone is ready too late, 0 to 1.
  package var lateCompanionChance = 0.1

  /// The plan that the rider follows; nil for a ride without a plan. The plan determines the length of a planned ride,
  /// and its states and events have no faults.
  package var ride: PlannedRide?

  /// Makes settings with defaults for everything except the seed.
  package init(seed: UInt64) { self.seed = seed }

  /// Checks every setting against its range.
  ///
  /// - Throws: `SimulationError.settingOutOfRange` for the first setting out of range.
  package func validate() throws(SimulationError) {
    try SimulationError.check(durationS, "durationS", 600...86_400)
    let longestS = max(durationS, ride?.longestS ?? 0)
    try SimulationError.check(Double(pauseCount), "pauseCount", 0...(longestS / 200).rounded(.down))
    try SimulationError.check(lagS ?? 0, "lagS", -500...500)
    try SimulationError.check(driftPPM ?? 0, "driftPPM", -100...100)
    try SimulationError.check(dateErrorS, "dateErrorS", 0...0.05)
    try SimulationError.check(faultShare, "faultShare", 0...1)
    try SimulationError.check(breakChance, "breakChance", 0...1)
    try SimulationError.check(lateCompanionChance, "lateCompanionChance", 0...1)
    guard let ride else { return }
    try SimulationError.check(ride.compliance, "compliance", 0...1)
    try SimulationError.check(ride.skipChance, "skipChance", 0...1)
    try SimulationError.check(ride.repeatChance, "repeatChance", 0...0.9)
    try SimulationError.check(ride.cutShortChance, "cutShortChance", 0...1)
    try SimulationError.check(ride.endEarlyChance, "endEarlyChance", 0...1)
    try SimulationError.check(ride.autoLapM ?? 1000, "autoLapM", 100...100_000)
    try SimulationError.check(ride.rideOnS, "rideOnS", 0...86_400)
    try SimulationError.check(ride.longestS, "the length of the plan", 1...86_400)
  }
}

/// The faults of a simulated workout, on the watch's clock.
package struct WorkoutTruth: Sendable, Hashable {
  /// A kind of fault.
  package enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The devices are in different states.
    case state
    /// A change of state that the system never makes.
    case illegalTransition = "illegal_transition"
    /// A request without a result.
    case unansweredRequest = "unanswered_request"
    /// The phone was ready too late.
    case lateCompanion = "late_companion"
    /// The phone's session ended early.
    case mirrorStopped = "mirror_stopped"
    /// The phone stopped receiving data.
    case mirrorBroken = "mirror_broken"
    /// A message arrived after messages with a later date.
    case lateMessage = "late_message"
  }

  /// One fault.
  package struct Entry: Sendable, Hashable {
    /// The kind of fault.
    package var fault: Fault
    /// The device.
    package var device: String
    /// The start and the end, s.
    package var startTime, endTime: Double
  }

  /// The faults in order of time.
  package var entries: [Entry] = []
  /// The lag at `startTime`, s: the phone's clock minus the watch's. At a time of the watch's clock, the lag is
  /// `lagS + drift * (time - startTime)`.
  package var lagS = 0.0
  /// The growth of the lag per second.
  package var drift = 0.0
  /// Start of the session, s.
  package var startTime = 0.0
  /// Number of events recorded by both devices.
  package var sharedCount = 0

  /// The lag at a time of the watch's clock, s.
  package func lag(at time: Double) -> Double { lagS + drift * (time - startTime) }
}
