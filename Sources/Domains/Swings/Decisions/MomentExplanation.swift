import SPSignals

/// All results of a detection around a time: the proposed candidates, their checks, rejections and decisions.
///
/// Times are on the recording's own clock, in seconds.
package struct MomentExplanation: Hashable, Sendable {
  /// A candidate for a swing, and its outcome.
  package struct Candidate: Hashable, Sendable {
    /// The outcome of a candidate.
    package enum Outcome: Hashable, Sendable {
      /// It became the swing at this position in the recording, from 0, with this label.
      case swing(Int, SwingLabel)
      /// It was rejected.
      case rejected(RejectionReason, String)
      /// It became a swing that no stage labelled as hit or miss.
      case unlabelled
      /// An impact that no stage judged.
      case unjudged
      /// A weak impact that is not the impact of a swing. The number is the position, from 0, of the swing around it;
      /// nil outside all swings.
      case weak(within: Int?)
    }

    /// The kind of candidate.
    package var kind: RejectedCandidate.Kind
    /// Its time, in s.
    package var time: Double
    /// The shock, if any; for a miss, the shock that was considered.
    package var impact: Impact?
    /// Whether the shock is a weak impact, which counts only within a swing.
    package var isWeak = false
    /// The outcome.
    package var outcome: Outcome
    /// The checks, in order; the last one of a swing with an impact is the probability of a contact.
    package var checks: [SwingCheck] = []
  }

  /// The time in question, in s.
  package var time: Double
  /// The candidates near the time, in order.
  package var candidates: [Candidate]
  /// Position in `candidates` of the most relevant one: the swing at the time, or else the nearest candidate.
  package var chosen: Int?
  /// The chosen candidate's swing.
  package var swing: LabelledSwing?

  /// The results of a detection, each in any order. A result that its pipeline does not produce is empty or nil.
  package struct Findings: Sendable {
    /// Impacts.
    package var impacts: [Impact]
    /// Weak impacts.
    package var weak: [Impact]
    /// Swings; nil if no stage looks for them.
    package var swings: [Swing]?
    /// Swings with their labels; nil if no stage labels them.
    package var labelled: [LabelledSwing]?
    /// Candidates that were rejected.
    package var rejected: [RejectedCandidate]

    /// Collects the results of a detection.
    package init(
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

  /// Explains a time.
  ///
  /// A time belongs to a swing from its start to 150 ms after its anchor, or after the impact considered for a miss. If
  /// several swings contain the time, the swing with the nearest anchor is chosen. Outside of swings the nearest
  /// candidate is chosen.
  /// - Parameters:
  ///   - time: the time, in s.
  ///   - reachS: how far from the time candidates are listed, in s.
  ///   - findings: the results of the detection.
  package init(at time: Double, reachS: Double, in findings: Findings) {
    let covering = findings.swings(at: time)
    var ordered: [Candidate] = []
    var swings: [Int?] = []
    for candidate in findings.candidates.sorted(by: { $0.time < $1.time }) {
      let index = candidate.swingIndex.flatMap { covering.contains($0) ? $0 : nil }
      guard index != nil || abs(candidate.time - time) <= reachS else { continue }
      ordered.append(candidate)
      swings.append(index)
    }
    let within = swings.indices.filter { swings[$0] != nil }
    let distances = ordered.map { abs($0.time - time) }
    self.time = time
    candidates = ordered
    chosen = (within.isEmpty ? Array(ordered.indices) : within).min { distances[$0] < distances[$1] }
    swing = chosen.flatMap { ordered[$0].swingIndex }.flatMap { findings.labelled?[$0] }
  }
}

extension MomentExplanation.Candidate {
  /// Position of the resulting swing among the labelled swings.
  // Swift 6.3's optimiser crashes if this is inlined.
  @inline(never) fileprivate var swingIndex: Int? {
    if case .swing(let index, _) = outcome { index } else { nil }
  }
}

extension MomentExplanation.Findings {
  private typealias Candidate = MomentExplanation.Candidate

  /// Time after a swing's end that still belongs to it, in s.
  private static let afterEndS = 0.15

  /// All candidates for a swing.
  fileprivate var candidates: [MomentExplanation.Candidate] {
    var result = labelled?.enumerated().map { candidate($1, at: $0) } ?? (swings ?? []).map(candidate)
    let shocks = Dictionary((impacts + weak).map { ($0.time, $0) }, uniquingKeysWith: { first, _ in first })
    result += rejected.map { rejected in
      Candidate(
        kind: rejected.kind, time: rejected.time, impact: rejected.kind == .impact ? shocks[rejected.time] : nil,
        outcome: .rejected(rejected.reason, rejected.explanation), checks: rejected.checks)
    }
    if swings == nil, labelled == nil {
      result += (impacts + weak).map { Candidate(kind: .impact, time: $0.time, impact: $0, outcome: .unjudged) }
    } else {
      let taken = Set(result.compactMap(\.impact?.sample))
      result += weak.filter { !taken.contains($0.sample) }.map { impact in
        let within = swings(at: impact.time).first
        return Candidate(kind: .impact, time: impact.time, impact: impact, outcome: .weak(within: within))
      }
    }
    let weakSamples = Set(weak.map(\.sample))
    for index in result.indices {
      result[index].isWeak = result[index].impact.map { weakSamples.contains($0.sample) } ?? false
    }
    return result
  }

  private func candidate(_ swing: Swing) -> Candidate {
    Candidate(
      kind: swing.impact == nil ? .airSwing : .impact, time: swing.anchorTime, impact: swing.impact,
      outcome: .unlabelled, checks: swing.checks)
  }

  /// A swing with its decision; the considered impact is shown even if the decision removed it.
  private func candidate(_ labelled: LabelledSwing, at index: Int) -> Candidate {
    Candidate(
      kind: labelled.consideredImpact == nil ? .airSwing : .impact, time: labelled.swing.anchorTime,
      impact: labelled.consideredImpact, outcome: .swing(index, labelled.label),
      checks: labelled.detectionChecks + [labelled.contactCheck].compactMap(\.self))
  }

  /// Positions of the swings that contain a time.
  fileprivate func swings(at moment: Double) -> [Int] {
    let spans = labelled?.map { ($0.swing, $0.consideredImpact) } ?? (swings ?? []).map { ($0, $0.impact) }
    return spans.indices.filter { index in
      let (swing, impact) = spans[index]
      let end = max(swing.anchorTime, impact?.time ?? swing.anchorTime)
      return swing.startTime <= moment && moment <= end + Self.afterEndS
    }
  }
}
