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
    var impact: Shared<Impact>?

    func rejected(
      _ reason: RejectionReason, value: Double?, _ explanation: @escaping @autoclosure @Sendable () -> String,
      after swing: Swing? = nil
    ) -> RejectedCandidate {
      RejectedCandidate(kind: kind, time: time, reason: reason, value: value, explanation: explanation) {
        let checks = swing?.checks ?? []
        guard checks.last?.passed ?? true else { return checks }
        let name = reason.rawValue.split(separator: "_").joined(separator: " ")
        return checks + [.failed(name, value: value, unit: reason.valueUnit, remark: explanation())]
      }
    }
  }

  /// What is told of candidates that were checked: one for all of them, as there are very many.
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

  /// Decides of a candidate by the rotation before it.
  ///
  /// - Parameter telling: shared by the candidates of this judge.
  func judged(_ candidate: Candidate, rotation: any Signal, _ telling: Telling) throws -> JudgedCandidate {
    switch try finder.start(before: candidate.end, at: candidate.time, in: rotation) {
    case .none(let reason, let value, let explanation):
      return .rejected(candidate.rejected(reason, value: value, explanation()))
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
    var swing = Swing(
      startTime: start.time, anchorTime: candidate.time, sharing: candidate.impact,
      accumulatedRotation: start.accumulatedRotation, peakRate: start.peakRate, peakTime: start.peakTime,
      rotationToPeak: start.rotationToPeak, rateThreshold: start.rateThreshold)
    swing.history.judge = telling
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
