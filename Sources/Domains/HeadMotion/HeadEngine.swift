import SPSignals

/// Finds poses, connections, postures and repetitions in headphone motion, in one pass over its samples.
///
/// It holds some 30 s of three signals at 20 Hz, and one record for each connection, posture and repetition; without a
/// store, also all poses. The same samples give the same findings, to the last bit, however they are cut into blocks.
/// An engine is used by one task at a time.
package struct HeadEngine: Sendable {
  /// The rules.
  package let rules: HeadRules
  /// The channels of the blocks.
  package let layout: HeadMotionLayout

  private var frames: FrameTrack
  private var reference: ReferenceTrack
  private var poses: PoseTrack
  private var figures = HeadFigures()
  private var postures: PostureTrack?
  private var repetitions: RepetitionTrack?
  private var lastTime: Double?
  private var row = 0

  /// Makes an engine at the start of a recording.
  /// - Parameters:
  ///   - rules: what to look for.
  ///   - layout: the channels of the samples.
  ///   - store: a store for poses that are too many for memory; nil keeps all of them in memory.
  package init(
    _ rules: HeadRules, layout: HeadMotionLayout = HeadMotionLayout(), poses store: (any PoseStore)? = nil
  ) {
    self.rules = rules
    self.layout = layout
    frames = FrameTrack(gapS: rules.gapS, maxTurn: rules.maxGapTurn)
    reference = ReferenceTrack(rule: rules.reference, stillRate: rules.stillRate)
    poses = PoseTrack(rateHz: rules.poseRateHz, store: store)
    postures = rules.postures.map { PostureTrack($0) }
    repetitions = rules.repetitions.map { RepetitionTrack($0) }
  }

  /// Takes the next samples.
  ///
  /// The engine leaves out, and counts, samples with a missing value and samples whose timestamp repeats the previous
  /// timestamp or goes back by at most `HeadRules.gapS`. If the clock goes back further, a new connection begins.
  /// - Throws: `TimeBaseError` for a timestamp that is not finite, or the errors of the store.
  package mutating func consume(_ block: SampleBlock) throws {
    precondition(block.channels.count >= layout.channelCount, "headphone motion has \(layout.channelCount) channels")
    for index in 0..<block.count {
      let time = block.times[block.times.startIndex + index]
      guard time.isFinite else { throw TimeBaseError.timestampNotFinite(index: row, value: "\(time)") }
      row += 1
      let stepBack = lastTime.map { $0 - time } ?? -.infinity
      if !(0...rules.gapS).contains(stepBack), let sample = block.headSample(index, layout) {
        lastTime = time
        take(sample)
      } else {
        figures.leftOutCount += 1
      }
    }
    try poses.putAway()
  }

  private mutating func take(_ sample: HeadSample) {
    let joined = frames.take(sample)
    reference.take(sample, joined)
    poses.take(time: sample.time, joined)
    let relative = reference.value.map { ($0.attitude.conjugate * joined.attitude).canonical }
    let angles = relative.map { EulerAngles($0) }
    figures.take(sample, joined, relative, angles, isStill: reference.isStill)
    if let angles { postures?.take(time: sample.time, pitch: angles.pitch, joined) }
    repetitions?.take(sample, joined)
  }

  /// Ends the stream and makes the final decisions.
  ///
  /// - Parameter events: when the headphones connected and disconnected, in order of time; empty if not known.
  package consuming func finish(events: [ConnectionEvent] = []) -> HeadFindings {
    postures?.finish()
    repetitions?.finish()
    let records = HeadRecords(
      connections: frames.records, reference: reference.value, poses: poses.records, figures: figures,
      postures: postures?.records ?? PostureRecords(), repetitions: repetitions?.candidates ?? [])
    return HeadFindings(records, rules: rules, events: events)
  }
}

/// The measurements of a recording, from which all later decisions are made.
struct HeadRecords: Sendable {
  var connections: [ConnectionRecord]
  var reference: ReferencePose?
  var poses: PoseRecords
  var figures: HeadFigures
  var postures: PostureRecords
  var repetitions: [RepetitionCandidate]
}

/// The results for headphone motion.
package struct HeadFindings: Sendable {
  /// The reference pose, from which all poses are measured; nil if no pose satisfied the rule.
  package var reference: ReferencePose?
  /// Intervals with motion, with the earbud, and intervals without motion, in order of time.
  package var connections: [HeadConnection]
  /// The poses that were kept, in order of time.
  package var poses: PoseRecords
  /// The recording as a whole.
  package var summary: HeadSummary
  /// Intervals of one posture, in order of time.
  package var postures: [PostureInterval]
  /// Changes of posture that did not last.
  package var rejectedPostures: [RejectedPosture]
  /// Repetitions, in order of time.
  package var repetitions: [Repetition]
  /// Candidates of repetitions that were rejected, in order of time.
  package var rejectedRepetitions: [RejectedRepetition]
  /// Sets of repetitions, in order of time.
  package var sets: [RepetitionSet]

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
