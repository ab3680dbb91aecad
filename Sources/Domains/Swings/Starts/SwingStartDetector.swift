import SPSignals

/// Turns impacts into swings: finds the start before each impact, and checks the swing's duration and rotation.
public struct SwingStartDetector: Hashable, Sendable {
  /// The rules for an impact to be the end of a swing.
  public var judge: SwingJudge
  /// Whether saturated impacts are rejected rather than flagged.
  public var rejectsSaturated: Bool
  /// Smallest peak rate of a swing, as a fraction of the median peak rate of the recording's swings with an impact, 0
  /// to 1.
  ///
  /// Hands that clap or catch move as well, but not like the swings around them. The slowest of 266 labelled hits has
  /// 0.58 of its recording's median.
  public var minPeerFraction = 0.3
  /// The least number of other swings with which a swing is compared.
  package static let minPeers = 5

  /// Makes a detector.
  public init(judge: SwingJudge = SwingJudge(), rejectsSaturated: Bool = false) {
    self.judge = judge
    self.rejectsSaturated = rejectsSaturated
  }

  /// Finds a swing, or a rejection with its reason, for every impact.
  ///
  /// - Parameters:
  ///   - impacts: candidates in time order.
  ///   - motion: the device motion, on the same clock.
  /// - Throws: errors from reading `motion`.
  public func swings(from impacts: [Impact], motion: MotionSignals) throws -> DecidedSwings {
    let judges = SwingJudges(judge, rateHz: motion.total.timeBase.rate)
    return SwingDecision.starts(self).decide(
      try InOrder.map(impacts) { _, impact in
        var candidate = SwingCandidate(impact)
        try measure(&candidate, impact, motion, judges)
        return candidate
      })
  }

  /// Finds the start of the swing that an impact ends, if any, and how the wrist turns.
  /// - Throws: errors from reading the signals.
  func measure(
    _ candidate: inout SwingCandidate, _ impact: Impact, _ motion: MotionSignals, _ judges: SwingJudges
  ) throws {
    guard !rejectsSaturated || !impact.isSaturated else {
      candidate.start = .failed(.saturated(peakG: abs(impact.peak)), judges.along)
      return
    }
    let end = try motion.total.timeBase.firstIndex(atOrAfter: impact.time)
    try judges.judge(&candidate, before: end, at: impact.time, motion)
    guard candidate.isSwing else { return }
    let near = StrokeMotion.nearImpact
    candidate.stroke = try StrokeMotion(
      at: impact.onsetTime, peakIn: impact.time - near.before...impact.time + near.after, motion)
  }
}

extension AppliedJudge {
  /// The start of a candidate that a search has found.
  func start(_ outcome: SwingStartFinder.Outcome) -> SwingCandidate.Start {
    switch outcome {
    case .found(let start): .found(start, self)
    case .none(let failure): .failed(failure, self)
    }
  }
}
