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
