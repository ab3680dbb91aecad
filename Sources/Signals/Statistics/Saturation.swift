/// Rules that decide whether a sensor is at the limit of its range, so that the true value may have been larger.
package enum Saturation {
  /// Values from this fraction of a known range on are at the limit. Rounding and calibration can keep them just below
  /// it.
  package static let rangeFraction = 0.999
  /// This many samples of a burst with exactly the largest or the smallest value indicate an unstated limit. An
  /// unclipped burst of 16-bit values or finer does not have as many.
  package static let equalCount = 3

  /// The magnitude from which values are at the limit of a known range, in the range's unit.
  package static func level(ofRange range: Double) -> Double { rangeFraction * range }

  /// Whether values end at a limit that is not stated, above or below zero: whether enough of them share an extreme.
  ///
  /// Both extremes count if both are at the limit of one range. Otherwise only the extreme with the larger magnitude
  /// counts. In two's complement, the largest value is one step of the sensor smaller in magnitude than the smallest
  /// value.
  package static func isReached(by values: [Float]) -> Bool {
    let (smallest, largest) = values.reduce((Float(0), Float(0))) { (min($0.0, $1), max($0.1, $1)) }
    let level = Float(level(ofRange: Double(max(-smallest, largest))))
    return values.count { ($0 == smallest || $0 == largest) && abs($0) >= level } >= equalCount
  }
}
