import Foundation
import Swings

/// A score with its intervals, and another to compare it with: what is told to people and to programs.
struct ScoreReport {
  let session: SessionScore
  let intervals: [String: ScoreInterval]
  let rules: ScoringRules
  let bootstrap: Bootstrap
  let comparison: Comparison?

  /// Another run's score of the same recordings, and how this one differs from it.
  struct Comparison {
    let other: SessionScore
    let tables: [String]
    let differences: ScoreComparison
    let intervals: [String: ScoreInterval]
  }

  /// Finds the intervals.
  init(_ session: SessionScore, rules: ScoringRules, bootstrap: Bootstrap, other: (SessionScore, tables: [String])?) {
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

  var scores: SwingScores { session.scores }

  /// Why there are intervals or none.
  var intervalNote: String {
    if bootstrap.resamples == 0 { return "no intervals: no resamples were asked for" }
    if session.recordings.count < 2 { return "no intervals: they are drawn over recordings, and there is one" }
    return "[low, high]: 95 % interval of \(bootstrap.resamples) draws of the recordings with replacement"
  }
}

/// How figures are written for people.
enum ScoreText {
  /// A number with its digits for a unit; "-" for one that is not defined.
  static func number(_ value: Double?, unit: String, signed: Bool = false) -> String {
    guard let value else { return "-" }
    let digits = unit == "ms" ? 2 : unit == "1" ? 4 : 1
    let text = String(format: "%.\(digits)f", value)
    // Neither "-0.00" nor "+0.00".
    guard text.contains(where: { ("1"..."9").contains($0) }) else { return text.replacing("-", with: "") }
    return signed && value > 0 ? "+" + text : text
  }

  /// An interval; empty without one.
  static func interval(_ interval: ScoreInterval?, unit: String) -> String {
    interval.map { "[\(number($0.low, unit: unit)), \(number($0.high, unit: unit))]" } ?? ""
  }
}
