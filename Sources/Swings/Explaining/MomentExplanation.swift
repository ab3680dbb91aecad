import Signals

/// Everything that a detection made of the moments around one: what was proposed, checked, refused and decided.
///
/// Plain data in, plain data out; times are on the recording's own clock, in seconds.
public struct MomentExplanation: Hashable, Sendable {
  /// Something that might have been a swing, and what became of it.
  public struct Candidate: Hashable, Sendable {
    /// What became of a candidate.
    public enum Outcome: Hashable, Sendable {
      /// It became the swing of this position in the recording, from 0, so labelled.
      case swing(Int, SwingLabel)
      /// It was refused.
      case rejected(RejectionReason, String)
      /// It became a swing, of which no stage said whether it hit.
      case unlabelled
      /// An impact that no stage judged.
      case unjudged
      /// A weak impact outside of any swing.
      case weak
    }

    /// What proposed it.
    public var kind: RejectedCandidate.Kind
    /// Its moment, in s.
    public var time: Double
    /// The shock, where there is one.
    public var impact: Impact?
    /// What became of it.
    public var outcome: Outcome
    /// What was checked, in order.
    public var checks: [SwingCheck]
  }

  /// The moment that was asked about, in s.
  public var time: Double
  /// The candidates within reach of it, in the order of time.
  public var candidates: [Candidate]
  /// Position in ``candidates`` of the one that is meant: the swing at the moment, or else the nearest candidate.
  public var chosen: Int?
  /// The chosen candidate's swing.
  public var swing: LabelledSwing?

  /// What a detection left, each in any order; empty or nil for what its pipeline does not have.
  public struct Findings: Sendable {
    /// Impacts.
    public var impacts: [Impact]
    /// Weak impacts.
    public var weak: [Impact]
    /// Swings that were found; nil where no stage looks for any.
    public var swings: [Swing]?
    /// Swings with their labels; nil where no stage labels them.
    public var labelled: [LabelledSwing]?
    /// Candidates that were refused.
    public var rejected: [RejectedCandidate]

    /// Gathers what was left.
    public init(
      impacts: [Impact] = [], weak: [Impact] = [], swings: [Swing]? = nil, labelled: [LabelledSwing]? = nil,
      rejected: [RejectedCandidate] = []
    ) {
      self.impacts = impacts
      self.weak = weak
      self.swings = swings
      self.labelled = labelled?.sorted { $0.swing.anchorTime < $1.swing.anchorTime }
      self.rejected = rejected
    }
  }

  /// Gathers what was made of a moment.
  ///
  /// The moment belongs to a swing from its start to 150 ms after its anchor; of several, to the one whose anchor is
  /// nearest. Outside of swings the nearest candidate is meant.
  /// - Parameters:
  ///   - time: the moment, in s.
  ///   - reachS: how far around it candidates are listed, in s.
  ///   - findings: what the detection left.
  public init(at time: Double, reachS: Double, in findings: Findings) {
    self.time = time
    let all = Self.candidates(in: findings).filter { abs($0.time - time) <= reachS || $0.covers(time, in: findings) }
    candidates = all.sorted { $0.time < $1.time }
    let covering = candidates.indices.filter { candidates[$0].covers(time, in: findings) }
    func distance(_ index: Int) -> Double { abs(candidates[index].time - time) }
    chosen = (covering.isEmpty ? Array(candidates.indices) : covering).min { distance($0) < distance($1) }
    if let chosen, case .swing(let index, _) = candidates[chosen].outcome { swing = findings.labelled?[index] }
  }

  private static func candidates(in findings: Findings) -> [Candidate] {
    var result: [Candidate] = []
    if let labelled = findings.labelled {
      for (index, swing) in labelled.enumerated() {
        result.append(candidate(swing.swing, .swing(index, swing.label)))
      }
    } else {
      for swing in findings.swings ?? [] { result.append(candidate(swing, .unlabelled)) }
    }
    let taken = result.compactMap(\.impact?.sample)
    let impacts = Dictionary(findings.impacts.map { ($0.time, $0) }, uniquingKeysWith: { first, _ in first })
    for refused in findings.rejected {
      result.append(
        Candidate(
          kind: refused.kind, time: refused.time, impact: refused.kind == .impact ? impacts[refused.time] : nil,
          outcome: .rejected(refused.reason, refused.explanation), checks: refused.checks))
    }
    if findings.swings == nil, findings.labelled == nil {
      for impact in findings.impacts {
        result.append(Candidate(kind: .impact, time: impact.time, impact: impact, outcome: .unjudged, checks: []))
      }
    }
    for impact in findings.weak where !taken.contains(impact.sample) {
      result.append(Candidate(kind: .impact, time: impact.time, impact: impact, outcome: .weak, checks: []))
    }
    return result
  }

  private static func candidate(_ swing: Swing, _ outcome: Candidate.Outcome) -> Candidate {
    Candidate(
      kind: swing.impact == nil ? .airSwing : .impact, time: swing.anchorTime, impact: swing.impact,
      outcome: outcome, checks: swing.checks)
  }
}

extension MomentExplanation.Candidate {
  /// Time after a swing's anchor that still belongs to it, in s.
  private static let afterAnchorS = 0.15

  /// Whether a moment lies within the swing that the candidate became.
  fileprivate func covers(_ moment: Double, in findings: MomentExplanation.Findings) -> Bool {
    guard case .swing(let index, _) = outcome, let swing = findings.labelled?[index].swing else { return false }
    return swing.startTime <= moment && moment <= swing.anchorTime + Self.afterAnchorS
  }
}
