/// The posture at a time, with reasons.
public struct PostureExplanation: Hashable, Sendable {
  /// The time in question, in s.
  public var time: Double
  /// The interval that contains it; nil in a gap and before the reference.
  public var interval: PostureInterval?
  /// Why this posture: its mean pitch within the limits of the rules, and its length.
  public var checks: [HeadCheck]
  /// Changes within the interval that did not last, in order of time, with the check that failed.
  public var rejected: [Rejected]

  /// A change that did not count.
  public struct Rejected: Hashable, Sendable {
    /// The posture that it would have been.
    public var change: RejectedPosture
    /// The check of its duration against the least one.
    public var check: HeadCheck
  }

  /// Explains a time.
  public init(at time: Double, in findings: HeadFindings, rules: PostureRules) {
    self.time = time
    let interval = findings.postures.last { $0.startTime <= time && time <= $0.endTime }
    self.interval = interval
    checks = interval.map { rules.checks($0) } ?? []
    rejected = findings.rejectedPostures.filter { change in
      interval.map { change.interval.startTime >= $0.startTime && change.interval.endTime <= $0.endTime } ?? false
    }.map { change in
      Rejected(
        change: change,
        check: HeadCheck("duration", change.interval.durationS, "s", lowest: rules.minDurationS))
    }
  }
}

extension PostureRules {
  fileprivate func checks(_ interval: PostureInterval) -> [HeadCheck] {
    func degrees(_ angle: Double) -> Double { angle * 180 / .pi }
    let back = degrees(hysteresis)
    let mean = interval.pitch.mean.map(degrees)
    let pitch: HeadCheck =
      switch interval.posture {
      case .good: HeadCheck("mean pitch", mean, "deg", lowest: degrees(warningPitch))
      case .warning:
        HeadCheck("mean pitch", mean, "deg", lowest: degrees(poorPitch), highest: degrees(warningPitch) + back)
      case .poor: HeadCheck("mean pitch", mean, "deg", highest: degrees(poorPitch) + back)
      }
    return [pitch, HeadCheck("duration", interval.durationS, "s")]
  }
}
