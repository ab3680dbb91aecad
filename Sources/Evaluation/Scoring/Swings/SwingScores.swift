import SPSwings

/// The figures of one or more recordings. Counts are summed, and differences in time form one list.
package struct SwingScores: Hashable, Sendable {
  /// Number of recordings.
  package var recordingCount = 0
  /// Total length of the recordings, in s; nil if the length of any recording is not known.
  package var durationS: Double?
  /// Detected hits against labelled hits.
  package var hits = DetectionCounts()
  /// Detected misses against labelled misses.
  package var misses = DetectionCounts()
  /// Detected swings against labelled swings, whatever their labels.
  package var all = DetectionCounts()
  /// Detections that are not counted.
  package var ignoredCount = 0
  /// Detected labels against true labels.
  package var confusion = LabelConfusion()
  /// The probabilities of the paired swings of `all`.
  package var calibration: Calibration
  /// Impact time minus contact time, over the pairs of ``hits``: positive, since a shock peaks after its onset.
  package var impact: TimingStatistics
  /// Onset time minus contact time, over the pairs of ``hits``.
  package var onset: TimingStatistics
  /// Start times, over the pairs of ``hits`` and of ``misses`` whose labels have a start.
  package var start: TimingStatistics
  /// Start times, over the pairs of ``hits``.
  package var startOfHits: TimingStatistics
  /// Start times, over the pairs of ``misses``.
  package var startOfMisses: TimingStatistics
  /// Detected time from start to impact, minus labelled time from start to contact, over the pairs of ``hits``.
  package var timeToContact: TimingStatistics
  /// The smallest `DetectionCounts.f1` of `all` in any recording; nil if it is undefined for all recordings.
  package var worstF1: Double?

  /// False positives of `all` per hour; nil if the length is not known or zero.
  package var falseSwingsPerHour: Double? {
    durationS.flatMap { $0 > 0 ? 3600 * Double(all.falsePositives) / $0 : nil }
  }
}

/// The figures of recordings, prepared and sorted so that any selection of recordings is summed quickly.
private struct ScoreSheet {
  private struct Row {
    var hits: DetectionCounts
    var misses: DetectionCounts
    var all: DetectionCounts
    var confusion: LabelConfusion
    var ignoredCount: Int
    var durationS: Double?
  }

  private let rows: [Row]
  private let judgements: [Calibration.Judgement]
  private let impact: [TimingStatistics.Difference]
  private let onset: [TimingStatistics.Difference]
  private let start: [TimingStatistics.Difference]
  private let startOfHits: [TimingStatistics.Difference]
  private let startOfMisses: [TimingStatistics.Difference]
  private let timeToContact: [TimingStatistics.Difference]

  init(_ recordings: [RecordingScore]) {
    typealias Found = (detection: SwingDetection, label: SwingTruth.Swing)
    func differences(
      _ pairs: [KeyPath<RecordingScore, [MomentMatcher.Pair]>], _ difference: (Found) -> Double?
    ) -> [TimingStatistics.Difference] {
      recordings.enumerated().flatMap { position, recording in
        pairs.flatMap { recording[keyPath: $0] }.compactMap { pair in
          difference((recording.detections[pair.first], recording.labels[pair.second])).map {
            TimingStatistics.Difference(seconds: $0, recording: position)
          }
        }
      }.filter(\.seconds.isFinite).sorted { abs($0.seconds) < abs($1.seconds) }
    }
    func sinceLabelledStart(_ found: Found) -> Double? {
      found.detection.startTime.flatMap { start in found.label.startTime.map { start - $0 } }
    }

    rows = recordings.map {
      Row(
        hits: $0.hitCounts, misses: $0.missCounts, all: $0.allCounts, confusion: $0.confusion,
        ignoredCount: $0.ignored.count, durationS: $0.durationS)
    }
    impact = differences([\.hits]) { found in found.detection.impactTime.map { $0 - found.label.contactTime } }
    onset = differences([\.hits]) { found in found.detection.onsetTime.map { $0 - found.label.contactTime } }
    start = differences([\.hits, \.misses], sinceLabelledStart)
    startOfHits = differences([\.hits], sinceLabelledStart)
    startOfMisses = differences([\.misses], sinceLabelledStart)
    timeToContact = differences([\.hits]) { found in
      found.detection.timeToContact.flatMap { time in
        found.label.startTime.map { time - (found.label.contactTime - $0) }
      }
    }
    judgements = recordings.enumerated().flatMap { position, recording in
      recording.all.compactMap { pair in
        recording.detections[pair.first].hitProbability.map {
          Calibration.Judgement(
            probability: $0, isHit: recording.labels[pair.second].label == .hit, recording: position)
        }
      }
    }.sorted { $0.probability < $1.probability }
  }

  /// The figures, with each recording counted as often as its weight says.
  func scores(weights: [Int]) -> SwingScores {
    var scores = SwingScores(
      calibration: Calibration(sorted: judgements, weights: weights),
      impact: TimingStatistics(sorted: impact, weights: weights),
      onset: TimingStatistics(sorted: onset, weights: weights),
      start: TimingStatistics(sorted: start, weights: weights),
      startOfHits: TimingStatistics(sorted: startOfHits, weights: weights),
      startOfMisses: TimingStatistics(sorted: startOfMisses, weights: weights),
      timeToContact: TimingStatistics(sorted: timeToContact, weights: weights))
    var duration: Double? = 0
    for (row, weight) in zip(rows, weights) where weight > 0 {
      scores.recordingCount += weight
      scores.hits.add(row.hits, times: weight)
      scores.misses.add(row.misses, times: weight)
      scores.all.add(row.all, times: weight)
      scores.confusion.add(row.confusion, times: weight)
      scores.ignoredCount += weight * row.ignoredCount
      duration = row.durationS.flatMap { length in duration.map { $0 + Double(weight) * length } }
      if let f1 = row.all.f1 { scores.worstF1 = min(f1, scores.worstF1 ?? f1) }
    }
    scores.durationS = duration
    return scores
  }
}

extension SwingScores: ScoreFigures {
  /// All figures, in order.
  package static let metrics: [ScoreMetric<SwingScores>] =
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

/// The score of a set of recordings: separate scores, and a score of all recordings together.
package struct SessionScore: ScoredSession {
  /// The recordings, in the order given.
  package let recordings: [RecordingScore]
  /// The figures of all recordings together.
  package let figures: SwingScores

  private let sheet: ScoreSheet

  /// Sums recordings that were scored by the same rules.
  package init(_ recordings: [RecordingScore]) {
    self.recordings = recordings
    sheet = ScoreSheet(recordings)
    figures = sheet.scores(weights: [Int](repeating: 1, count: recordings.count))
  }

  /// The figures of one recording by itself.
  package func figures(ofRecordingAt position: Int) -> SwingScores {
    ScoreSheet([recordings[position]]).scores(weights: [1])
  }

  /// The identifiers of the recordings, in the order given.
  package var recordingIDs: [String] { recordings.map(\.recordingID) }

  /// The figures, with each recording counted as often as its weight says.
  package func figures(weights: [Int]) -> SwingScores { sheet.scores(weights: weights) }

  /// The recording with the lowest F1 over all swings. Of recordings with equal F1, it is the one with the most wrong
  /// labels, and then the first.
  ///
  /// Nil if all recordings lack an F1, which needs a label or a detection.
  package var worst: RecordingScore? {
    let ranked = recordings.compactMap { recording in
      recording.allCounts.f1.map { (recording: recording, rank: ($0, -recording.confusion.wrongLabels)) }
    }
    return ranked.min { $0.rank < $1.rank }?.recording
  }
}
