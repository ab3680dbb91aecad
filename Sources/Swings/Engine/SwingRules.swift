import Recordings
import Signals

/// Everything that determines the swings of a recording: the filter, the detectors, the classifier.
///
/// Parts that are nil are skipped: impacts are found without any of the others.
public struct SwingRules: Hashable, Sendable {
  /// The filter applied before impacts are detected.
  public var filter: KaiserHighPass
  /// How impacts are found.
  public var impacts: ImpactDetector
  /// How impacts become swings.
  public var starts: SwingStartDetector?
  /// How swings without an impact are found; requires ``starts``.
  public var airSwings: AirSwingDetector?
  /// How hits and misses are distinguished; requires ``starts``.
  public var classifier: HitMissClassifier?
  /// Whether the features of every impact are measured.
  public var measuresImpacts = false
  /// Whether the features of every swing are measured; requires ``classifier``.
  public var measuresSwings = false

  /// Makes rules that find only impacts.
  public init(
    filter: KaiserHighPass = KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60),
    impacts: ImpactDetector = ImpactDetector()
  ) {
    self.filter = filter
    self.impacts = impacts
  }

  /// Rules that find and measure the swings of a sport, as in the built-in pipelines; without a sport, of any.
  public static func standard(for sport: Sport? = nil) -> SwingRules {
    var rules = SwingRules()
    var starts = SwingStartDetector()
    var air = AirSwingDetector()
    if let sport {
      let preset = SportPreset(sport)
      starts.judge = SwingJudge(
        bounds: SwingBounds(duration: preset.duration.toContact, rotation: preset.rotation.toContact))
      starts.judge.finder.minPeakRate = preset.peakRate.smallestBeforeContact
      air.judge = SwingJudge(bounds: SwingBounds(duration: preset.duration.toPeak, rotation: preset.rotation.toPeak))
      air.minRate = preset.peakRate.smallest
      air.turnsInEitherDirection = preset.ways.either
      air.minTypicalRate = preset.peakRate.smallestTypical
      air.maxTypicalWidthS = preset.width.largestTypical
    }
    rules.starts = starts
    rules.airSwings = air
    rules.classifier = HitMissClassifier()
    rules.measuresSwings = true
    return rules
  }

  /// How much before and after a candidate is read, in s, of each stream.
  var history: (acceleration: History, motion: History) {
    let longest = max(starts?.judge.finder.maxDurationS ?? 0, airSwings?.judge.finder.maxDurationS ?? 0)
    let lookBack = max(starts?.judge.finder.lookBackS ?? 0, airSwings?.judge.finder.lookBackS ?? 0)
    let (clearBefore, clearAfter) = (airSwings?.clearanceBeforeS ?? 0, airSwings?.clearanceAfterS ?? 0)
    // Counted in samples there, so lost ones make it longer.
    let lobe = 1.1 * (airSwings?.refractoryS ?? 0)
    let motion = History(
      beforeS: max(longest + lookBack + TimingFeatures.stillnessLimitS + clearBefore, RotationLobe.reachS, lobe) + 0.5,
      afterS: max(
        clearAfter + TimingFeatures.followThroughLimitS, clearAfter + RotationLobe.reachS + ContactEvidence.afterS, lobe
      )
        + 0.25)
    let acceleration = History(
      beforeS: max(impacts.onset.lookBackS, -BurstWindow.contextMS.lowerBound / 1000) + clearBefore + 0.1,
      afterS: BurstWindow.tailMS.upperBound / 1000 + 0.1)
    return (acceleration, motion)
  }
}

/// How much of a stream is read around a candidate.
public struct History: Hashable, Sendable {
  /// Before it, in s.
  public var beforeS: Double
  /// After it, in s.
  public var afterS: Double

  /// Makes a history.
  public init(beforeS: Double, afterS: Double) {
    self.beforeS = beforeS
    self.afterS = afterS
  }
}
