/// A dip of the head that may be a repetition, with everything that later checks need.
package struct RepetitionCandidate: Hashable, Sendable {
  /// The last moment before the bottom at less than a twentieth of the depth, in s.
  package var startTime: Double
  /// The moment of the bottom, in s.
  package var bottomTime: Double
  /// The first moment after the bottom at less than a twentieth of the depth, in s.
  package var endTime: Double
  /// How far the head went down and up, in m: an estimate.
  package var depth: Double
  /// How much higher the head was at the second top than at the first, in m, before both heights were set equal.
  package var netRise: Double
  /// RMS of the upward acceleration from start to end, divided by the RMS for a cosine of the same depth and duration.
  /// It is about 1 to 2 for a repetition, and far more if steps or shocks hide the dip.
  package var roughness: Double
  /// Time around the bottom at less than a tenth of the largest speed, in s.
  package var holdS: Double
  /// The largest speeds downward and upward, in m/s, both positive.
  package var downSpeed: Double, upSpeed: Double
  /// Cosine of the angle between the direction of the face and straight down, at start, bottom and end.
  package var facing: SIMD3<Double>
  /// Whether a gap is so near to its start or end that a part of the dip may be missing.
  package var isCut: Bool
  /// The earbud at the bottom.
  package var location: BudLocation
  /// Whether another earbud took over within it.
  package var hasHandover: Bool

  /// From start to end, in s.
  package var durationS: Double { endTime - startTime }
  /// The least of the three cosines: a subject who lies down or gets up faces down at one end only.
  package var leastFacing: Double { facing.min() }
}

/// A repetition.
package struct Repetition: Hashable, Sendable {
  /// Its measurements.
  package var measured: RepetitionCandidate
  /// Number of its set, from 0.
  package var set: Int
  /// Number within its set, from 0.
  package var number: Int
  /// Time from its end to the start of the next repetition of its set, without gaps, in s; nil for the last.
  package var restS: Double?
  /// Whether the recording has a gap between its end and the start of the next repetition of its set.
  package var gapFollows: Bool
  /// The median depth of its set, in m.
  package var medianDepth: Double
}

/// A candidate that is not a repetition.
package struct RejectedRepetition: Hashable, Sendable {
  /// Its measurements.
  package var measured: RepetitionCandidate
  /// The reason: the first check that failed.
  package var reason: RepetitionRejection
  /// The median depth of its group, in m; nil if it was rejected by itself.
  package var medianDepth: Double?
  /// The number of repetitions in its group; nil if it was rejected by itself.
  package var groupCount: Int?
}

/// Repetitions without a long rest between them.
package struct RepetitionSet: Hashable, Sendable {
  /// Number of the set, from 0.
  package var index: Int
  /// Its repetitions, in order of time; at least one.
  package var repetitions: [Repetition]
  /// The number of partial repetitions in it.
  package var partialCount: Int
  /// Time of the gaps in it, in s.
  package var gapS: Double

  /// Start of the first repetition, in s.
  package var startTime: Double { repetitions[0].measured.startTime }
  /// End of the last repetition, in s.
  package var endTime: Double { repetitions[repetitions.count - 1].measured.endTime }
}

/// The decisions about a recording's candidates.
struct DecidedRepetitions: Sendable {
  var repetitions: [Repetition] = []
  var rejected: [RejectedRepetition] = []
  var sets: [RepetitionSet] = []
}
