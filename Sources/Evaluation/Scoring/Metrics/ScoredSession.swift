/// The score of a set of recordings, whose figures can be computed for any weights of the recordings.
public protocol ScoredSession: Sendable {
  /// The score of several recordings together.
  associatedtype Figures: ScoreFigures

  /// The identifiers of the recordings, in order.
  var recordingIDs: [String] { get }
  /// The figures of all recordings together.
  var figures: Figures { get }

  /// The figures with each recording counted as often as its weight says.
  func figures(weights: [Int]) -> Figures
}

extension ScoredSession {
  /// Intervals of 95 % for figures, by their names.
  ///
  /// Empty with fewer than two recordings, from which nothing can be drawn; a figure that is not defined has none.
  package func intervals(
    of metrics: [ScoreMetric<Figures>] = Figures.metrics, by bootstrap: Bootstrap = Bootstrap()
  ) -> [String: ScoreInterval] {
    bootstrap.intervals(of: metrics, recordings: recordingIDs.count) { weights in
      let figures = figures(weights: weights)
      return metrics.map { $0.value(figures) }
    }
  }
}

/// Two scores of the same recordings, such as by two pipelines.
package struct ScoreComparison<Session: ScoredSession>: Sendable {
  /// The score in question.
  package let score: Session
  /// The score that it is compared with.
  package let other: Session

  /// Compares scores of the same recordings.
  /// - Returns: nil if the recordings or their order differ.
  package init?(_ score: Session, with other: Session) {
    guard score.recordingIDs == other.recordingIDs else { return nil }
    self.score = score
    self.other = other
  }

  /// The figure minus that of the other score; nil if either is not defined.
  package func difference(_ metric: ScoreMetric<Session.Figures>) -> Double? {
    metric.value(score.figures).flatMap { value in metric.value(other.figures).map { value - $0 } }
  }

  /// Intervals of 95 % for the differences, by the figures' names: both scores take the same draws of recordings.
  ///
  /// Empty with fewer than two recordings; a difference that is not defined has none.
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
