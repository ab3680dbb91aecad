import Signals

/// A burst of rotation compared with the recording's typical swing: whether it is similar, and an
/// explanation.
///
/// A burst is not a swing but the backswing or recovery of a faster burst in the opposite direction nearby, if its
/// difference is more than half of the largest one allowed, or if it is compared with hits in the opposite direction or
/// swings of other recordings. None of 192 real misses and 848 simulated ones is excluded by this. A burst that comes
/// at the pace of the swings around it, see ``RallyPace``, may differ more.
///
/// A recording has many bursts, so explanations are made only on request, when tables are written or one is shown.
final class BurstCheck: Sendable {
  let lobe: RotationLobe
  /// Its difference from the swings; nil for a lobe that cannot be measured, and if no swing has its
  /// direction.
  private let compactDifference: CompactDouble
  /// Time to the faster burst in the opposite direction whose backswing or recovery it is, in s; nil if there
  /// is none.
  private let compactDistance: CompactDouble
  private let measure: Measure
  /// Whether a swing is due at its time, which allows a larger difference: see ``RallyPace``.
  private let isDue: Bool

  /// The reference for bursts, and the largest differences allowed.
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

  /// The origin of the reference; nil if no swing has its direction.
  var origin: SwingReference.Origin? { measure.reference.typical(for: lobe)?.origin }

  /// The comparison with the typical swing; nil if the difference is nil.
  private var likeness: SwingLikeness? { lobe.isMeasurable ? measure.reference.likeness(of: lobe) : nil }

  var passed: Bool { besideFaster == nil && (difference.map { $0 <= maxDifference } ?? false) }

  /// For a burst that is unlike the swings, how far it is from being similar, as in ``SwingCheck/margin``; nil without
  /// a difference, and for the recovery or backswing of a faster burst.
  var margin: Double? {
    guard !passed, besideFaster == nil else { return nil }
    return difference.map { maxDifference / $0 - 1 }
  }

  /// The checks made; one failed if the burst is not a swing.
  var checks: [SwingCheck] {
    if let likeness, let difference {
      let like = SwingCheck(
        "difference from the typical swing", difference, unit: "1", highest: maxDifference,
        remark: self.comparison(likeness).joined()
          + (self.isDue ? "; one period from the swings before and after it" : ""))
      guard like.passed, let besideFaster else { return [like] }
      return [like, .failed("distance from a faster burst", value: besideFaster, unit: "s", remark: self.explanation)]
    }
    return lobe.isMeasurable
      ? [
        .failed(
          "direction", value: lobe.peakRate, unit: "rad/s", expectation: "the direction of \(self.others)",
          remark: self.explanation)
      ]
      : [.failed("width of the burst", value: 0, unit: "s", remark: self.explanation)]
  }

  /// Why the burst is not a swing; empty if it passes.
  var explanation: String {
    guard !passed else { return "" }
    // Joined in one piece, as the table of rejected candidates has one for each burst.
    let turns = ["the wrist turns at ", abs(lobe.peakRate).text(places: 1), " rad/s"]
    let rest: [String]
    if let likeness {
      if let besideFaster {
        let (side, part) = besideFaster < 0 ? ("after", "recovery") : ("ahead of", "backswing")
        rest = [" ", abs(besideFaster).text(places: 2), " s ", side, " a faster burst of the other way: its ", part]
      } else {
        rest = [", "] + comparison(likeness) + [": unlike a swing"]
      }
    } else if lobe.isMeasurable {
      rest = [" the other way than in ", others]
    } else {
      rest = [" in a sample between missing ones: there is no course to compare"]
    }
    return (turns + rest).joined()
  }

  private var others: String {
    let source = measure.reference.origin
    if source == .learned || origin == .learned { return "the swings of other recordings" }
    return source == .hits ? "the recording's swings" : "the recording's strongest bursts"
  }

  /// The pieces of a text about how the burst compares.
  private func comparison(_ likeness: SwingLikeness) -> [String] {
    [
      likeness.rateRatio.text(places: 2), " times the rate and ", likeness.widthRatio.text(places: 2),
      " times as long as ", others, ", with ", likeness.riseRatio.text(places: 2), " times their rise",
    ]
  }
}
