import SPSignals

/// A burst of rotation compared with the recording's strokes and its typical swing: whether it is similar, and an
/// explanation.
///
/// A burst passes if it repeats strokes of the recording, see `StrokePattern`, or resembles its hits, see
/// `SwingLikeness`. Near a faster burst that turns otherwise, it may be the backswing or recovery instead. A burst that
/// repeats strokes is then a swing only if it is very similar to them. A burst compared with hits is then a swing only
/// under two conditions: the reference shows its direction in this recording, and its difference is at most half of the
/// largest allowed. A burst at the pace of the swings around it, see `RallyPace`, may differ more. A burst that repeats
/// strokes also needs a probability of a stroke, see ``SwingModel``, that is not too small.
///
/// A recording has many bursts, so explanations are made only on request: when tables are written or an explanation is
/// shown.
final class BurstCheck: Sendable {
  let lobe: RotationLobe
  /// How it compares with the recording's strokes; nil if its movement was not measured, or nothing repeats.
  let stroke: StrokeLikeness?
  /// How the wrist turns; nil if its movement was not measured.
  let traits: StrokeTraits?
  /// Whether it turns about another axis than the hits.
  private let turnsAside: Bool
  /// Its difference from the hits; nil for a lobe that cannot be measured, and without a reference in its direction.
  private let compactDifference: CompactDouble
  /// Time to the faster burst of which this burst is the backswing or recovery, in s, or nil.
  private let compactDistance: CompactDouble
  private let measure: Measure
  /// Whether a swing is due at its time, which allows a larger difference: see `RallyPace`.
  private let isDue: Bool
  /// Whether it passes as a stroke that repeats.
  private let isRepeated: Bool

  /// The swings that bursts are compared with, and the limits.
  final class Measure: Sendable {
    /// The recording's hits; nil if there are too few.
    let reference: SwingReference?
    let maxDifference: Double
    let model: SwingModel
    /// Smallest probability of a stroke.
    let minProbability: Double

    init(
      _ reference: SwingReference?, maxDifference: Double, model: SwingModel = .standard, minProbability: Double
    ) {
      (self.reference, self.maxDifference) = (reference, maxDifference)
      (self.model, self.minProbability) = (model, minProbability)
    }
  }

  /// Compares a burst with the recording's swings.
  ///
  /// - Parameters:
  ///   - lobe: Its lobe; nil if it was not measured.
  ///   - turnsAside: Whether it turns about another axis than gravity.
  ///   - besideFaster: The time in s to a faster burst that turns in the opposite direction.
  ///   - besideOther: The time in s to a faster burst that is another movement.
  init(
    _ lobe: RotationLobe?, turnsAside: Bool = false, _ measure: Measure, _ stroke: StrokeLikeness?,
    _ motion: StrokeMotion? = nil, isDue: Bool = false, besideFaster: () -> Double? = { nil },
    besideOther: () -> Double? = { nil }
  ) {
    let lobe = lobe ?? RotationLobe(time: .nan, peakRate: .nan, widthS: .nan, riseS: .nan)
    (self.lobe, self.stroke, self.measure, self.isDue) = (lobe, stroke, measure, isDue)
    self.turnsAside = turnsAside
    traits = motion.map { StrokeTraits($0, stroke) }
    let difference = lobe.isMeasurable && !turnsAside ? measure.reference?.difference(of: lobe) : nil
    let origin = measure.reference?.typical(for: lobe)?.origin
    let isDoubtful = origin == .otherWay || origin == .learned || (difference ?? 0) > measure.maxDifference / 2
    let isNear = (difference ?? .infinity) <= Self.maxDifference(measure, isDue: isDue)
    let opposite = isDoubtful && isNear ? besideFaster() : nil
    let isLike = isNear && opposite == nil
    let isAlike = !isLike && stroke?.isAlike == true
    let other = isAlike && (stroke?.similarity ?? 0) < StrokeLikeness.ownSimilarity ? besideOther() : nil
    isRepeated = isAlike && other == nil
    compactDifference = CompactDouble(wrappedValue: difference)
    compactDistance = CompactDouble(wrappedValue: isRepeated ? nil : opposite ?? other)
  }

  private var difference: Double? { compactDifference.wrappedValue }

  private var besideFaster: Double? { compactDistance.wrappedValue }

  private static func maxDifference(_ measure: Measure, isDue: Bool) -> Double {
    isDue ? RallyPace.widening * measure.maxDifference : measure.maxDifference
  }

  private var maxDifference: Double { Self.maxDifference(measure, isDue: isDue) }

  /// The swings that it was compared with; nil if no swing has its direction.
  var origin: SwingReference.Origin? {
    isRepeated ? .repeatedStrokes : turnsAside ? nil : measure.reference?.typical(for: lobe)?.origin
  }

  /// The comparison with the typical swing; nil if the difference is nil.
  private var likeness: SwingLikeness? {
    lobe.isMeasurable && !turnsAside ? measure.reference?.likeness(of: lobe) : nil
  }

  /// Whether hits of the recording turn in its direction, to compare it with.
  var hasLikeHits: Bool { !turnsAside && measure.reference?.typical(for: lobe)?.origin == .hits }

  /// Whether it is like the recording's strokes or hits, and probably a stroke.
  var passed: Bool { isLikeSwings && isProbable }

