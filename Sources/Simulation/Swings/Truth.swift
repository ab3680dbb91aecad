/// Whether a swing hit its ball.
package enum SimulatedLabel: String, CaseIterable, Sendable, Codable {
  /// No contact.
  case miss
  /// Contact.
  case hit
}

/// The shock of a hit, as it was drawn.
package struct SimulatedShock: Sendable, Hashable {
  /// Largest |z| of the waveform between the samples, g. A sampled peak is a little lower.
  package let peakG: Double
  /// Whether the first lobe on z is negative, as for about one real hit in seven.
  package let isInverted: Bool
  /// Frequency of the ringing, Hz.
  package let frequencyHz: Double
  /// Time constant of the envelope's decay, s.
  package let decayS: Double
}

/// A swing with its truth; times are on the recording's clock, in s.
package struct SimulatedSwing: Sendable, Hashable {
  /// Position among the session's swings.
  package let index: Int
  /// The time at which the rate of rotation along gravity rises through a threshold for the last time before the
  /// contact. The rate is signed as at its peak, and the threshold is max(1 rad/s, 10 % of the peak).
  package let startTime: Double
  /// Onset of the contact; for a miss, the time at which the contact would have been.
  package let contactTime: Double
  /// Hit or miss.
  package let label: SimulatedLabel
  /// The shock; nil for a miss.
  package let shock: SimulatedShock?
  /// The largest rate of rotation along gravity, rad/s, signed.
  package let peakRotationRadS: Double
  /// Whether the swing is a backhand, which rotates in the opposite direction to the subject's other swings.
  package let isBackhand: Bool
  /// Whether samples are missing between 50 ms before the start and 100 ms after the contact.
  package let isInterrupted: Bool

  /// Contact time minus start time, s.
  package var timeToContactS: Double { contactTime - startTime }
}

/// A kind of movement that is not a swing.
package enum DistractorKind: String, CaseIterable, Sendable, Codable {
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

  /// Whether the kind has a shock; movements without a shock only rotate.
  package var hasShock: Bool {
    switch self {
    case .clap, .tap, .catch, .drop: true
    case .practice, .checkSwing: false
    }
  }
}

/// A movement that is not a swing.
package struct SimulatedDistractor: Sendable, Hashable {
  /// The kind of movement.
  package let kind: DistractorKind
  /// Onset of the first shock, or the time of the largest rate for a kind without a shock, s on the recording's clock.
  package let time: Double
  /// Onsets of all shocks, s on the recording's clock.
  package let shockTimes: [Double]
}
