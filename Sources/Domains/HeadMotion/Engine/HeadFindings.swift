/// The results for headphone motion.
public struct HeadFindings: Sendable {
  /// The reference pose, from which all others are measured; nil if no pose satisfied the rule.
  public var reference: ReferencePose?
  /// Intervals with motion, with the earbud, and intervals without motion, in order of time.
  public var connections: [HeadConnection]
  /// The poses that were kept, in order of time.
  public var poses: PoseRecords
  /// The recording as a whole.
  public var summary: HeadSummary
  /// Intervals of one posture, in order of time.
  public var postures: [PostureInterval]
  /// Changes of posture that did not last.
  public var rejectedPostures: [RejectedPosture]
  /// Repetitions, in order of time.
  public var repetitions: [Repetition]
  /// Candidates of repetitions that were rejected, in order of time.
  public var rejectedRepetitions: [RejectedRepetition]
  /// Sets of repetitions, in order of time.
  public var sets: [RepetitionSet]

  init(_ records: HeadRecords, rules: HeadRules, events: [ConnectionEvent]) {
    reference = records.reference
    connections = HeadConnection.intervals(records.connections, events)
    poses = records.poses
    poses.reference = records.reference?.attitude
    postures = records.postures.intervals
    rejectedPostures = records.postures.rejected
    let gaps = connections.filter { $0.kind != .connected }.map { $0.startTime...max($0.startTime, $0.endTime) }
    let decided = rules.repetitions?.decide(records.repetitions, gaps: gaps) ?? DecidedRepetitions()
    repetitions = decided.repetitions
    rejectedRepetitions = decided.rejected
    sets = decided.sets
    summary = HeadSummary(records, connections, postures)
  }
}
