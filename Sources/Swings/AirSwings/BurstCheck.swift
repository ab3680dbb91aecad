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
  /// What it is compared with; nil where no swing turns its way.
  let origin: SwingReference.Origin?
  /// How it compares with the typical swing, and its difference from the swings; nil for a lobe that cannot be measured, and
  /// where no swing turns its way.
  private let likeness: SwingLikeness?
  private let difference: Double?
  /// What the reference as a whole was learned from.
  private let source: SwingReference.Origin
  private let maxDifference: Double
  /// Whether a swing is due at its moment, which allows for more of a difference: see ``RallyPace``.
  private let isDue: Bool
  /// Time to the faster burst of the other way whose backswing or recovery it is, in s; nil for any other.
  private let besideFaster: Double?

  /// Compares the lobe of a burst with a reference.
  init(
    _ lobe: RotationLobe, _ reference: SwingReference, maxDifference: Double, isDue: Bool = false,
    besideFaster: () -> Double? = { nil }
  ) {
    let usual = maxDifference
    let maxDifference = isDue ? RallyPace.widening * usual : usual
    self.isDue = isDue
    self.lobe = lobe
    origin = reference.typical(for: lobe)?.origin
    likeness = lobe.isMeasurable ? reference.likeness(of: lobe) : nil
    difference = lobe.isMeasurable ? reference.difference(of: lobe) : nil
    source = reference.origin
    self.maxDifference = maxDifference
    let isDoubtful = origin == .otherWay || origin == .learned || (difference ?? 0) > usual / 2
    self.besideFaster = isDoubtful && (difference ?? .infinity) <= maxDifference ? besideFaster() : nil
  }

  var passed: Bool { besideFaster == nil && (difference.map { $0 <= maxDifference } ?? false) }

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
      // In the room that it takes: there are tens of thousands of these sentences.
      return String(decoding: "\(turns), \(comparison(likeness)): unlike a swing".utf8, as: UTF8.self)
    }
    let (side, part) = besideFaster < 0 ? ("after", "recovery") : ("ahead of", "backswing")
    return "\(turns) \(abs(besideFaster).text(places: 2)) s \(side) a faster burst of the other way: its \(part)"
  }

  private var others: String {
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
