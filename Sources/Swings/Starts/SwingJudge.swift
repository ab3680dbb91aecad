import Signals

/// Decides whether a moment is the anchor of a swing: looks for its start and checks its length and rotation.
///
/// Impacts and bursts of rotation are judged by the same rules.
public struct SwingJudge: Hashable, Sendable {
  /// How the start is found.
  public var finder: SwingStartFinder
  /// What the swing must lie within.
  public var bounds: SwingBounds

  /// Makes a judge; the start is looked for no further back than the bounds allow.
  public init(finder: SwingStartFinder = SwingStartFinder(), bounds: SwingBounds = SwingBounds()) {
    self.finder = finder
    self.finder.maxDurationS = bounds.duration.upperBound
    self.bounds = bounds
  }

  /// A moment that may be the anchor of a swing.
  struct Candidate {
    var kind: RejectedCandidate.Kind
    /// The anchor, in s.
    var time: Double
    /// Index after the swing's last sample of rotation.
    var end: Int
    var impact: Impact?

    func rejected(
      _ reason: RejectionReason, value: Double?, _ explanation: @escaping @autoclosure @Sendable () -> String,
      after history: Deferred<[SwingCheck]>? = nil
    ) -> RejectedCandidate {
      var result = RejectedCandidate(kind: kind, time: time, reason: reason, value: value, explanation: explanation())
      result.history = Deferred {
        let checks = history?.value ?? []
        guard checks.last?.passed ?? true else { return checks }
        let name = reason.rawValue.split(separator: "_").joined(separator: " ")
        return checks + [.failed(name, value: value, unit: reason.valueUnit, remark: explanation())]
      }
      return result
    }
  }

  /// What is told of candidates that were checked: one for all of them, as there are very many.
  final class Telling: Sendable {
    let judge: SwingJudge
    let rateHz: Double

    init(_ judge: SwingJudge, rateHz: Double) {
      self.judge = judge
      self.rateHz = rateHz
    }

    func checks(
      peakRate: Double, threshold: Double, rotation: Double, durationS: Double, hasImpact: Bool
    ) -> [SwingCheck] {
      var checks = judge.finder.checks(peakRate: peakRate, threshold: threshold, rate: rateHz)
      let end = hasImpact ? "impact" : "peak rate"
      for check in judge.bounds.checks(duration: durationS, rotation: rotation, upTo: end) {
        checks.append(check)
        guard check.passed else { break }
      }
      return checks
    }
  }

  /// Decides of a candidate by the rotation before it.
  ///
  /// - Parameter telling: shared by the candidates of this judge.
  func judged(_ candidate: Candidate, rotation: any Signal, _ telling: Telling) throws -> JudgedCandidate {
    switch try finder.start(before: candidate.end, at: candidate.time, in: rotation) {
    case .none(let reason, let value, let explanation):
      return .rejected(candidate.rejected(reason, value: value, explanation()))
    case .found(let start):
      let duration = candidate.time - start.time
      let hasImpact = candidate.impact != nil
      // What is said of it takes no more of the start than these.
      let (peakRate, threshold, turned) = (start.peakRate, start.rateThreshold, start.accumulatedRotation)
      let history = Deferred {
        telling.checks(
          peakRate: peakRate, threshold: threshold, rotation: turned, durationS: duration, hasImpact: hasImpact)
      }
      if let fault = bounds.fault(duration: duration, rotation: start.accumulatedRotation) {
        return .rejected(
          candidate.rejected(fault.reason, value: fault.value, fault.explanation, after: history))
      }
      return .swing(swing(candidate, start, history))
    }
  }

  private func swing(
    _ candidate: Candidate, _ start: SwingStartFinder.Start, _ history: Deferred<[SwingCheck]>
  ) -> Swing {
    var swing = Swing(
      startTime: start.time, anchorTime: candidate.time, impact: candidate.impact,
      accumulatedRotation: start.accumulatedRotation, peakRate: start.peakRate, peakTime: start.peakTime,
      rotationToPeak: start.rotationToPeak, rateThreshold: start.rateThreshold)
    swing.history = history
    return swing
  }
}

/// What became of a candidate that was looked at by itself.
public indirect enum JudgedCandidate: Hashable, Sendable {
  /// It is a swing, as far as it alone can tell.
  case swing(Swing)
  /// It is none, whatever the rest of the recording holds.
  case rejected(RejectedCandidate)
}
