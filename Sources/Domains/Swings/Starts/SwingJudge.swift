import SPSignals

/// Decides whether a time is the anchor of a swing: finds its start and checks its duration and rotation.
///
/// Impacts and bursts of rotation are judged by the same rules.
public struct SwingJudge: Hashable, Sendable {
  /// How the start is found.
  public var finder: SwingStartFinder
  /// The bounds of a swing.
  public var bounds: SwingBounds
  /// Whether a candidate that hardly turns along gravity is judged by its total rotation.
  public var countsTotalRotation = true

  /// Makes a judge; the start is searched no further back than the bounds allow.
  public init(finder: SwingStartFinder = SwingStartFinder(), bounds: SwingBounds = SwingBounds()) {
    self.finder = finder
    self.finder.maxDurationS = bounds.duration.upperBound
    self.bounds = bounds
  }
}

/// A judge with the words of its checks; one object is shared by all candidates of a recording, as there are very many.
final class AppliedJudge: Sendable {
  let judge: SwingJudge
  private let remarks: (peak: String, threshold: String)

  init(_ judge: SwingJudge, rateHz: Double) {
    self.judge = judge
    remarks = judge.finder.remarks(rate: rateHz)
  }

  /// The checks of a swing that starts somewhere, up to the first that fails.
  ///
  /// - Parameter end: the name of the end of the swing.
  func checks(_ start: SwingStartFinder.Start, anchorTime: Double, upTo end: String) -> [SwingCheck] {
    var checks = judge.finder.checks(peakRate: start.peakRate, threshold: start.rateThreshold, remarks)
    for check in judge.bounds.checks(
      duration: anchorTime - start.time, rotation: start.accumulatedRotation, upTo: end)
    {
      checks.append(check)
      guard check.passed else { break }
    }
    return checks
  }
}

/// The bounds of a swing's duration and rotation.
///
/// Times to contact seen in the field: baseball about 0.15 s, golf's downswing 0.23-0.30 s, tennis 0.15-0.30 s, table
/// tennis 0.06-0.2 s.
public struct SwingBounds: Hashable, Sendable {
  /// Allowed time from the start to the anchor, in s.
  public var duration: ClosedRange<Double>
  /// Allowed magnitude of the accumulated rotation along gravity, in rad.
  public var rotation: ClosedRange<Double>

  /// Makes bounds.
  public init(duration: ClosedRange<Double> = 0.04...1.2, rotation: ClosedRange<Double> = 0.15...7) {
    self.duration = duration
    self.rotation = rotation
  }

  /// Checks a swing's duration and rotation, from its start to the time that `end` names, against the bounds.
  public func checks(duration seconds: Double, rotation radians: Double, upTo end: String) -> [SwingCheck] {
    [
      SwingCheck(
        "duration", seconds, unit: "s", lowest: duration.lowerBound, highest: duration.upperBound,
        remark: "from the start to the \(end)"),
      SwingCheck(
        "accumulated rotation", abs(radians), unit: "rad", lowest: rotation.lowerBound, highest: rotation.upperBound,
        remark: "from the start to the \(end)"),
    ]
  }

  /// Why a swing with this duration and rotation is rejected, and the value that decides; nil if it is not.
  public func fault(duration seconds: Double, rotation radians: Double) -> (reason: RejectionReason, value: Double)? {
    if !duration.contains(seconds) { return (.durationOutOfBounds, seconds) }
    if !rotation.contains(abs(radians)) { return (.rotationOutOfBounds, radians) }
    return nil
  }

  /// The same in a sentence; empty if it is not rejected.
  func explanation(duration seconds: Double, rotation radians: Double) -> String {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    return switch fault(duration: seconds, rotation: radians)?.reason {
    case nil: ""
    case .durationOutOfBounds?:
      "the swing takes \(rounded(seconds)) s; expected \(duration.lowerBound) to \(duration.upperBound) s"
    default:
      "the wrist turns \(rounded(abs(radians))) rad; expected \(rotation.lowerBound) to \(rotation.upperBound) rad"
    }
  }
}
