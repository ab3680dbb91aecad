import SPBasics
import SPPipelines

/// A bound for a figure, such as `f1=0.95` on the command line.
///
/// The bound is on the worse side. If more is better, it is a minimum; if less is better, it is a maximum. For a figure
/// that is best near 0, it is a maximum of the absolute value, since a bias of -100 ms is as bad as a bias of 100 ms.
package struct ScoreBound<Figures: ScoreFigures>: Sendable {
  /// The side of the bound that fails.
  package typealias Side = ScoreBoundSide

  private let side: Side
  private let text: String
  private let metric: ScoreMetric<Figures>
  private let limit: Double

  /// Parses a bound.
  /// - Throws: `ScoreBoundFault` with the expected value, the nearest name, or the option for the metric's worse
  ///   side.
  package init(_ text: String, _ side: Side) throws(ScoreBoundFault) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let limit = Double(parts[1]), limit.isFinite else {
      throw ScoreBoundFault(
        description: "\(side.rawValue) is \"\(text)\"; expected a metric and a number, as in f1=0.95")
    }
    guard let metric = Figures.metric(named: parts[0]) else {
      let advice = NearestName.advice(
        parts[0], in: Figures.metrics.map(\.name), otherwise: "the command's help lists them")
      throw ScoreBoundFault(description: "\(side.rawValue) names an unknown metric \"\(parts[0])\"; \(advice)")
    }
    try Self.check(side, of: metric, text: text, limit: limit)
    (self.side, self.text, self.metric, self.limit) = (side, text, metric, limit)
  }

  private static func check(_ side: Side, of metric: ScoreMetric<Figures>, text: String, limit: Double)
    throws(ScoreBoundFault)
  {
    let isWorseUnder = metric.isLargerBetter ?? false
    let worse = isWorseUnder ? Side.under : .over
    guard side == worse else {
      let best = metric.isLargerBetter.map { $0 ? "a larger one is better" : "a smaller one is better" }
      throw ScoreBoundFault(
        description:
          "\(side.rawValue) \(text) bounds \(metric.name) on its better side, since "
          + "\(best ?? "the one nearest to 0 is best"); expected \(worse.rawValue)")
    }
    guard metric.isLargerBetter != nil || limit >= 0 else {
      throw ScoreBoundFault(
        description: "\(side.rawValue) \(text) bounds the magnitude of \(metric.name); expected 0 or more")
    }
  }

  /// The reason why the figures violate the bound; nil if they do not. An undefined figure violates every bound.
  package func failure(of figures: Figures) -> String? {
    let size = metric.isLargerBetter == nil ? "a magnitude of " : ""
    let wanted = "expected \(size)\(limit) or \(side == .under ? "more" : "less")"
    guard let value = metric.value(figures) else {
      return "\(side.rawValue) \(text): \(metric.name) is not defined, with nothing to measure it on; \(wanted)"
    }
    let isKept =
      switch metric.isLargerBetter {
      case true?: value >= limit
      case false?: value <= limit
      case nil: abs(value) <= limit
      }
    return isKept ? nil : "\(side.rawValue) \(text): \(metric.name) is \(value); \(wanted)"
  }
}

/// The side of a bound that fails, with its option.
package enum ScoreBoundSide: String, Sendable {
  /// Figures below the bound fail.
  case under = "--fail-under"
  /// Figures above it fail.
  case over = "--fail-over"
}

/// An error for an invalid bound.
package struct ScoreBoundFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault and the expected value.
  package let description: String
}
