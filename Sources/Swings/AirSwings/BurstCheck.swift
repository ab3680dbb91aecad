import Signals

/// A burst of rotation beside the recording's typical swing: whether it is like it, and what to say if not.
struct BurstCheck {
  let lobe: RotationLobe
  let checks: [SwingCheck]
  /// Empty for a burst that passes.
  let explanation: String

  var passed: Bool { explanation.isEmpty }

  /// Compares the lobe around a peak with a reference.
  /// - Throws: whatever reading `rotation` throws.
  init(_ peak: Peak, _ reference: SwingReference, in rotation: any Signal, maxDifference: Double) throws {
    lobe = try RotationLobe(around: peak.index, in: rotation)
    let others = reference.origin == .hits ? "swings" : "strongest bursts"
    let rate = abs(lobe.peakRate).rounded(toPlaces: 1)
    guard lobe.isMeasurable else {
      explanation = "the wrist turns at \(rate) rad/s in a sample between missing ones: there is no course to compare"
      checks = [.failed("width of the burst", value: 0, unit: "s", remark: explanation)]
      return
    }
    guard let likeness = reference.likeness(of: lobe) else {
      explanation = "the wrist turns at \(rate) rad/s the other way than in the recording's \(others)"
      checks = [.failed("direction", value: lobe.peakRate, unit: "rad/s", remark: explanation)]
      return
    }
    let remark = Self.comparison(likeness, others: "the recording's \(others)")
    let check = SwingCheck(
      "difference from the typical swing", likeness.difference, unit: "1", highest: maxDifference, remark: remark)
    checks = [check]
    explanation = check.passed ? "" : "the wrist turns at \(rate) rad/s, \(remark): unlike a swing"
  }

  private static func comparison(_ likeness: SwingLikeness, others: String) -> String {
    func times(_ ratio: Double) -> Double { ratio.rounded(toPlaces: 2) }
    return "\(times(likeness.rateRatio)) times the rate, \(times(likeness.widthRatio)) times as long and "
      + "\(times(likeness.rotationRatio)) times as far as \(others)"
  }
}
