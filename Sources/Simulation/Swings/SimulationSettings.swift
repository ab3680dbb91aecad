import SPRecordings

/// The settings of a simulated session; equal settings give bit-identical sessions.
///
/// Every setting has a default. `validate()` checks all of them, and `SimulatedSession.init(_:)` calls it.
package struct SimulationSettings: Sendable, Hashable {
  /// The sport, which sets the times to contact and the rates.
  package var sport: Sport
  /// The seed of all random numbers: subject, timeline, motion, shocks and noise.
  package var seed: UInt64
  /// Length of the session, s, 5 to 604,800 (a week).
  package var durationS: Double = 60
  /// Mean number of swings per minute, 0 to 40; the count is the rounded product with the duration.
  package var swingsPerMinute: Double = 12
  /// How soon a stroke may follow another; more than about 20 swings per minute require a rally.
  package var pace: Pace = .single
  /// Fraction of the swings that miss, 0 to 1; the count of misses is the rounded product.
  package var missShare: Double = 0.35
  /// Range of the shocks' peak |z|, g, drawn log-uniformly, within 0.05 to 200. Low values make sweet-spot hits.
  package var peakRangeG: ClosedRange<Double> = 2...40
  /// Shocks that are not swings (claps, taps, catches, drops) per minute, 0 to 40.
  package var distractorsPerMinute: Double = 4
  /// Weak rotations to and fro that are not swings (rehearsed swings or backswings) per minute, 0 to 20.
  package var practicePerMinute: Double = 1
  /// Checked swings, which are begun but not completed, per minute, 0 to 20.
  package var checkSwingsPerMinute: Double = 0
  /// Fraction of backhands in a racket sport, 0 to 1; nil lets the seed choose (two of three subjects play none).
  package var backhandShare: Double?
  /// Number of gaps in which both streams have no samples, 0 to 10,000.
  package var gapCount: Int = 0
  /// Range of the gaps' lengths, s, within 0.01 to 60. With the longest of these lengths, all gaps together may fill at
  /// most half of the session.
  package var gapLengthRangeS: ClosedRange<Double> = 0.1...2
  /// The kind of timestamps; the samples are the same.
  package var timestamps: TimestampKind = .microseconds
  /// Standard deviation of the timestamps' jitter, us, 0 to 200. The samples are evenly spaced; only the timestamps
  /// have errors.
  package var jitterUS: Double = 0
  /// The accelerometer's range, g, 1 to 1,000: values are limited to +- this. Nil does not limit.
  package var clipRangeG: Double?
  /// Standard deviation of the accelerometer's noise at rest, g, 0 to 1. It grows with the rate of rotation.
  package var accelerationNoiseG: Double = 0.004
  /// Standard deviation of the rotation rate's noise, rad/s, 0 to 1.
  package var rotationNoiseRadS: Double = 0.002
  /// The wrist with the watch, whose crown is on its right; it mirrors the x axis along the forearm.
  package var wrist: Side = .right
  /// The subject's dominant hand; it mirrors the direction of the swings.
  package var dominantHand: Side = .right

  /// Makes settings with defaults for everything except the sport and the seed.
  package init(sport: Sport, seed: UInt64) {
    self.sport = sport
    self.seed = seed
  }

  /// Checks every setting against its range.
  ///
  /// - Throws: `SimulationError.settingOutOfRange` for the first setting out of range.
  package func validate() throws(SimulationError) {
    try SimulationError.check(durationS, "durationS", 5...604_800)
    try SimulationError.check(swingsPerMinute, "swingsPerMinute", 0...40)
    try SimulationError.check(missShare, "missShare", 0...1)
    try SimulationError.check(peakRangeG, "peakRangeG", 0.05...200)
    try SimulationError.check(distractorsPerMinute, "distractorsPerMinute", 0...40)
    try SimulationError.check(practicePerMinute, "practicePerMinute", 0...20)
    try SimulationError.check(checkSwingsPerMinute, "checkSwingsPerMinute", 0...20)
    if let backhandShare {
      try SimulationError.check(
        backhandShare, "backhandShare", 0...(sport.hasBackhand ? 1 : 0), in: " in \(sport.rawValue)")
    }
    try SimulationError.check(Double(gapCount), "gapCount", 0...10_000)
    try SimulationError.check(gapLengthRangeS, "gapLengthRangeS", 0.01...60)
    try checkGapTotal()
    try SimulationError.check(jitterUS, "jitterUS", 0...200)
    if let clipRangeG { try SimulationError.check(clipRangeG, "clipRangeG", 1...1000) }
    try SimulationError.check(accelerationNoiseG, "accelerationNoiseG", 0...1)
    try SimulationError.check(rotationNoiseRadS, "rotationNoiseRadS", 0...1)
  }

  private func checkGapTotal() throws(SimulationError) {
    let longestS = Double(gapCount) * gapLengthRangeS.upperBound
    guard longestS > durationS / 2 else { return }
    throw .settingOutOfRange(
      setting: "gapCount", value: "\(gapCount) (up to \(longestS) s of gaps)",
      expected: "gaps of at most half of the session's \(durationS) s")
  }
}

/// How soon one stroke follows another.
package enum Pace: String, CaseIterable, Sendable, Codable {
  /// Single strokes, as between pitches or in a lesson: the backswing and the recovery are slow, with a rest after
  /// them.
  case single
  /// Rallies of up to some 34 strokes a minute: short backswings, quick recoveries, and hardly a rest.
  ///
  /// In real sessions of table tennis with 34 strokes a minute, pipelines reject 56 movements per minute between the
  /// strokes. Nearly all of them are backswings and recoveries, and 90 % of these turn at 3.2 to 8.5 rad/s. The
  /// simulated backswings and recoveries are drawn to match.
  case rally

  /// Rate of the backswing, rad/s; in a rally some backswings are too slow to be detected.
  var backswingRadS: ClosedRange<Double> { self == .single ? 3...5 : 2...5 }
  /// Fraction of the sport's usual time for which the backswing keeps its rate.
  var backswingHoldFraction: Double { self == .single ? 1 : 0.4 }
  /// Rate with which the arm comes back after a swing, rad/s.
  var recoveryRadS: ClosedRange<Double> { self == .single ? 2...6 : 4...8.5 }
  /// Rise and fall of the recovery's rate, s.
  var recoveryRampsS: (rise: Double, fall: Double) { self == .single ? (0.18, 0.25) : (0.12, 0.15) }
  /// The longest time for which the recovery keeps its rate, s.
  var longestRecoveryHoldS: Double { self == .single ? 0.8 : 0.25 }
  /// Rest between a swing and its recovery, s.
  var recoveryDelayS: ClosedRange<Double> { self == .single ? 0...0.2 : 0...0.05 }
  /// The shortest rest between two events, s.
  var spacingS: Double { self == .single ? 0.4 : 0.1 }
}

/// A side of the body: of the wrist with the watch, or of the dominant hand.
package enum Side: String, CaseIterable, Sendable, Codable {
  /// Left.
  case left
  /// Right.
  case right
}

/// The kind of timestamps of a recording.
package enum TimestampKind: String, CaseIterable, Sendable, Codable {
  /// Whole microseconds.
  case microseconds
  /// Ticks of a boot clock of 24 MHz, in s as doubles, as given by watches and phones. One tick in 24 is a whole
  /// microsecond, and one tick in three is a whole nanosecond. Each timestamp is less than a microsecond later than
  /// with ``microseconds``.
  case ticks

  /// Ticks in a microsecond.
  static let ticksPerUS = 24
}
