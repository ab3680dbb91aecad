/// How soon one stroke follows another.
public enum Pace: String, CaseIterable, Sendable, Codable {
  /// Single strokes, as between pitches or in a lesson: the backswing and the recovery are slow, with a rest after
  /// them.
  case single
  /// Rallies of up to some 34 strokes a minute: short backswings, quick recoveries, and hardly a rest.
  ///
  /// In real sessions of table tennis with 34 strokes a minute, pipelines reject 56 movements per minute between them,
  /// nearly all of them backswings and recoveries, and 90 % of those turn at 3.2 to 8.5 rad/s. These are drawn to
  /// match.
  case rally

  /// Rate of the backswing, rad/s; in a rally some are too slow to be detected.
  var backswingRadS: ClosedRange<Double> { self == .single ? 3...5 : 2...5 }
  /// Fraction of the sport's usual time for which the backswing keeps its rate.
  var backswingHoldFraction: Double { self == .single ? 1 : 0.4 }
  /// Rate with which the arm comes back after a swing, rad/s.
  var recoveryRadS: ClosedRange<Double> { self == .single ? 2...6 : 4...8.5 }
  /// Rise and fall of that rate, s.
  var recoveryRampsS: (rise: Double, fall: Double) { self == .single ? (0.18, 0.25) : (0.12, 0.15) }
  /// The longest time for which the recovery keeps its rate, s.
  var longestRecoveryHoldS: Double { self == .single ? 0.8 : 0.25 }
  /// Rest between a swing and its recovery, s.
  var recoveryDelayS: ClosedRange<Double> { self == .single ? 0...0.2 : 0...0.05 }
  /// The shortest rest between two events, s.
  var spacingS: Double { self == .single ? 0.4 : 0.1 }
}
