import Recordings
import Signals

/// Everything that decides what the swings of a recording are: the filter, the detectors, the classifier.
///
/// What is nil is not looked for: impacts alone are found without any of the others.
public struct SwingRules: Hashable, Sendable {
  /// The filter that impacts are detected behind.
  public var filter: KaiserHighPass
  /// How impacts are found.
  public var impacts: ImpactDetector
  /// How impacts become swings.
  public var starts: SwingStartDetector?
  /// How swings without an impact are found; takes ``starts``.
  public var airSwings: AirSwingDetector?
  /// How hits and misses are told apart; takes ``starts``.
  public var classifier: HitMissClassifier?
  /// Whether the features of every impact are measured.
  public var measuresImpacts = false
  /// Whether the features of every swing are measured; takes ``classifier``.
  public var measuresSwings = false

  /// Rules that find impacts alone.
  public init(
    filter: KaiserHighPass = KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60),
    impacts: ImpactDetector = ImpactDetector()
  ) {
    self.filter = filter
    self.impacts = impacts
  }

  /// Rules that find and measure the swings of a sport, as the ready pipelines have them; of any sport without one.
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
      air.turnsEitherWay = preset.ways.either
      air.minTypicalRate = preset.peakRate.smallestTypical
      air.maxTypicalWidthS = preset.width.largestTypical
    }
    rules.starts = starts
    rules.airSwings = air
    rules.classifier = HitMissClassifier()
    rules.measuresSwings = true
    return rules
  }

  /// How much of the past and of what follows a candidate is looked at, in s, of each stream.
  var history: (acceleration: History, motion: History) {
    let longest = max(starts?.judge.finder.maxDurationS ?? 0, airSwings?.judge.finder.maxDurationS ?? 0)
    let lookBack = max(starts?.judge.finder.lookBackS ?? 0, airSwings?.judge.finder.lookBackS ?? 0)
    let (clearBefore, clearAfter) = (airSwings?.clearanceBeforeS ?? 0, airSwings?.clearanceAfterS ?? 0)
    // In samples there, so that lost ones make it longer.
    let lobe = 1.1 * (airSwings?.refractoryS ?? 0)
    let motion = History(
      beforeS: max(longest + lookBack + TimingFeatures.stillnessLimitS + clearBefore, RotationLobe.reachS, lobe) + 0.5,
      afterS: max(
        clearAfter + TimingFeatures.followThroughLimitS, clearAfter + RotationLobe.reachS + ContactEvidence.afterS, lobe
      )
        + 0.25)
    let acceleration = History(
      beforeS: max(impacts.onset.lookBackS, -BurstWindow.filteredMS.lowerBound / 1000) + clearBefore + 0.1,
      afterS: BurstWindow.filteredMS.upperBound / 1000 + 0.1)
    return (acceleration, motion)
  }
}

/// How much of a stream is looked at around a candidate.
public struct History: Hashable, Sendable {
  /// Before it, in s.
  public var beforeS: Double
  /// Behind it, in s.
  public var afterS: Double

  /// A history of so much.
  public init(beforeS: Double, afterS: Double) {
    self.beforeS = beforeS
    self.afterS = afterS
  }
}
