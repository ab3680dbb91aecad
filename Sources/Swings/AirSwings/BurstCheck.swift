import Signals

/// A burst of rotation beside the recording's typical swing: whether it is like it, and what to say of that.
///
/// A recording has many bursts of which few are told about, so that words are made only when they are asked for.
final class BurstCheck: Sendable {
  let lobe: RotationLobe
  /// How it compares; nil for a lobe that cannot be measured, and where no swing turns its way.
  private let likeness: SwingLikeness?
  private let origin: SwingReference.Origin
  private let maxDifference: Double

  /// Compares the lobe of a burst with a reference.
  init(_ lobe: RotationLobe, _ reference: SwingReference, maxDifference: Double) {
    self.lobe = lobe
    likeness = lobe.isMeasurable ? reference.likeness(of: lobe) : nil
    origin = reference.origin
    self.maxDifference = maxDifference
  }

  var passed: Bool { likeness.map { $0.difference <= maxDifference } ?? false }

  /// What was looked at; it failed for a burst that is no swing.
  var checks: [SwingCheck] {
    if let likeness {
      return [
        SwingCheck(
          "difference from the typical swing", likeness.difference, unit: "1", highest: maxDifference,
          remark: comparison(likeness))
      ]
    }
    return lobe.isMeasurable
      ? [.failed("direction", value: lobe.peakRate, unit: "rad/s", remark: explanation)]
      : [.failed("width of the burst", value: 0, unit: "s", remark: explanation)]
  }

  /// Why the burst is no swing; empty for one that passes.
  var explanation: String {
    guard !passed else { return "" }
    let turns = "the wrist turns at \(abs(lobe.peakRate).rounded(toPlaces: 1)) rad/s"
    if let likeness { return "\(turns), \(comparison(likeness)): unlike a swing" }
    return lobe.isMeasurable
      ? "\(turns) the other way than in \(others)"
      : "\(turns) in a sample between missing ones: there is no course to compare"
  }

  private var others: String { "the recording's \(origin == .hits ? "swings" : "strongest bursts")" }

  private func comparison(_ likeness: SwingLikeness) -> String {
    func times(_ ratio: Double) -> Double { ratio.rounded(toPlaces: 2) }
    return "\(times(likeness.rateRatio)) times the rate, \(times(likeness.widthRatio)) times as long and "
      + "\(times(likeness.rotationRatio)) times as far as \(others)"
  }
}
