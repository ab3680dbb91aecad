/// A dip of the head that may be a repetition, with everything that later checks need.
public struct RepetitionCandidate: Hashable, Sendable {
  /// The last moment before the bottom at less than a twentieth of the depth, in s.
  public var startTime: Double
  /// The moment of the bottom, in s.
  public var bottomTime: Double
  /// The first moment after the bottom at less than a twentieth of the depth, in s.
  public var endTime: Double
  /// How far the head went down and up, in m: an estimate.
  public var depth: Double
  /// How much higher the head was at the end than at the start, in m, before the two were set equal.
  public var netRise: Double
  /// RMS of the upward acceleration from start to end, divided by that of a cosine of the same depth and duration:
  /// about 1 to 2 for a repetition, and far more if steps or shocks hide the dip.
  public var roughness: Double
  /// Time around the bottom at less than a tenth of the largest speed, in s.
  public var holdS: Double
  /// The largest speeds downward and upward, in m/s, both positive.
  public var downSpeed: Double, upSpeed: Double
  /// Cosine of the angle between the direction of the face and straight down, at start, bottom and end.
  public var facing: SIMD3<Double>
  /// Whether a gap is so near to its start or end that a part may be missing.
  public var isCut: Bool
  /// The earbud at the bottom.
  public var location: BudLocation
  /// Whether another earbud took over within it.
  public var hasHandover: Bool

  /// From start to end, in s.
  public var durationS: Double { endTime - startTime }
  /// The least of the three cosines: a subject who gets down or up faces down at one end only.
  public var leastFacing: Double { facing.min() }
}

/// A repetition.
public struct Repetition: Hashable, Sendable {
  /// Its measurements.
  public var measured: RepetitionCandidate
  /// Number of its set, from 0.
  public var set: Int
  /// Number within its set, from 0.
  public var number: Int
  /// Time from its end to the start of the next repetition of its set, without gaps, in s; nil for the last.
  public var restS: Double?
  /// Whether the recording has a gap between its end and the start of the next repetition of its set.
  public var gapFollows: Bool
  /// The median depth of its set, in m.
  public var medianDepth: Double
}

/// A candidate that is not a repetition.
public struct RejectedRepetition: Hashable, Sendable {
  /// Its measurements.
  public var measured: RepetitionCandidate
  /// The reason: the first check that failed.
  public var reason: RepetitionRejection
  /// The median depth of those around it, in m; nil if it was rejected by itself.
  public var medianDepth: Double?
  /// The number of repetitions in its group; nil if it was rejected by itself.
  public var groupCount: Int?
}

/// Repetitions without a long rest between them.
public struct RepetitionSet: Hashable, Sendable {
  /// Number of the set, from 0.
  public var index: Int
  /// Its repetitions, in order of time; at least one.
  public var repetitions: [Repetition]
  /// The number of partial repetitions in it.
  public var partialCount: Int
  /// Time of the gaps in it, in s.
  public var gapS: Double

  /// Start of the first repetition, in s.
  public var startTime: Double { repetitions[0].measured.startTime }
  /// End of the last repetition, in s.
  public var endTime: Double { repetitions[repetitions.count - 1].measured.endTime }
}

/// The decisions about a recording's candidates.
struct DecidedRepetitions: Sendable {
  var repetitions: [Repetition] = []
  var rejected: [RejectedRepetition] = []
  var sets: [RepetitionSet] = []
}
