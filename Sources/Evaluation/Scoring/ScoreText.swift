import Foundation
import JSON
import Scoring

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

  /// Why there are intervals or none.
  static func note(on bootstrap: Bootstrap, recordings count: Int) -> String {
    if bootstrap.resamples == 0 { return "no intervals: no resamples were asked for" }
    if count < 2 { return "no intervals: they are drawn over recordings, and there is one" }
    return "[low, high]: 95 % interval of \(bootstrap.resamples) draws of the recordings with replacement"
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
