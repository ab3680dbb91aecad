/// The range of values that an axis shows.
enum Domain {
  /// The largest bound, which avoids overflow when a range's width, and its size in pixels, are computed.
  private static let largest = 1e300

  /// A range of all finite values, with a margin of a fraction of its width at both ends.
  ///
  /// It is never empty: for equal values it reaches a tenth of their magnitude, at least 0.5, to both sides, and
  /// without values it is 0 to 1.
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
    // Doubles have 15 digits: in narrower ranges, ticks would coincide.
    guard upper - lower > size * 1e-12, upper - lower > 1e-300 else {
      let reach = max(size / 10, 0.5)
      return (lower - reach)...(upper + reach)
    }
    let room = (upper - lower) * margin
    return (lower - room)...(upper + room)
  }
}
