/// A figure by its name, as bounds on the command line and programs ask for it.
public struct ScoreMetric: Sendable {
  /// Its name, with a unit at the end where it has one.
  public let name: String
  /// Its unit; "1" for shares.
  public let unit: String
  /// Whether a larger value is better; nil where the value nearest to 0 is best.
  public let isLargerBetter: Bool?
  /// What it is, in a phrase.
  public let summary: String
  /// Its value; nil where it is not defined, as precision without detections.
  public let value: @Sendable (SwingScores) -> Double?

  /// All figures, in order.
  public static let all: [ScoreMetric] =
    counts("", "all swings") { $0.all } + counts("hits.", "hits") { $0.hits }
    + counts("misses.", "misses") { $0.misses } + decisions
    + timing("impact", "impact time minus labelled contact, of hits") { $0.impact }
    + timing("onset", "onset time minus labelled contact, of hits") { $0.onset }
    + timing("start", "start time minus labelled start") { $0.start }
    + timing("hits.start", "start time minus labelled start, of hits") { $0.startOfHits }
    + timing("misses.start", "start time minus labelled start, of misses") { $0.startOfMisses }
    + timing("time_to_contact", "start to impact minus labelled start to contact, of hits") { $0.timeToContact }

  /// The figure of that name, if there is one.
  public static func named(_ name: String) -> ScoreMetric? { all.first { $0.name == name } }

  private static func counts(
    _ prefix: String, _ noun: String, _ counts: @escaping @Sendable (SwingScores) -> DetectionCounts
  ) -> [ScoreMetric] {
    [
      share("\(prefix)precision", "share of detected \(noun) that are labelled") { counts($0).precision },
      share("\(prefix)recall", "share of labelled \(noun) that were detected") { counts($0).recall },
      share("\(prefix)f1", "harmonic mean of \(prefix)precision and \(prefix)recall") { counts($0).f1 },
    ]
  }

  private static let decisions: [ScoreMetric] = [
    share("worst.f1", "f1 of the recording where it is lowest") { $0.worstF1 },
    share("accuracy", "share of found swings with the right label") { $0.confusion.accuracy },
    share("sensitivity", "share of found labelled hits called hits") { $0.confusion.sensitivity },
    share("false_positive_rate", isLargerBetter: false, "share of found labelled misses called hits") {
      $0.confusion.falsePositiveRate
    },
    ScoreMetric(
      name: "false_swings_per_hour", unit: "1/h", isLargerBetter: false, summary: "detections that fit no label"
    ) { $0.falseSwingsPerHour },
    share("auroc", "area under the ROC curve of hit_probability") { $0.calibration.auroc },
    share("brier", isLargerBetter: false, "Brier score of hit_probability") { $0.calibration.brier },
    share("ece", isLargerBetter: false, "expected calibration error of hit_probability, ten bins") {
      $0.calibration.expectedError
    },
  ]

  private static func share(
    _ name: String, isLargerBetter: Bool = true, _ summary: String,
    _ value: @escaping @Sendable (SwingScores) -> Double?
  ) -> ScoreMetric {
    ScoreMetric(name: name, unit: "1", isLargerBetter: isLargerBetter, summary: summary, value: value)
  }

  private static func timing(
    _ name: String, _ phrase: String, _ statistics: @escaping @Sendable (SwingScores) -> TimingStatistics
  ) -> [ScoreMetric] {
    [
      ScoreMetric(name: "\(name).bias_ms", unit: "ms", isLargerBetter: nil, summary: "mean of \(phrase)") {
        statistics($0).biasMS
      },
      ScoreMetric(name: "\(name).sd_ms", unit: "ms", isLargerBetter: false, summary: "deviation of \(phrase)") {
        statistics($0).deviationMS
      },
      ScoreMetric(
        name: "\(name).p95_ms", unit: "ms", isLargerBetter: false, summary: "95th percentile of the size of \(phrase)"
      ) { statistics($0).percentile95MS },
    ]
  }
}
