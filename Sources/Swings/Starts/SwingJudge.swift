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
