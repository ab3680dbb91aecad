import Signals

/// Decides whether a time is the anchor of a swing: finds its start and checks its duration and rotation.
///
/// Impacts and bursts of rotation are judged by the same rules.
public struct SwingJudge: Hashable, Sendable {
  /// How the start is found.
  public var finder: SwingStartFinder
  /// The bounds of a swing.
  public var bounds: SwingBounds

  /// Makes a judge; the start is searched no further back than the bounds allow.
  public init(finder: SwingStartFinder = SwingStartFinder(), bounds: SwingBounds = SwingBounds()) {
    self.finder = finder
    self.finder.maxDurationS = bounds.duration.upperBound
    self.bounds = bounds
  }

  /// A possible anchor of a swing.
  struct Candidate {
    var kind: RejectedCandidate.Kind
    /// The anchor, in s.
    var time: Double
    /// Index after the swing's last sample of rotation.
    var end: Int
    var impact: SharedValue<Impact>?

    /// - Parameters:
    ///   - bound: the bound that the value fails, if no swing was made.
    ///   - swing: the swing as far as it was made: its last check fails.
    func rejected(
      _ reason: RejectionReason, value: Double?, bound: Double? = nil,
      _ explanation: @escaping @autoclosure @Sendable () -> String, after swing: Swing? = nil
    ) -> RejectedCandidate {
      RejectedCandidate(kind: kind, time: time, reason: reason, value: value, explanation: explanation) {
        if let check = SwingStartFinder.failedCheck(reason, value: value, bound: bound) { return [check] }
        let checks = swing?.checks ?? []
        guard checks.last?.passed ?? true else { return checks }
        let name = reason.rawValue.split(separator: "_").joined(separator: " ")
        return checks + [.failed(name, value: value, unit: reason.valueUnit, remark: explanation())]
      }
    }
  }

  /// Makes the texts of checks; one object is shared by all candidates, as there are very many.
  final class Telling: Sendable {
    let judge: SwingJudge
    private let remarks: (peak: String, threshold: String)

    init(_ judge: SwingJudge, rateHz: Double) {
      self.judge = judge
      remarks = judge.finder.remarks(rate: rateHz)
    }

    func checks(of swing: Swing) -> [SwingCheck] {
      var checks = judge.finder.checks(peakRate: swing.peakRate, threshold: swing.rateThreshold, remarks)
      let end = swing.impact == nil ? "peak rate" : "impact"
      let durationS = swing.anchorTime - swing.startTime
      for check in judge.bounds.checks(duration: durationS, rotation: swing.accumulatedRotation, upTo: end) {
        checks.append(check)
        guard check.passed else { break }
      }
      return checks
    }
  }

  /// Decides about a candidate from the rotation before it.
  ///
  /// - Parameter telling: shared by the candidates of this judge.
  func judged(_ candidate: Candidate, rotation: any Signal, _ telling: Telling) throws -> JudgedCandidate {
    switch try finder.start(before: candidate.end, at: candidate.time, in: rotation) {
    case .none(let reason, let value, let bound, let explanation):
      return .rejected(candidate.rejected(reason, value: value, bound: bound, explanation()))
    case .found(let start):
      let swing = swing(candidate, start, telling)
      if let fault = bounds.fault(
        duration: swing.anchorTime - swing.startTime, rotation: swing.accumulatedRotation)
      {
        return .rejected(candidate.rejected(fault.reason, value: fault.value, fault.explanation, after: swing))
      }
      return .swing(swing)
    }
  }

  private func swing(_ candidate: Candidate, _ start: SwingStartFinder.Start, _ telling: Telling) -> Swing {
    Swing(
      Swing.Facts(
        startTime: start.time, anchorTime: candidate.time, impact: candidate.impact,
        accumulatedRotation: start.accumulatedRotation, peakRate: start.peakRate, peakTime: start.peakTime,
        rotationToPeak: start.rotationToPeak, rateThreshold: start.rateThreshold,
        history: SwingHistory(judge: telling)))
  }
}

/// The judgement of a candidate by itself.
public indirect enum JudgedCandidate: Hashable, Sendable {
  /// It is a swing, as far as can be decided by itself.
  case swing(Swing)
  /// It is not a swing, whatever the rest of the recording holds.
  case rejected(RejectedCandidate)
}
