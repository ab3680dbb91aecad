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
