/// A linear map from values to positions on a canvas.
package struct LinearScale: Hashable, Sendable {
  /// The values shown: finite, and wider than 0.
  package let domain: ClosedRange<Double>
  /// The position of the domain's lower bound, in pixels.
  package let start: Double
  /// The position of the domain's upper bound, in pixels; less than `start` for an axis that points up.
  package let end: Double

  /// Makes a scale; a domain of width 0 or with infinite bounds is replaced by a finite, wider one.
  package init(domain: ClosedRange<Double>, from start: Double, to end: Double) {
    self.domain = Domain.usable(domain)
    self.start = start
    self.end = end
  }

  /// The position of a value, in pixels; outside of `start` to `end` for a value outside of the domain.
  package func position(of value: Double) -> Double {
    start + (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound) * (end - start)
  }
}

/// The range of values that an axis shows.
enum Domain {
  /// The largest bound. It avoids overflow in the computation of a range's width and its size in pixels.
  private static let largest = 1e300

  /// A range of all finite values, with a margin of a fraction of its width at both ends.
  ///
  /// It is never empty. For equal values it extends to both sides by a tenth of their magnitude, at least 0.5. Without
  /// values it is 0 to 1.
  static func holding(_ values: some Sequence<Double>, margin: Double = 0) -> ClosedRange<Double> {
    var lower = Double.infinity
    var upper = -Double.infinity
    for value in values where value.isFinite {
      lower = min(lower, value)
      upper = max(upper, value)
    }
    guard lower <= upper else { return 0...1 }
    return usable(lower...upper, margin: margin)
  }

  /// The range, made finite and wide enough for different positions.
  static func usable(_ range: ClosedRange<Double>, margin: Double = 0) -> ClosedRange<Double> {
    let lower = min(max(range.lowerBound, -largest), largest)
    let upper = min(max(range.upperBound, -largest), largest)
    let size = max(abs(lower), abs(upper))
    // Doubles have 15 digits, so ticks would coincide in narrower ranges.
    guard upper - lower > size * 1e-12, upper - lower > 1e-300 else {
      let reach = max(size / 10, 0.5)
      return (lower - reach)...(upper + reach)
    }
    let room = (upper - lower) * margin
    return (lower - room)...(upper + room)
  }
}

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
