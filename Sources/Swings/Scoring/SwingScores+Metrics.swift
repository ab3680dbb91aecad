import Scoring

extension SwingScores: ScoreFigures {
  /// All figures, in order.
  public static let metrics: [ScoreMetric<SwingScores>] =
    ScoreMetric.counts("", "all swings") { $0.all } + ScoreMetric.counts("hits.", "hits") { $0.hits }
    + ScoreMetric.counts("misses.", "misses") { $0.misses } + decisions
    + ScoreMetric.timing("impact", "impact time minus labelled contact, of hits") { $0.impact }
    + ScoreMetric.timing("onset", "onset time minus labelled contact, of hits") { $0.onset }
    + ScoreMetric.timing("start", "start time minus labelled start") { $0.start }
    + ScoreMetric.timing("hits.start", "start time minus labelled start, of hits") { $0.startOfHits }
    + ScoreMetric.timing("misses.start", "start time minus labelled start, of misses") { $0.startOfMisses }
    + ScoreMetric.timing("time_to_contact", "start to impact minus labelled start to contact, of hits") {
      $0.timeToContact
    }

  private static let decisions: [ScoreMetric<SwingScores>] = [
    .fraction("worst.f1", "f1 of the recording where it is lowest") { $0.worstF1 },
    .fraction("accuracy", "fraction of found swings with the right label") { $0.confusion.accuracy },
    .fraction("sensitivity", "fraction of found labelled hits called hits") { $0.confusion.sensitivity },
    .fraction("false_positive_rate", isLargerBetter: false, "fraction of found labelled misses called hits") {
      $0.confusion.falsePositiveRate
    },
    ScoreMetric(
      name: "false_swings_per_hour", unit: "1/h", isLargerBetter: false, summary: "detections that fit no label"
    ) { $0.falseSwingsPerHour },
    .fraction("auroc", "area under the ROC curve of hit_probability") { $0.calibration.auroc },
    .fraction("brier", isLargerBetter: false, "Brier score of hit_probability") { $0.calibration.brier },
    .fraction("ece", isLargerBetter: false, "expected calibration error of hit_probability, ten bins") {
      $0.calibration.expectedError
    },
  ]
}