  private var isLikeSwings: Bool {
    isRepeated || (besideFaster == nil && (difference.map { $0 <= maxDifference } ?? false))
  }

  /// Probability of a stroke; nil if its movement was not measured.
  private var probability: Double? { traits.map(measure.model.probability) }

  /// A movement that is like the hits needs no such probability: the probability depends mostly on strokes that repeat.
  private var isProbable: Bool { !isRepeated || (probability.map { $0 >= measure.minProbability } ?? true) }

  /// For a burst that is unlike the swings, how far it is from being similar, as in ``SwingCheck/margin``; nil without
  /// a comparison, and for the recovery or backswing of a faster burst.
  var margin: Double? {
    guard !passed, besideFaster == nil else { return nil }
    if isLikeSwings { return probabilityCheck?.margin }
    let margins = [
      difference.map { maxDifference / $0 - 1 }, stroke.map { Self.strokeChecks($0).compactMap(\.margin).min() ?? 0 },
    ]
    return margins.compactMap(\.self).max().map { min(0, max(-1, $0)) }
  }

  /// The check of the probability of a stroke; nil if its movement was not measured.
  private var probabilityCheck: SwingCheck? {
    probability.map {
      SwingCheck("probability of a stroke", $0, unit: "1", lowest: measure.minProbability, remark: "swing_probability")
    }
  }

  /// The checks of a movement that may repeat a stroke.
  private static func strokeChecks(_ stroke: StrokeLikeness) -> [SwingCheck] {
    [
      SwingCheck(
        "similarity to the recording's strokes", max(0, Double(stroke.similarity)), unit: "1",
        lowest: Double(stroke.neededSimilarity), remark: "cosine, rotation rate on three axes"),
      SwingCheck(
        "peak rate of that of similar strokes", Double(stroke.rateRatio), unit: "1",
        lowest: Double(stroke.neededRateRatio), remark: "total rotation rate"),
    ]
  }

  /// The checks made; if the burst is not a swing, a check failed.
  var checks: [SwingCheck] {
    likenessChecks + (isRepeated ? [probabilityCheck].compactMap(\.self) : [])
  }

  private var likenessChecks: [SwingCheck] {
    if isRepeated, let stroke { return Self.strokeChecks(stroke) }
    let repeats = stroke.map { Array(Self.strokeChecks($0).prefix { $0.passed }) } ?? []
    if let likeness, let difference {
      let like = SwingCheck(
        "difference from the typical swing", difference, unit: "1", highest: maxDifference,
        remark: self.comparison(likeness).joined()
          + (self.isDue ? "; one period from the swings before and after it" : ""))
      guard let besideFaster else { return [like] }
      return [like, .failed("distance from a faster burst", value: besideFaster, unit: "s", remark: self.explanation)]
    }
    if let besideFaster {
      return repeats + [
        .failed("distance from a faster burst", value: besideFaster, unit: "s", remark: self.explanation)
      ]
    }
    if measure.reference != nil, !turnsAside, lobe.isMeasurable {
      return [
        .failed(
          "direction", value: lobe.peakRate, unit: "rad/s", expectation: "the direction of \(self.others)",
          remark: self.explanation)
      ]
    }
    if let stroke, lobe.isMeasurable { return Self.strokeChecks(stroke).filter { !$0.passed } }
    return [.failed("width of the burst", value: 0, unit: "s", remark: self.explanation)]
  }

  /// Why the burst is not a swing; empty if it passes.
  var explanation: String {
    guard !passed else { return "" }
    // Joined only once: the table of rejected candidates has an explanation for each burst.
    let turns = ["the wrist turns at ", abs(lobe.peakRate).text(places: 1), " rad/s"]
    let rest: [String]
    if isLikeSwings {
      rest = [
        ", with a probability of a stroke of ", (probability ?? 0).text(places: 3), "; expected at least ",
        measure.minProbability.text(places: 3),
      ]
    } else if let besideFaster {
      let (side, part) = besideFaster < 0 ? ("after", "recovery") : ("ahead of", "backswing")
      rest = [" ", abs(besideFaster).text(places: 2), " s ", side, " a faster burst of the other way: its ", part]
    } else if let likeness {
      rest = [": "] + comparison(likeness) + ["; unlike a swing"]
    } else if !lobe.isMeasurable {
      rest = [" in a sample between missing ones: there is no course to compare"]
    } else if measure.reference != nil, !turnsAside {
      rest = [" the other way than in ", others]
    } else if let stroke {
      rest = [
        ", with a similarity of ", Double(max(0, stroke.similarity)).text(places: 2),
        " to the recording's strokes and ",
        Double(stroke.rateRatio).text(places: 2), " times their rate: unlike a swing",
      ]
    } else {
      rest = [", and no stroke of the recording can be compared with it"]
    }
    return (turns + rest).joined()
  }

  private var others: String {
    measure.reference?.origin == .learned || origin == .learned
      ? "the swings of other recordings" : "the recording's swings"
  }

  private func percent(_ ratio: Double) -> String { "\(Int((100 * ratio).rounded())) %" }

  /// The pieces of a text about how the burst compares.
  private func comparison(_ likeness: SwingLikeness) -> [String] {
    [
      percent(likeness.rateRatio), " as fast as ", others, "; the turn lasts ", percent(likeness.widthRatio),
      " as long, and takes ", percent(likeness.riseRatio), " as long to its peak",
    ]
  }
}
