/// A candidate that is not a swing, and why.
///
/// The measurements are kept, and explanations are made from them on demand: a day has tens of thousands of candidates.
public struct RejectedCandidate: Sendable {
  /// The kind of event that proposed a candidate.
  public typealias Kind = SwingCandidate.Kind

  /// The kind of event that proposed the candidate.
  public var kind: Kind
  /// Why it was rejected.
  public var reason: RejectionReason
  /// Time of the candidate, in s.
  public var time: Double
  /// The deciding value (a duration in s, a rotation in rad, a rate in rad/s), if any.
  @CompactDouble public var value: Double?
  /// The unit of ``value``.
  public var valueUnit: String { reason.valueUnit }

  private var grounds: Grounds

  /// The basis of the decision.
  private enum Grounds: Sendable {
    /// A burst that is unlike the recording's swings.
    case unlike(BurstCheck)
    /// The measurements of the candidate itself, and the comparison of a burst with the recording's swings.
    indirect case itself(SwingCandidate, BurstCheck?)
    /// A swing that is far slower than its peers.
    indirect case slow(Swing, PeerComparison)
    /// A swing with too little acceleration around it; the fraction present.
    indirect case bare(Swing, fraction: Double)
    /// A swing in a recording without evidence of play.
    indirect case alone(Swing, PlayEvidence)
    /// An explanation and checks from elsewhere.
    indirect case told(String, [SwingCheck])
  }

  private init(_ kind: Kind, _ reason: RejectionReason, at time: Double, value: Double?, _ grounds: Grounds) {
    (self.kind, self.reason, self.time, self.grounds) = (kind, reason, time, grounds)
    self.value = value
  }

  /// Makes a rejected candidate with an explanation.
  public init(kind: Kind, time: Double, reason: RejectionReason, value: Double? = nil, explanation: String) {
    self.init(kind: kind, time: time, reason: reason, value: value, explanation: explanation, checks: [])
  }

  init(
    kind: Kind, time: Double, reason: RejectionReason, value: Double?, explanation: String, checks: [SwingCheck]
  ) {
    self.init(kind, reason, at: time, value: value, .told(explanation, checks))
  }

  /// A burst that is unlike the recording's swings.
  init(unlike check: BurstCheck) {
    self.init(.airSwing, .unlikeOthers, at: check.lobe.time, value: check.lobe.peakRate, .unlike(check))
  }

  /// A candidate that fails its own checks; nil if it passes them, or was not judged.
  init?(_ candidate: SwingCandidate, after comparison: BurstCheck? = nil) {
    guard let refusal = candidate.refusal else { return nil }
    self.init(
      candidate.kind, refusal.reason, at: candidate.time, value: refusal.value, .itself(candidate, comparison))
  }

  /// A swing that is far slower than its peers.
  init(slow swing: Swing, _ peers: PeerComparison) {
    self.init(.impact, .unlikeOthers, at: swing.anchorTime, value: swing.peakRate, .slow(swing, peers))
  }

  /// A swing with too little acceleration around it.
  init(_ swing: Swing, withFractionOfAcceleration fraction: Double) {
    self.init(
      swing.impact == nil ? .airSwing : .impact, .noAcceleration, at: swing.anchorTime, value: fraction,
      .bare(swing, fraction: fraction))
  }

  /// A swing in a recording without evidence of play.
  init(_ swing: Swing, without evidence: PlayEvidence) {
    self.init(
      swing.impact == nil ? .airSwing : .impact, .noEvidenceOfPlay, at: swing.anchorTime, value: swing.peakRate,
      .alone(swing, evidence))
  }

