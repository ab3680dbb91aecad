/// A rejected candidate, with the facts known at the time.
public struct RejectedCandidate: Sendable {
  /// The kind of a candidate.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A peak of the high-passed acceleration.
    case impact
    /// A peak of the rotation along gravity.
    case airSwing = "air_swing"
  }

  /// The kind of the candidate.
  public var kind: Kind
  /// Why it was rejected.
  public var reason: RejectionReason
  /// Time of the candidate, in s.
  public var time: Double
  /// The deciding value (a duration in s, a rotation in rad, a rate in rad/s), if there is one.
  @CompactDouble public var value: Double?
  /// The unit of ``value``.
  public var valueUnit: String { reason.valueUnit }

  /// The explanation, built on demand since a day has tens of thousands of candidates.
  private var story: Story

  private enum Story: Sendable {
    /// A burst that is unlike the recording's swings.
    case unlike(BurstCheck)
    case told(Words)
  }

  private final class Words: Sendable {
    let explanation: @Sendable () -> String
    let checks: @Sendable () -> [SwingCheck]

    init(explanation: @escaping @Sendable () -> String, checks: @escaping @Sendable () -> [SwingCheck]) {
      self.explanation = explanation
      self.checks = checks
    }
  }

  /// Makes a rejected candidate; the explanation is computed on demand.
  public init(
    kind: Kind, time: Double, reason: RejectionReason, value: Double? = nil,
    explanation: @escaping @autoclosure @Sendable () -> String
  ) {
    self.init(kind: kind, time: time, reason: reason, value: value, explanation: explanation) { [] }
  }

  /// A rejected candidate; its explanation is computed on demand.
  init(
    kind: Kind, time: Double, reason: RejectionReason, value: Double?, explanation: @escaping @Sendable () -> String,
    checks: @escaping @Sendable () -> [SwingCheck]
  ) {
    self.kind = kind
    self.time = time
    self.reason = reason
    story = .told(Words(explanation: explanation, checks: checks))
    self.value = value
  }

  /// A burst that is unlike the recording's swings.
  init(unlike check: BurstCheck) {
    kind = .airSwing
    time = check.lobe.time
    reason = .unlikeOthers
    story = .unlike(check)
    value = check.lobe.peakRate
  }

  /// A sentence for people: the value found and the value expected.
  public var explanation: String {
    switch story {
    case .unlike(let check): check.explanation
    case .told(let words): words.explanation()
    }
  }

  /// The checks, in order; the last one failed.
  public var checks: [SwingCheck] {
    get {
      switch story {
      case .unlike(let check): check.checks
      case .told(let words): words.checks()
      }
    }
    set { self = telling { newValue } }
  }

  /// How far the failed check was from passing, -1 to 0: its ``SwingCheck/margin``; nil if it has no bound.
  public var refusalMargin: Double? {
    switch story {
    case .unlike(let check): check.margin
    case .told(let words): words.checks().last?.margin.map { min(0, $0) }
    }
  }

  /// A copy with other checks.
  func telling(_ checks: @escaping @Sendable () -> [SwingCheck]) -> RejectedCandidate {
    RejectedCandidate(
      kind: kind, time: time, reason: reason, value: value, explanation: { [self] in explanation }, checks: checks)
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
