import ArgumentParser
import Pipelines
import Swings

/// A bound that a figure has to keep, as `f1=0.95` on the command line.
struct ScoreBound {
  /// Which side of the bound is wrong.
  enum Side: String {
    case under = "--fail-under"
    case over = "--fail-over"
  }

  private let side: Side
  private let text: String
  private let metric: ScoreMetric
  private let limit: Double

  /// Takes a bound apart.
  /// - Throws: `ValidationError` with what was expected and the nearest name.
  init(_ text: String, _ side: Side) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let limit = Double(parts[1]), limit.isFinite else {
      throw ValidationError("\(side.rawValue) is \"\(text)\"; expected a metric and a number, as in f1=0.95")
    }
    guard let metric = ScoreMetric.named(parts[0]) else {
      let nearest = NearestName.find(parts[0], in: ScoreMetric.all.map(\.name))
      let advice = nearest.map { "did you mean \"\($0)\"?" } ?? "the command's help lists them"
      throw ValidationError("\(side.rawValue) names an unknown metric \"\(parts[0])\"; \(advice)")
    }
    (self.side, self.text, self.metric, self.limit) = (side, text, metric, limit)
  }

  /// Why the figures do not keep the bound; nil where they do. A figure that is not defined keeps none.
  func failure(of scores: SwingScores) -> String? {
    let wanted = "expected \(limit) or \(side == .under ? "more" : "less")"
    guard let value = metric.value(scores) else {
      return "\(side.rawValue) \(text): \(metric.name) is not defined, with nothing to measure it on; \(wanted)"
    }
    let isKept = side == .under ? value >= limit : value <= limit
    return isKept ? nil : "\(side.rawValue) \(text): \(metric.name) is \(value); \(wanted)"
  }
}
