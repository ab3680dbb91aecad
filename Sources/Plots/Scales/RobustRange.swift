/// The range of an axis without the few values that are far from all others.
package struct RobustRange: Hashable, Sendable {
  /// The range of the axis.
  package var range: ClosedRange<Double>
  /// The values beyond it, by their positions in the series.
  package var outliers: [Int]

  /// The least number of values from which a range is computed.
  private static let leastCount = 50
  /// The number of values at each end that may be outliers: one in `usualFraction`, at least `fewest`.
  private static let usualFraction = 200
  private static let fewest = 3
  /// The least distance of an outlier from the range of all remaining values, as a multiple of that range's width.
  private static let reach = 2.0

  /// Finds the range of a series' values without outliers, with some space on the outliers' side.
  ///
  /// The method sets aside 0.5 % of the values at each end, at least 3 values. An outlier is a value that is farther
  /// from the range of the remaining values than twice its width. Nil without outliers, and for fewer than 50 values.
  package init?(of series: TimeSeries) {
    let finite = series.values.indices.filter { series.values[$0].isFinite }
    guard finite.count >= Self.leastCount else { return nil }
    let sorted = finite.map { Double(series.values[$0]) }.sorted()
    let few = max(Self.fewest, sorted.count / Self.usualFraction)
    let (low, high) = (sorted[few], sorted[sorted.count - 1 - few])
    guard high > low else { return nil }
    let limits = (low - Self.reach * (high - low))...(high + Self.reach * (high - low))
    let inside = sorted.filter(limits.contains)
    guard let least = inside.first, let most = inside.last else { return nil }
    outliers = finite.filter { !limits.contains(Double(series.values[$0])) }
    guard !outliers.isEmpty else { return nil }
    // Room for marks of the outliers.
    let room = 0.15 * (most - least)
    let hasAbove = sorted[sorted.count - 1] > limits.upperBound
    let hasBelow = sorted[0] < limits.lowerBound
    range = (hasBelow ? least - room : least)...(hasAbove ? most + room : most)
  }
}
