import SPPipelines

/// A score of swings with its intervals, and another one for comparison, for people and for programs.
public struct SwingScoreReport: Sendable {
  /// The score.
  public let session: SessionScore
  let intervals: [String: ScoreInterval]
  let rules: ScoringRules
  let bootstrap: Bootstrap
  let comparison: Comparison?

  /// Another run's score of the same recordings, and how this one differs from it.
  struct Comparison: Sendable {
    let other: SessionScore
    let tables: [String]
    let differences: ScoreComparison<SessionScore>
    let intervals: [String: ScoreInterval]
  }

  /// Computes the intervals.
  ///
  /// - Parameters:
  ///   - session: the score.
  ///   - rules: the rules of the score.
  ///   - bootstrap: how the intervals are drawn.
  ///   - other: another run's score of the same recordings, and the name of its tables.
  public init(
    _ session: SessionScore, rules: ScoringRules, bootstrap: Bootstrap,
    other: (SessionScore, tables: [String])? = nil
  ) {
    self.session = session
    self.rules = rules
    self.bootstrap = bootstrap
    intervals = session.intervals(by: bootstrap)
    comparison = other.flatMap { other, tables in
      ScoreComparison(session, with: other).map {
        Comparison(other: other, tables: tables, differences: $0, intervals: $0.intervals(by: bootstrap))
      }
    }
  }

  var scores: SwingScores { session.figures }

  /// A note on the intervals, or on why there are none.
  var intervalNote: String { ScoreText.note(on: bootstrap, recordings: session.recordings.count) }
}
