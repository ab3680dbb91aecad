import SPRecordings
import SPSignals

/// Everything that determines the swings of a recording: the filter, the detectors, the classifier.
///
/// Parts that are nil are skipped: impacts are found without any other part.
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

  /// Rules that find and measure the swings of a sport, as in the built-in pipelines; without a sport, the swings of
  /// any sport.
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
    }
    rules.starts = starts
    rules.airSwings = air
    rules.classifier = HitMissClassifier()
    rules.measuresSwings = true
    return rules
  }
}
