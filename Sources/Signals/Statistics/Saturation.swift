/// Rules for when a sensor is at the limit of its range, so that the true value may have been larger.
package enum Saturation {
  /// Values from this fraction of a known range on are at the limit: rounding and calibration keep them just
  /// below.
  package static let rangeFraction = 0.999
  /// This many samples of a burst with exactly the largest or the smallest value indicate an unstated limit; an unclipped
  /// burst of 16-bit values or finer does not have them.
  package static let equalCount = 3

  /// The magnitude from which values are at the limit of a known range, in the range's unit.
  package static func level(ofRange range: Double) -> Double { rangeFraction * range }

  /// Whether values end at a limit that is not stated, above or below zero: whether enough of them share an extreme.
  ///
  /// Both extremes count if they are at the limit of one range, and otherwise the one of the larger magnitude: in two's
  /// complement the largest value is a step of the sensor short of the smallest one.
  package static func isReached(by values: [Float]) -> Bool {
    let (smallest, largest) = values.reduce((Float(0), Float(0))) { (min($0.0, $1), max($0.1, $1)) }
    let level = Float(level(ofRange: Double(max(-smallest, largest))))
    return values.count { ($0 == smallest || $0 == largest) && abs($0) >= level } >= equalCount
  }
}
