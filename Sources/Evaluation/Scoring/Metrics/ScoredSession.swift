/// The score of a set of recordings, whose figures can be computed for any weights of the recordings.
public protocol ScoredSession: Sendable {
  /// The score of several recordings together.
  associatedtype Figures: ScoreFigures

  /// The identifiers of the recordings, in order.
  var recordingIDs: [String] { get }
  /// The figures of all recordings together.
  var figures: Figures { get }

  /// The figures, with each recording counted as often as its weight says.
  func figures(weights: [Int]) -> Figures
}

extension ScoredSession {
  /// Intervals of 95 % for figures, by the figures' names.
  ///
  /// Empty with fewer than two recordings, since resampling needs at least two. A figure that is not defined has no
  /// interval.
  package func intervals(
    of metrics: [ScoreMetric<Figures>] = Figures.metrics, by bootstrap: Bootstrap = Bootstrap()
  ) -> [String: ScoreInterval] {
    bootstrap.intervals(of: metrics, recordings: recordingIDs.count) { weights in
      let figures = figures(weights: weights)
      return metrics.map { $0.value(figures) }
    }
  }
}

/// Two scores of the same recordings, for example of two pipelines.
package struct ScoreComparison<Session: ScoredSession>: Sendable {
  /// The score in question.
  package let score: Session
  /// The score to compare with.
  package let other: Session

  /// Compares scores of the same recordings.
  /// - Returns: nil if the recordings or their order differ.
  package init?(_ score: Session, with other: Session) {
    guard score.recordingIDs == other.recordingIDs else { return nil }
    self.score = score
    self.other = other
  }

  /// The figure of `score` minus the figure of `other`; nil if either figure is not defined.
  package func difference(_ metric: ScoreMetric<Session.Figures>) -> Double? {
    metric.value(score.figures).flatMap { value in metric.value(other.figures).map { value - $0 } }
  }

  /// Intervals of 95 % for the differences, by the figures' names. Both scores use the same draws of recordings.
  ///
  /// Empty with fewer than two recordings. A difference that is not defined has no interval.
  package func intervals(
    of metrics: [ScoreMetric<Session.Figures>] = Session.Figures.metrics, by bootstrap: Bootstrap = Bootstrap()
  ) -> [String: ScoreInterval] {
    bootstrap.intervals(of: metrics, recordings: score.recordingIDs.count) { weights in
      let (mine, others) = (score.figures(weights: weights), other.figures(weights: weights))
      return metrics.map { metric in
        metric.value(mine).flatMap { value in metric.value(others).map { value - $0 } }
      }
    }
  }
}
