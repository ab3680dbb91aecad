import SPBasics
import SPTables

/// The format of figures for people.
enum ScoreText {
  /// A number with the decimals for its unit; "-" if undefined.
  static func number(_ value: Double?, unit: String, signed: Bool = false) -> String {
    guard let value else { return "-" }
    let digits = unit == "ms" ? 2 : unit == "1" ? 4 : 1
    let text = String(printf: "%.\(digits)f", value)
    // Avoids "-0.00" and "+0.00".
    guard text.contains(where: { ("1"..."9").contains($0) }) else { return text.replacing("-", with: "") }
    return signed && value > 0 ? "+" + text : text
  }

  /// An interval as text; empty for nil.
  static func interval(_ interval: ScoreInterval?, unit: String) -> String {
    interval.map { "[\(number($0.low, unit: unit)), \(number($0.high, unit: unit))]" } ?? ""
  }

  /// A note on the intervals, or on the reason why there are none.
  static func note(on bootstrap: Bootstrap, recordings count: Int) -> String {
    if bootstrap.resamples == 0 { return "no intervals: no resamples were asked for" }
    if count < 2 { return "no 95 % intervals: they need two recordings or more" }
    return "[low, high]: 95 % interval of \(bootstrap.resamples) draws of the recordings with replacement"
  }
}

extension ScoredSession {
  /// All figures with their intervals, for programs.
  func metrics(with intervals: [String: ScoreInterval]) -> JSONValue {
    .object(
      Figures.metrics.map { metric in
        let interval = intervals[metric.name]
        return .init(
          key: metric.name,
          value: [
            "value": .optional(metric.value(figures)), "low": .optional(interval?.low),
            "high": .optional(interval?.high), "unit": .string(metric.unit),
          ])
      })
  }
}

extension ScoreComparison {
  /// The figures of the score for comparison, for programs. Each has its difference and the interval of the difference.
  func metrics(with intervals: [String: ScoreInterval]) -> JSONValue {
    .object(
      Session.Figures.metrics.map { metric in
        let interval = intervals[metric.name]
        return .init(
          key: metric.name,
          value: [
            "value": .optional(metric.value(other.figures)), "difference": .optional(difference(metric)),
            "low": .optional(interval?.low), "high": .optional(interval?.high), "unit": .string(metric.unit),
          ])
      })
  }

  /// Both scores side by side, for people.
  func table(
    of metrics: [ScoreMetric<Session.Figures>], with intervals: [String: ScoreInterval]
  ) -> TextTable {
    var table = TextTable([
      ("figure", .left), ("this", .right), ("other", .right), ("difference", .right), ("95 % interval", .left),
    ])
    for metric in metrics {
      table.append([
        metric.name, ScoreText.number(metric.value(score.figures), unit: metric.unit),
        ScoreText.number(metric.value(other.figures), unit: metric.unit),
        ScoreText.number(difference(metric), unit: metric.unit, signed: true),
        ScoreText.interval(intervals[metric.name], unit: metric.unit),
      ])
    }
    return table
  }
}

extension Bootstrap {
  /// For programs.
  var json: JSONValue {
    [
      "resamples": .integer(resamples), "seed": Int(exactly: seed).map { .integer($0) } ?? .string("\(seed)"),
      "coverage_percent": .number(Bootstrap.coveragePercent),
    ]
  }
}
