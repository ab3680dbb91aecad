/// Whether a swing hit its ball.
public enum SimulatedLabel: String, CaseIterable, Sendable, Codable {
  /// No contact.
  case miss
  /// Contact.
  case hit
}

/// The shock of a hit, as it was drawn.
public struct SimulatedShock: Sendable, Hashable {
  /// Largest |z| of the waveform between the samples, g. A sampled peak is a little lower.
  public let peakG: Double
  /// Whether the first lobe on z is negative, as for about one real hit in seven.
  public let isInverted: Bool
  /// Frequency of the ringing, Hz.
  public let frequencyHz: Double
  /// Time constant of the envelope's decay, s.
  public let decayS: Double
}

/// A swing with its truth; times are on the recording's clock, in s.
public struct SimulatedSwing: Sendable, Hashable {
  /// Position among the session's swings.
  public let index: Int
  /// The time at which the rate of rotation along gravity, signed as at its peak, rises through max(1 rad/s, 10 % of
  /// its peak) for the last time before the contact.
  public let startTime: Double
  /// Onset of the contact; for a miss, the time at which it would have been.
  public let contactTime: Double
  /// Hit or miss.
  public let label: SimulatedLabel
  /// The shock; nil for a miss.
  public let shock: SimulatedShock?
  /// The largest rate of rotation along gravity, rad/s, signed.
  public let peakRotationRadS: Double
  /// Whether it is a backhand, which rotates in the opposite direction to the subject's other swings.
  public let isBackhand: Bool
  /// Whether samples are missing between 50 ms before the start and 100 ms after the contact.
  public let isInterrupted: Bool

  /// Contact time minus start time, s.
  public var timeToContactS: Double { contactTime - startTime }
}

/// A kind of movement that is not a swing.
public enum DistractorKind: String, CaseIterable, Sendable, Codable {
  /// One to four claps.
  case clap
  /// One to three taps with a finger.
  case tap
  /// A caught ball.
  case `catch`
  /// A free fall with its landing and rebounds.
  case drop
  /// A weak rotation to and fro, without a shock.
  case practice
  /// A checked swing, which is begun but not completed, without a shock.
  case checkSwing = "check_swing"

  /// Whether the kind has a shock; the others only rotate.
  public var hasShock: Bool {
    switch self {
    case .clap, .tap, .catch, .drop: true
    case .practice, .checkSwing: false
    }
  }
}

/// A movement that is not a swing.
public struct SimulatedDistractor: Sendable, Hashable {
  /// Its kind.
  public let kind: DistractorKind
  /// Onset of its first shock, or the time of its largest rate if it has none, s on the recording's clock.
  public let time: Double
  /// Onsets of all its shocks, s on the recording's clock.
  public let shockTimes: [Double]
}
