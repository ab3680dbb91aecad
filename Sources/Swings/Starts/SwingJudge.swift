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
    /// What it has passed already.
    var history = Deferred<[SwingCheck]> { [] }

    func rejected(
      _ reason: RejectionReason, value: Double?, _ explanation: @escaping @autoclosure @Sendable () -> String
    ) -> RejectedCandidate {
      var result = RejectedCandidate(kind: kind, time: time, reason: reason, value: value, explanation: explanation())
      result.history = Deferred { [history] in
        let checks = history.value
        guard checks.last?.passed ?? true else { return checks }
        let name = reason.rawValue.split(separator: "_").joined(separator: " ")
        return checks + [.failed(name, value: value, unit: reason.valueUnit, remark: explanation())]
      }
      return result
    }
  }

  /// Adds the candidate to the swings or to the rejected ones of `result`.
  func judge(_ candidate: Candidate, rotation: any Signal, into result: inout SwingCandidates) throws {
    var candidate = candidate
    switch try finder.start(before: candidate.end, at: candidate.time, in: rotation) {
    case .none(let reason, let value, let explanation):
      result.rejected.append(candidate.rejected(reason, value: value, explanation))
    case .found(let start):
      let duration = candidate.time - start.time
      let end = candidate.impact == nil ? "peak rate" : "impact"
      let rate = rotation.timeBase.rate
      candidate.history = candidate.history.appending { [finder, bounds] in
        var checks = finder.checks(of: start, rate: rate)
        for check in bounds.checks(duration: duration, rotation: start.accumulatedRotation, upTo: end) {
          checks.append(check)
          guard check.passed else { break }
        }
        return checks
      }
      if let fault = bounds.fault(duration: duration, rotation: start.accumulatedRotation) {
        result.rejected.append(candidate.rejected(fault.reason, value: fault.value, fault.explanation))
      } else {
        result.swings.append(swing(candidate, start))
      }
    }
  }

  private func swing(_ candidate: Candidate, _ start: SwingStartFinder.Start) -> Swing {
    var swing = Swing(
      startTime: start.time, anchorTime: candidate.time, impact: candidate.impact,
      accumulatedRotation: start.accumulatedRotation, peakRate: start.peakRate, peakTime: start.peakTime,
      rotationToPeak: start.rotationToPeak, rateThreshold: start.rateThreshold)
    swing.history = candidate.history
    return swing
  }
}
