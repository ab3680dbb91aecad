import Signals

/// Turns impacts into swings: finds each one's start and checks its length and rotation.
public struct SwingStartDetector: Hashable, Sendable {
  /// What makes an impact the end of a swing.
  public var judge: SwingJudge
  /// Whether saturated impacts are refused rather than flagged.
  public var rejectsSaturated: Bool

  /// Makes a detector.
  public init(judge: SwingJudge = SwingJudge(), rejectsSaturated: Bool = false) {
    self.judge = judge
    self.rejectsSaturated = rejectsSaturated
  }

  /// A swing, or a rejection with its reason, for every impact.
  ///
  /// - Parameters:
  ///   - impacts: candidates in time order.
  ///   - rotation: the rotation along gravity, in rad/s, on the same clock.
  /// - Throws: whatever reading `rotation` throws.
  public func swings(from impacts: [Impact], rotation: any Signal) throws -> SwingCandidates {
    var result = SwingCandidates()
    for impact in impacts {
      let candidate = SwingJudge.Candidate(
        kind: .impact, time: impact.time, end: try rotation.timeBase.firstIndex(atOrAfter: impact.time),
        impact: impact)
      if rejectsSaturated, impact.isSaturated {
        let explanation = "the acceleration is saturated during the burst"
        result.rejected.append(candidate.rejected(.saturated, value: abs(impact.peak), explanation))
      } else {
        try judge.judge(candidate, rotation: rotation, into: &result)
      }
    }
    return result
  }
}
