import Signals

/// A burst of rotation beside the recording's typical swing: whether it is like it, and what to say of that.
///
/// A burst that is like a swing but not much, by more than half of the largest difference, or that is judged by hits of
/// the other way or by swings of other recordings, is no swing where a faster burst of the other way lies near: it is that one's backswing or recovery.
/// Of 192 real misses and 848 simulated ones none lies so. One at the moment that the pace of the swings around it gives,
/// see ``RallyPace``, may differ more.
///
/// A recording has many bursts of which few are told about, so that words are made only when they are asked for.
final class BurstCheck: Sendable {
  let lobe: RotationLobe
  /// Its difference from the swings; nil for a lobe that cannot be measured, and where no swing turns its way.
  private let compactDifference: CompactDouble
  /// Time to the faster burst of the other way whose backswing or recovery it is, in s; nil for any other.
  private let compactDistance: CompactDouble
  private let measure: Measure
  /// Whether a swing is due at its moment, which allows for more of a difference: see ``RallyPace``.
  private let isDue: Bool

  /// What bursts are compared with, and how much they may differ.
  final class Measure: Sendable {
    let reference: SwingReference
    let maxDifference: Double

    init(_ reference: SwingReference, maxDifference: Double) {
      self.reference = reference
      self.maxDifference = maxDifference
    }
  }

  /// Compares the lobe of a burst with the recording's swings.
  init(_ lobe: RotationLobe, _ measure: Measure, isDue: Bool = false, besideFaster: () -> Double? = { nil }) {
    self.lobe = lobe
    self.measure = measure
    self.isDue = isDue
    let difference = lobe.isMeasurable ? measure.reference.difference(of: lobe) : nil
    let origin = measure.reference.typical(for: lobe)?.origin
    let isDoubtful = origin == .otherWay || origin == .learned || (difference ?? 0) > measure.maxDifference / 2
    let isNear = (difference ?? .infinity) <= Self.maxDifference(measure, isDue: isDue)
    compactDifference = CompactDouble(wrappedValue: difference)
    compactDistance = CompactDouble(wrappedValue: isDoubtful && isNear ? besideFaster() : nil)
  }

  private var difference: Double? { compactDifference.wrappedValue }

  private var besideFaster: Double? { compactDistance.wrappedValue }

  private static func maxDifference(_ measure: Measure, isDue: Bool) -> Double {
    isDue ? RallyPace.widening * measure.maxDifference : measure.maxDifference
  }

  private var maxDifference: Double { Self.maxDifference(measure, isDue: isDue) }

  /// What it is compared with; nil where no swing turns its way.
  var origin: SwingReference.Origin? { measure.reference.typical(for: lobe)?.origin }

  /// How it compares with the typical swing; nil where its difference is.
  private var likeness: SwingLikeness? { lobe.isMeasurable ? measure.reference.likeness(of: lobe) : nil }

  var passed: Bool { besideFaster == nil && (difference.map { $0 <= maxDifference } ?? false) }

  /// How far a burst that is unlike the swings is from being like one, as ``SwingCheck/margin``; nil without a difference, and
  /// where it is the recovery or the backswing of a faster one.
  var margin: Double? {
    guard !passed, besideFaster == nil else { return nil }
    return difference.map { maxDifference / $0 - 1 }
  }

  /// What was looked at; it failed for a burst that is no swing.
  var checks: [SwingCheck] {
    if let likeness, let difference {
      let like = SwingCheck(
        "difference from the typical swing", difference, unit: "1", highest: maxDifference,
        remark: comparison(likeness) + (isDue ? "; one period from the swings before and after it" : ""))
      guard like.passed, let besideFaster else { return [like] }
      return [like, .failed("distance from a faster burst", value: besideFaster, unit: "s", remark: explanation)]
    }
    return lobe.isMeasurable
      ? [.failed("direction", value: lobe.peakRate, unit: "rad/s", remark: explanation)]
      : [.failed("width of the burst", value: 0, unit: "s", remark: explanation)]
  }

  /// Why the burst is no swing; empty for one that passes.
  var explanation: String {
    guard !passed else { return "" }
    let turns = "the wrist turns at \(abs(lobe.peakRate).text(places: 1)) rad/s"
    guard let likeness else {
      return lobe.isMeasurable
        ? "\(turns) the other way than in \(others)"
        : "\(turns) in a sample between missing ones: there is no course to compare"
    }
    guard let besideFaster else {
      return "\(turns), \(comparison(likeness)): unlike a swing"
    }
    let (side, part) = besideFaster < 0 ? ("after", "recovery") : ("ahead of", "backswing")
    return "\(turns) \(abs(besideFaster).text(places: 2)) s \(side) a faster burst of the other way: its \(part)"
  }

  private var others: String {
    let source = measure.reference.origin
    if source == .learned || origin == .learned { return "the swings of other recordings" }
    return "the recording's \(source == .hits ? "swings" : "strongest bursts")"
  }

  private func comparison(_ likeness: SwingLikeness) -> String {
    func times(_ ratio: Double) -> String { ratio.text(places: 2) }
    return
      "\(times(likeness.rateRatio)) times the rate and \(times(likeness.widthRatio)) times as long as \(others), with "
      + "\(times(likeness.riseRatio)) times their rise"
  }
}
