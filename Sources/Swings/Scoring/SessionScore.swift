/// The score of a set of recordings: each by itself, and all together.
public struct SessionScore: Sendable {
  /// The recordings, in the order given.
  public let recordings: [RecordingScore]
  /// The figures of all recordings together.
  public let scores: SwingScores

  fileprivate let sheet: ScoreSheet

  /// Sums up recordings that were scored by the same rules.
  public init(_ recordings: [RecordingScore]) {
    self.recordings = recordings
    sheet = ScoreSheet(recordings)
    scores = sheet.scores(weights: [Int](repeating: 1, count: recordings.count))
  }

  /// The figures of one recording by itself.
  public func scores(ofRecordingAt position: Int) -> SwingScores {
    ScoreSheet([recordings[position]]).scores(weights: [1])
  }

  /// The recording with the lowest F1 over all swings; of equal ones, that with the most wrong labels, then the first.
  ///
  /// Nil where no recording has an F1, which needs a label or a detection.
  public var worst: RecordingScore? {
    let ranked = recordings.compactMap { recording in
      recording.allCounts.f1.map { (recording: recording, rank: ($0, -recording.confusion.wrongLabels)) }
    }
    return ranked.min { $0.rank < $1.rank }?.recording
  }

  /// Intervals of 95 % for figures, by their names.
  ///
  /// Empty with fewer than two recordings, from which nothing can be drawn; a figure that is not defined has none.
  public func intervals(
    of metrics: [ScoreMetric] = ScoreMetric.all, by bootstrap: Bootstrap = Bootstrap()
  ) -> [String: ScoreInterval] {
    let intervals = bootstrap.intervals(recordings: recordings.count, figures: metrics.count) { weights in
      let scores = sheet.scores(weights: weights)
      return metrics.map { $0.value(scores) }
    }
    return Dictionary(
      uniqueKeysWithValues: zip(metrics, intervals).compactMap { metric, interval in
        interval.map { (metric.name, $0) }
      })
  }
}

/// Two scores of the same recordings, such as by two pipelines.
public struct ScoreComparison: Sendable {
  /// The score that is asked about.
  public let score: SessionScore
  /// The score that it is compared with.
  public let other: SessionScore

  /// Compares scores of the same recordings.
  /// - Returns: nil where the recordings or their order differ.
  public init?(_ score: SessionScore, with other: SessionScore) {
    guard score.recordings.map(\.recordingID) == other.recordings.map(\.recordingID) else { return nil }
    self.score = score
    self.other = other
  }

  /// The figure minus that of the other score; nil where either is not defined.
  public func difference(_ metric: ScoreMetric) -> Double? {
    metric.value(score.scores).flatMap { value in metric.value(other.scores).map { value - $0 } }
  }

  /// Intervals of 95 % for the differences, by the figures' names: both scores take the same draws of recordings.
  ///
  /// Empty with fewer than two recordings; a difference that is not defined has none.
  public func intervals(
    of metrics: [ScoreMetric] = ScoreMetric.all, by bootstrap: Bootstrap = Bootstrap()
  ) -> [String: ScoreInterval] {
    let intervals = bootstrap.intervals(recordings: score.recordings.count, figures: metrics.count) { weights in
      let (mine, others) = (score.sheet.scores(weights: weights), other.sheet.scores(weights: weights))
      return metrics.map { metric in
        metric.value(mine).flatMap { value in metric.value(others).map { value - $0 } }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: zip(metrics, intervals).compactMap { metric, interval in
        interval.map { (metric.name, $0) }
      })
  }
}