  /// A sentence for people: the value found and the value expected.
  public var explanation: String {
    switch grounds {
    case .alone(_, let evidence): return evidence.explanation
    case .unlike(let check): return check.explanation
    case .itself(let candidate, _): return candidate.explanation
    case .slow(let swing, let peers): return peers.explanation(peakRate: swing.peakRate)
    case .bare(_, let fraction):
      let (percent, needed) = (Int((100 * fraction).rounded()), Int((100 * ContactEvidence.neededFraction).rounded()))
      return "\(percent) % of the acceleration around it is there; expected at least \(needed) %"
    case .told(let explanation, _): return explanation
    }
  }

  /// The checks, in order; the last one failed.
  public var checks: [SwingCheck] {
    switch grounds {
    case .unlike(let check): check.checks
    case .itself(let candidate, let comparison): (comparison?.checks ?? []) + candidate.checks
    case .slow(let swing, _): swing.checks
    case .alone(let swing, let evidence):
      swing.checks + [
        .failed("evidence of play", expectation: "contacts or strokes that repeat", remark: evidence.explanation)
      ]
    case .bare(let swing, let fraction):
      swing.checks + [SwingCheck("acceleration around it", fraction, unit: "1", lowest: ContactEvidence.neededFraction)]
    case .told(_, let checks): checks
    }
  }

  /// How the wrist turns; nil if it was not measured, or not compared with strokes.
  package var traits: StrokeTraits? {
    switch grounds {
    case .unlike(let check): check.traits
    case .itself(_, let comparison): comparison?.traits
    case .slow, .bare, .alone, .told: nil
    }
  }

  /// How far the failed check was from passing, -1 to 0: its ``SwingCheck/margin``; nil if it has no bound.
  public var refusalMargin: Double? {
    if case .unlike(let check) = grounds { return check.margin }
    return checks.last?.margin.map { min(0, $0) }
  }
}

extension RejectedCandidate: Hashable {
  /// Whether two candidates and their explanations are equal.
  public static func == (first: Self, second: Self) -> Bool {
    first.kind == second.kind && first.time == second.time && first.reason == second.reason
      && first.value == second.value && first.explanation == second.explanation && first.checks == second.checks
  }

  /// Hashes the candidate.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(time)
    hasher.combine(reason)
    hasher.combine(value)
  }
}

extension RejectionReason {
  /// The reason in a few words.
  public var meaning: String {
    switch self {
    case .noStart: "the rotation along gravity stays too slow, or the recording begins within the swing"
    case .durationOutOfBounds: "shorter than min_duration_s or longer than max_duration_s"
    case .rotationOutOfBounds: "turns less than min_rotation_rad or more than max_rotation_rad"
    case .gapInSwing: "the device motion has a gap between start and candidate"
    case .noDeviceMotion: "no device motion right before the candidate"
    case .noAcceleration: "too little acceleration around it to tell a hit from a miss"
    case .saturated: "saturated, where such impacts are not wanted"
    case .unlikeOthers: "slower than the recording's swings, or unlike them"
    case .noEvidenceOfPlay: "a possible stroke in a recording that shows no play"
    }
  }

  /// The meaning of a candidate's value for this reason.
  public var valueMeaning: String {
    switch self {
    case .noStart: "w of the largest size in the 0.1 s before it"
    case .durationOutOfBounds: "time from start to candidate"
    case .rotationOutOfBounds: "integral of w from start to candidate"
    case .gapInSwing: "time from the gap to the candidate"
    case .noDeviceMotion: "time since the last sample"
    case .noAcceleration: "fraction of the samples that are there"
    case .saturated: "|high_passed_peak_g|"
    case .unlikeOthers, .noEvidenceOfPlay: "the candidate's w of the largest size"
    }
  }

  /// The unit of a candidate's value for this reason.
  public var valueUnit: String {
    switch self {
    case .durationOutOfBounds, .gapInSwing, .noDeviceMotion: "s"
    case .rotationOutOfBounds: "rad"
    case .noStart, .unlikeOthers, .noEvidenceOfPlay: "rad/s"
    case .noAcceleration: "1"
    case .saturated: "g"
    }
  }
}
