import Foundation

/// How values spread: their quartiles and ends.
struct Spread: Hashable, Sendable {
  /// The values, ascending.
  let sorted: [Double]

  /// Takes finite values; nil without any.
  init?(_ values: [Double]) {
    let finite = values.filter(\.isFinite).sorted()
    guard !finite.isEmpty else { return nil }
    sorted = finite
  }

  var count: Int { sorted.count }
  var minimum: Double { sorted[0] }
  var maximum: Double { sorted[count - 1] }
  var median: Double { quantile(0.5) }
  var lowerQuartile: Double { quantile(0.25) }
  var upperQuartile: Double { quantile(0.75) }

  /// The value that a share of the values lies under, between the nearest ranks.
  ///
  /// Source: definition 7 of Hyndman and Fan, "Sample quantiles in statistical packages", The American Statistician 50
  /// (1996) 361, which NumPy and R take by default.
  func quantile(_ share: Double) -> Double {
    let place = share * Double(count - 1)
    let lower = Int(place.rounded(.down))
    let upper = min(lower + 1, count - 1)
    return sorted[lower] + (place - Double(lower)) * (sorted[upper] - sorted[lower])
  }

  /// The figures in words, as in `median 0.187 s, middle half 0.170 to 0.200 s, all 0.150 to 0.250 s`.
  /// - Parameter text: how a number is written.
  func words(_ unit: String?, _ text: (Double) -> String = Wording.number) -> String {
    let suffix = Wording.unit(unit).isEmpty ? "" : " \(Wording.unit(unit))"
    guard count > 1 else { return "\(text(median))\(suffix)" }
    return "median \(text(median))\(suffix), middle half \(text(lowerQuartile)) to \(text(upperQuartile))\(suffix), "
      + "all \(text(minimum)) to \(text(maximum))\(suffix)"
  }
}
